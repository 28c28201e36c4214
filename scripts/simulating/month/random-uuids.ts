import { createHash } from 'node:crypto'

/**
 * Replaces crypto.randomUUID with a seeded one, because rows are locked and processed in id order. Returns a function
 * that restores the original.
 */
export function seedRandomUuids(seed: number): () => void {
  const real = crypto.randomUUID
  let drawn = 0
  crypto.randomUUID = () => {
    drawn += 1
    const hex = createHash('sha256').update(`simulated ${seed} ${drawn}`).digest('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }
  return () => {
    crypto.randomUUID = real
  }
}
