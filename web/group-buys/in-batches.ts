interface Batches<Item> {
  add: (item: Item) => void
  stop: () => void
}

/** Passes items on in batches, at most once per interval; the first one immediately. */
export function inBatches<Item>(everyMs: number, handOn: (batch: Item[]) => void): Batches<Item> {
  let waiting: Item[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    timer = undefined
    if (waiting.length === 0) return
    const batch = waiting
    waiting = []
    timer = setTimeout(flush, everyMs)
    handOn(batch)
  }
  return {
    add(item) {
      waiting.push(item)
      if (timer === undefined) flush()
    },
    stop() {
      clearTimeout(timer)
      waiting = []
    },
  }
}
