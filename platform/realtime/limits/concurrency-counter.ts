/** Counts slots per holder, to limit how many each may hold. */
export class ConcurrencyCounter {
  readonly #held = new Map<string, number>()

  /** Takes a slot; false if the holder has reached the maximum. */
  take(holder: string, maximum: number): boolean {
    const held = this.#held.get(holder) ?? 0
    if (held >= maximum) return false
    this.#held.set(holder, held + 1)
    return true
  }

  release(holder: string): void {
    const held = this.#held.get(holder) ?? 0
    if (held > 1) this.#held.set(holder, held - 1)
    else this.#held.delete(holder)
  }
}
