/** Where the a is long in Britain. */
const broadA =
  /^(after|aft|aunt|banana|drama|father|rather|tomato|vast|nasty)|answer|ask(?!et$)|basket|bath|branch|brass|calf|can't|cast|chance|class(?!i)|command|craft|dance|demand|disaster|draft|example|fast|france|glance|glass|grant|graph$|grass|half|halves|last(?!i)|laugh|master|pass(?!i|en)|past(?!e|r)|path|plant|plaster|raft|sample|shaft|staff|advan[ct]/

const vowel = 'AIOQWYaiuæɑɐɒɔəɛɜɪʊʌᵻᵊ'
const noVowelNext = `(?![ˈˌ]?[${vowel}])`

/** American sounds → southern British ones: no r but before a vowel, long vowels marked, rounded short o. */
export function british(word: string, american: string): string {
  let sound = american.replaceAll('T', 't').replaceAll('ᵻ', 'ɪ')
  const withO = /o(?!a|o|u)/.test(word)
  const rounded = withO || /^(wh?a|qua|swa)/.test(word)
  sound = sound
    .replaceAll(new RegExp(`ɑɹ${noVowelNext}`, 'g'), 'ɑː')
    .replaceAll(new RegExp(`ɔɹ${noVowelNext}`, 'g'), 'ɔː')
    .replaceAll(new RegExp(`ɜɹ${noVowelNext}`, 'g'), 'ɜː')
    .replaceAll(/ɜɹ/g, 'ɜːɹ')
    .replaceAll(new RegExp(`ɛɹ${noVowelNext}`, 'g'), 'ɛː')
    .replaceAll(new RegExp(`ɪɹ${noVowelNext}`, 'g'), 'ɪə')
    .replaceAll(new RegExp(`ʊɹ${noVowelNext}`, 'g'), 'ɔː')
    .replaceAll(new RegExp(`əɹ${noVowelNext}`, 'g'), 'ə')
    .replaceAll('O', 'Q')
    .replaceAll(/i(?!$|ə|ɪ)/g, 'iː')
    .replaceAll(/(?<=[ˈˌ][^AIOQWYaiuæɑɐɒɔəɛɜɪʊʌ]*)i$/g, 'iː')
    .replaceAll(/u(?!ː)/g, 'uː')
    .replaceAll(/ɑ(?!ː)/g, rounded ? 'ɒ' : 'ɑː')
    .replaceAll(/ɔ(?!ː)/g, withO && !/o(r|ar|our)|ough|au|aw|all|al/.test(word) ? 'ɒ' : 'ɔː')
    .replaceAll('æ', broadA.test(word) ? 'ɑː' : 'a')
  if (word === 'of' || word === 'from' || word === 'was' || word === 'what') return sound.replace('ʌ', 'ɒ')
  if (word === 'z') return 'zˈɛd'
  return sound.replaceAll(/(?<=[tdn])uː(?=n|b|t|p|k|z)/g, match => (/[tdn]u/.test(word) ? `j${match}` : match))
}
