import { type MannerChange, scaleChange } from './manner-change.ts'
import { moods } from './moods.ts'

/** Of each group the first that is named counts. Words of moods that hold words of pace are kept apart: 傲慢, 快乐. */
const groups: readonly (readonly (readonly [names: RegExp, change: MannerChange])[])[] = [
  [
    [/\bslow|(?<!傲)慢/, moods.slow],
    [/\bfast|\bquick|\brapid|\bhurr(?:y|ied)|\bbrisk|(?<![愉欢痛爽])快(?![乐活])/, moods.fast],
  ],
  [
    [/\bwhisper|耳语|悄悄|气声|低语|说悄悄话/, { whisper: 0.9, gain: -3 }],
    [/\b(?:shout|yell|scream)|吼|大喊|喊叫/, moods.shouting],
    [/\bloud|大声|响亮|洪亮/, { gain: 4, pitch: 0.5 }],
    [/\b(?:quiet|soft|hushed|low voice)|小声|轻声|低声/, { gain: -6, brightness: -1 }],
  ],
  [
    [/\b(?:high(?:er)?[- ](?:pitch|voice|tone)|pitch (?:is )?(?:up|high)|shrill)|高音|音调高|高亢|尖/, { pitch: 3 }],
    [/\b(?:low(?:er)?[- ](?:pitch|tone)|pitch (?:is )?(?:down|low)|deep)|低沉|低音|音调低|浑厚/, { pitch: -3 }],
  ],
  [[/\b(?:happ|cheer|joy|glad|delight)|高兴|开心|快乐|愉快|欢快|喜悦/, moods.happy]],
  [
    [/\b(?:depress|gloom|hopeless|tired|weary)|沮丧|疲惫|消沉|绝望/, moods.depressed],
    [/\b(?:sad|sorrow|melanchol|griev)|悲|难过|伤心|忧伤/, moods.sad],
  ],
  [[/\b(?:ang(?:ry|er)|furious|rage|mad\b)|生气|愤怒|恼火/, moods.angry]],
  [[/\b(?:fear|scared|afraid|terrif|frighten)|恐惧|害怕|惊恐/, moods.fearful]],
  [[/\b(?:surpris|astonish|amaz)|惊讶|吃惊|惊喜/, moods.surprised]],
  [[/\b(?:excit|thrill|enthusias|energetic)|兴奋|激动|热情|激昂/, moods.excited]],
  [[/\b(?:gentl|tender|warm|sooth|kind(?:ly)?\b)|温柔|柔和|温暖|温和/, moods.gentle]],
  [[/\b(?:serious|solemn|stern|formal)|严肃|庄重|正式/, moods.serious]],
  [[/\b(?:calm|composed|relaxed)|平静|冷静|沉稳|平稳/, { pace: 0.95, swing: 0.8 }]],
  [[/\bsweet|甜/, moods.sweet]],
  [[/\bproud|骄傲|自豪/, moods.proud]],
  [[/\b(?:indifferen|cold(?:ly)?\b|bored)|冷漠|冷淡|无聊/, moods.indifferent]],
  [[/\barrogan|傲慢/, moods.arrogant]],
  [[/\b(?:sarcas|mock|ironic)|讽刺|阴阳怪气|嘲/, moods.sarcastic]],
  [[/\belderly|\bold (?:man|woman|person|lady)|老人|老年|苍老/, moods.elderly]],
  [[/\b(?:trembl|shak(?:y|ing)|nervous|quiver)|颤|发抖|紧张/, { tremble: 0.6 }]],
  [[/\b(?:stutter|stammer)|磕巴|结巴|口吃/, moods.stuttering]],
  [[/\b(?:confus|puzzl|doubt)|困惑|疑惑|迷茫/, moods.confused]],
  [[/\bawkward|尴尬/, moods.awkward]],
  [[/\b(?:admir|awe\b)|钦佩|敬佩|崇拜/, moods.admiring]],
  [[/\bcoquett|撒娇/, moods.coquettish]],
  [[/\b(?:hearty|boisterous)|豪爽|爽朗/, moods.hearty]],
  [[/\b(?:monoton|robot|flat(?:ly)?\b)|单调|机械/, { swing: 0.2 }]],
  [
    [/\bcantonese|粤语|广东话/, { language: 'cantonese' }],
    [/\bsichuan|四川/, { language: 'sichuanese' }],
    [/\bjapanese|日语|日文/, { language: 'japanese' }],
    [/\bmandarin|\bchinese|普通话|中文/, { language: 'mandarin' }],
    [/\benglish|英语|英文/, { language: 'english' }],
  ],
]

const denied =
  /\b(?:not?|never|without|don't|do not|isn't|less)\s+(?:(?:be|speak|talk|sound)\s+)?(?:(?:too|so|very)\s+)?[a-z]+|(?<![特区分个])(?:不要|别|不用|不能|不|没有?)(?:太|那么|很|再)?[\u4e00-\u9fff]{1,2}/g
const weak = /\b(?:slightly|a (?:bit|little)|somewhat|mildly)\b|稍|略|有点|一点/
const strong = /\b(?:very|extremely|really|much|so)\b|非常|极|十分|特别|很|超/

/** What words such as "slowly, in a warm voice" or 非常生气 ask for, in English and Chinese; empty when they name nothing known. */
export function changesNamedBy(words: string): MannerChange[] {
  const said = words.toLowerCase().replace(denied, ' ')
  const strength = weak.test(said) ? 0.5 : strong.test(said) ? 1.5 : 1
  return groups.flatMap(group => {
    const named = group.find(([names]) => names.test(said))
    return named ? [scaleChange(named[1], strength)] : []
  })
}
