/** What a model does; each capability is one kind of engine. */
export type Capability = 'text' | 'speech' | 'recognition' | 'realtime' | 'image' | 'music'

export interface Model {
  readonly id: string
  readonly capability: Capability
  /** Seconds since 1970, as on the wire. */
  readonly created: number
  readonly deprecated?: boolean
}

/** The public ids of the platform. The configuration may add others and chooses the engine of each. */
export const publicModels: readonly Model[] = [
  { id: 'svc-3.7-flash', capability: 'text', created: 1_772_323_200 },
  { id: 'svc-3.5-flash', capability: 'text', created: 1_767_225_600 },
  { id: 'svc-3.5-flash-2603', capability: 'text', created: 1_772_323_200 },
  { id: 'svc-5-preview', capability: 'text', created: 1_780_272_000 },
  { id: 'svc-tts-2', capability: 'speech', created: 1_751_328_000 },
  { id: 'svcaudio-2.5-tts', capability: 'speech', created: 1_772_323_200 },
  { id: 'svc-tts-vivid', capability: 'speech', created: 1_735_689_600, deprecated: true },
  { id: 'svc-asr', capability: 'recognition', created: 1_735_689_600 },
  { id: 'svcaudio-2.5-asr-stream', capability: 'recognition', created: 1_772_323_200 },
  { id: 'svcaudio-2.5-realtime', capability: 'realtime', created: 1_772_323_200 },
  { id: 'svc-image-edit-2', capability: 'image', created: 1_767_225_600 },
  { id: 'svcaudio-3-music-preview', capability: 'music', created: 1_780_272_000 },
]
