/** Numbers in these are no numbers. */
const idioms = [
  ...[
    '一心一意',
    '三三两两',
    '一五一十',
    '十全十美',
    '七上八下',
    '乱七八糟',
    '五湖四海',
    '四面八方',
    '三心二意',
    '九牛一毛',
  ],
  ...[
    '五十步笑百步',
    '百分百',
    '十拿九稳',
    '十有八九',
    '十之八九',
    '七七八八',
    '三三五五',
    '九九归一',
    '三十而立',
    '四十不惑',
  ],
  ...[
    '十字',
    '十足',
    '十万火急',
    '十恶不赦',
    '十年树木',
    '三五成群',
    '三番五次',
    '四通八达',
    '五花八门',
    '六神无主',
    '七嘴八舌',
  ],
  ...[
    '八九不离十',
    '一百八十度大转弯',
    '二百五',
    '一二三四五',
    '不管三七二十一',
    '三七二十一',
    '一千零一夜',
    '一点一滴',
    '半斤八两',
  ],
  ...[
    '五十知天命',
    '一朝一夕',
    '九死一生',
    '一举两得',
    '一日千里',
    '一日三餐',
    '四舍五入',
    '一石二鸟',
    '三言两语',
    '五颜六色',
  ],
  ...[
    '十里八乡',
    '百里挑一',
    '万里挑一',
    '一刀两断',
    '略知一二',
    '独一无二',
    '一清二楚',
    '一干二净',
    '三长两短',
    '接二连三',
  ],
]

/** Which letters belong to idioms. */
export function idiomLetters(letters: readonly string[]): boolean[] {
  const text = letters.join('')
  const marked = new Array<boolean>(letters.length).fill(false)
  for (const idiom of idioms) {
    for (let at = text.indexOf(idiom); at >= 0; at = text.indexOf(idiom, at + 1))
      marked.fill(true, at, at + idiom.length)
  }
  return marked
}
