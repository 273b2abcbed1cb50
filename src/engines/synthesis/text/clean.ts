const emoji =
  /(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2}|[\u{1F3FB}-\u{1F3FF}])(?:\uFE0F|\u200D|\u20E3)*|\uFE0F|\u200D|\u20E3/gu

/** When a message is nothing but pictures, people say what they see. */
const names: Readonly<Record<string, readonly [string, string]>> = {
  '❤': ['heart', '爱心'],
  '👍': ['thumbs up', '点赞'],
  '😂': ['laughing', '笑哭'],
  '😊': ['smile', '微笑'],
  '😀': ['smile', '微笑'],
  '😭': ['crying', '大哭'],
  '🎉': ['hooray', '庆祝'],
  '🔥': ['fire', '火'],
  '🙏': ['thank you', '谢谢'],
  '✅': ['done', '完成'],
  '🚀': ['rocket', '火箭'],
  '👋': ['hello', '你好'],
}

const wide = /[！-～]/g
const keptWide = new Set('！（），：；？～')

/** One form for what looks alike; pictures and what cannot be said go. */
export function clean(text: string, language: 'english' | 'mandarin'): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(wide, character =>
      keptWide.has(character) ? character : String.fromCharCode(character.charCodeAt(0) - 0xfee0),
    )
    .replaceAll('\u3000', ' ')
    .replaceAll(/[①-⑳]/g, sign => `${sign.charCodeAt(0) - 0x245f}, `)
    .replaceAll(/^[ \t]*[-*•·‣]+[ \t]+/gm, '')
    .replaceAll(/[\u200B\u2060\uFEFF\u00AD]/g, '')
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, character => (/[\n\r\u2028\u2029\v\f]/.test(character) ? '\n' : ' '))
  const spoken = plain
    .replaceAll(/(?<=\d)(?:\uFE0F|\u20E3)+/g, '')
    .replaceAll(emoji, sign => (/[©®™↔-⇿]/u.test(sign) ? sign : ' '))
  if (/[\p{L}\p{N}\uE000-\uF8FF]/u.test(spoken)) return spoken
  const seen = [...plain].flatMap(character => names[character]?.[language === 'english' ? 0 : 1] ?? [])
  return seen.slice(0, 3).join(', ') || spoken
}
