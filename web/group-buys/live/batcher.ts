interface Batches<Item> {
  add: (item: Item) => void
  stop: () => void
}

/** Delivers items in batches, at most once per interval; the first item immediately. */
export function createBatcher<Item>(everyMs: number, deliver: (batch: Item[]) => void): Batches<Item> {
  let pending: Item[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    timer = undefined
    if (pending.length === 0) return
    const batch = pending
    pending = []
    timer = setTimeout(flush, everyMs)
    deliver(batch)
  }
  return {
    add(item) {
      pending.push(item)
      if (timer === undefined) flush()
    },
    stop() {
      clearTimeout(timer)
      pending = []
    },
  }
}
