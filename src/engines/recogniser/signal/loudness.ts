const wanted = 0.5
/** Louder than this would be to make speech of the hiss. */
const mostGain = 300

/** The sound so loud that its highest peak is at half: the networks have seldom heard anything very quiet. */
export function normaliseLoudness(samples: Float32Array): Float32Array {
  let peak = 0
  for (let i = 0; i < samples.length; i++) peak = Math.max(peak, Math.abs(samples[i] ?? 0))
  if (peak === 0) return samples
  const gain = Math.min(mostGain, wanted / peak)
  return samples.map(sample => sample * gain)
}
