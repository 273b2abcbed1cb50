export interface SystemVoice {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly scenes: string
}

/** The voices that every project may use, in the order in which they are listed. */
export const systemVoices: readonly SystemVoice[] = [
  {
    id: 'elegantgentle-female',
    name: '气质温婉',
    description: '女，真诚温柔，亲和力强，给人安全感',
    scenes: '客服与业务办理、口播（解说、新闻）、教育与培训、情感陪伴',
  },
  {
    id: 'lively-girl',
    name: 'Lively Girl',
    description: '女，英文音色，亲和感，有活力',
    scenes: '有声书、视频配音、语音助手',
  },
  {
    id: 'livelybreezy-female',
    name: '活力轻快',
    description: '女，音色具有感染力、说服力和亲和力，有活力',
    scenes: '情感陪伴、教育与培训、营销',
  },
  {
    id: 'magnetic-voiced-male',
    name: 'Magnetic-voiced Male',
    description: '男，英文音色，强烈的沉稳厚重感',
    scenes: '有声书、视频配音',
  },
  {
    id: 'soft-spoken-gentleman',
    name: 'Soft-spoken Gentleman',
    description: '男，英文音色，沉稳温柔，给人安全感',
    scenes: '情感陪伴、有声书',
  },
  {
    id: 'vibrant-youth',
    name: 'Vibrant Youth',
    description: '男，英文音色，温柔亲和',
    scenes: '有声书、视频配音、语音助手',
  },
  {
    id: 'zixinnansheng',
    name: '自信男声',
    description: '男，真诚亲和，有活力',
    scenes: '有声书、情感陪伴、教育与培训、营销',
  },
]
