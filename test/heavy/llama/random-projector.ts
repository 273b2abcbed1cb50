import { modelWidth } from './random-model.ts'
import { type GgufEntry, type Tensor, writeGguf } from './write-gguf.ts'

const width = 32
const feedForward = 64
const blocks = 2
const side = 56
const patch = 14
/** What a picture costs, whatever its size. */
export const tokensOfPicture = (side / patch) ** 2

const entries: readonly GgufEntry[] = [
  ['general.architecture', 'text', 'clip'],
  ['general.name', 'text', 'chance'],
  ['clip.has_vision_encoder', 'boolean', 1],
  ['clip.projector_type', 'text', 'mlp'],
  ['clip.use_gelu', 'boolean', 1],
  ['clip.vision.image_size', 'uint32', side],
  ['clip.vision.patch_size', 'uint32', patch],
  ['clip.vision.embedding_length', 'uint32', width],
  ['clip.vision.feed_forward_length', 'uint32', feedForward],
  ['clip.vision.projection_dim', 'uint32', modelWidth],
  ['clip.vision.attention.head_count', 'uint32', 2],
  ['clip.vision.attention.layer_norm_epsilon', 'float32', 1e-5],
  ['clip.vision.block_count', 'uint32', blocks],
  ['clip.vision.image_mean', 'floats', [0.5, 0.5, 0.5]],
  ['clip.vision.image_std', 'floats', [0.25, 0.25, 0.25]],
]

/** Eyes of LLaVA's kind that have never been taught: CLIP and two layers behind it, with weights by chance. */
export function writeRandomProjector(file: string, seed: number, outputs = modelWidth): void {
  const tensors: Tensor[] = [
    ['v.class_embd', [width]],
    ['v.patch_embd.weight', [patch, patch, 3, width]],
    ['v.position_embd.weight', [width, (side / patch) ** 2 + 1]],
    ...both('v.pre_ln', [width]),
    ...Array.from({ length: blocks }, (_, block) => blockOf(`v.blk.${block}`)).flat(),
    ...both('mm.0', [width, outputs]),
    ...both('mm.2', [outputs, outputs]),
  ]
  writeGguf(file, entries, tensors, seed)
}

function blockOf(name: string): Tensor[] {
  return [
    ...both(`${name}.ln1`, [width]),
    ...both(`${name}.ln2`, [width]),
    ...['q', 'k', 'v', 'out'].flatMap(part => both(`${name}.attn_${part}`, [width, width])),
    ...both(`${name}.ffn_up`, [width, feedForward]),
    ...both(`${name}.ffn_down`, [feedForward, width]),
  ]
}

/** What is multiplied, and what is added to it. */
function both(name: string, dimensions: readonly number[]): Tensor[] {
  return [
    [`${name}.weight`, dimensions],
    [`${name}.bias`, dimensions.slice(-1)],
  ]
}
