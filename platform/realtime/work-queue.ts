/** Runs at most `width` tasks at once, the rest in order of arrival. A failing task is reported and dropped. */
export class WorkQueue {
  readonly #waiting: (() => Promise<void>)[] = []
  readonly #width: number
  readonly #onFault: (fault: unknown) => void
  #active = 0

  constructor(width: number, onFault: (fault: unknown) => void) {
    this.#width = width
    this.#onFault = onFault
  }

  add(work: () => Promise<void>): void {
    this.#waiting.push(work)
    this.#next()
  }

  #next(): void {
    if (this.#active >= this.#width) return
    const work = this.#waiting.shift()
    if (!work) return
    this.#active++
    work()
      .catch(this.#onFault)
      .finally(() => {
        this.#active--
        this.#next()
      })
  }
}
