/** FFmpeg's demuxers that may be used, with the name that callers see. None of them opens other files or addresses. */
const containers: ReadonlyMap<string, string> = new Map([
  ['wav', 'wav'],
  ['mp3', 'mp3'],
  ['flac', 'flac'],
  ['ogg', 'ogg'],
  ['mov', 'mp4'],
  ['matroska', 'matroska'],
  ['aac', 'aac'],
  ['mpeg', 'mpeg'],
])

/** FFmpeg's decoders that may be used: what people record and publish with, and none for pictures. */
export const decoders: ReadonlySet<string> = new Set([
  ...['mp3float', 'mp3', 'mp2float', 'mp2', 'mp1float', 'mp1', 'aac', 'opus', 'vorbis', 'flac', 'alac', 'ac3', 'eac3'],
  ...['pcm_u8', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_s32be', 'pcm_s8', 'pcm_dvd'],
  ...['pcm_f32le', 'pcm_f32be', 'pcm_f64le', 'pcm_f64be', 'pcm_alaw', 'pcm_mulaw'],
  ...['adpcm_ms', 'adpcm_ima_wav', 'adpcm_ima_qt', 'gsm_ms', 'speex'],
])

export const allContainers: readonly string[] = [...containers.values()]

export const containerOf = (demuxer: string): string | undefined => containers.get(demuxer)

export function demuxersOf(names: readonly string[]): string[] {
  return [...containers].flatMap(([demuxer, name]) => (names.includes(name) ? [demuxer] : []))
}
