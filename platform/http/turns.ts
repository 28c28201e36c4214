interface TurnsOptions {
  /** How much work may run at once. */
  atOnce: number
  /** How much may wait for it, of all groups and of each. */
  waiting: number
  waitingEach: number
}

/** Too much waits already; the caller is told to come back. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy'
}

export type Turns = <T>(group: string, work: () => Promise<T>) => Promise<T>

/** Lets so much work run at once. The rest waits, and the groups take turns, so that none can keep the others out. */
export function createTurns({ atOnce, waiting, waitingEach }: TurnsOptions): Turns {
  const queues = new Map<string, (() => void)[]>()
  let running = 0
  let waits = 0

  return async (group, work) => {
    if (running < atOnce) running += 1
    else await turnOf(group)
    try {
      return await work()
    } finally {
      passOn()
    }
  }

  function turnOf(group: string): Promise<void> {
    const queue = queues.get(group) ?? []
    if (waits >= waiting || queue.length >= waitingEach) throw new TooBusy('Too much is waiting already')
    queues.set(group, queue)
    waits += 1
    return new Promise((resolve) => queue.push(resolve))
  }

  /** The place goes to the group that has waited longest for a turn, which then stands behind the others. */
  function passOn(): void {
    const [next] = queues
    if (!next) {
      running -= 1
      return
    }
    const [group, queue] = next
    const start = queue.shift()
    queues.delete(group)
    if (queue.length > 0) queues.set(group, queue)
    waits -= 1
    start?.()
  }
}
