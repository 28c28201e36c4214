/** Counts who holds how many of something, so that nobody takes all of it. */
export class Shares {
  readonly #held = new Map<string, number>()

  /** False where the holder has as many as they may. */
  take(holder: string, most: number): boolean {
    const held = this.#held.get(holder) ?? 0
    if (held >= most) return false
    this.#held.set(holder, held + 1)
    return true
  }

  giveBack(holder: string): void {
    const held = this.#held.get(holder) ?? 0
    if (held > 1) this.#held.set(holder, held - 1)
    else this.#held.delete(holder)
  }
}
