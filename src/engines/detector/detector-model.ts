import { fileURLToPath } from 'node:url'

/** The file that comes with Medley. */
export const detectorModel = fileURLToPath(new URL('../../../models/silero-vad/silero-vad-v5.onnx', import.meta.url))
