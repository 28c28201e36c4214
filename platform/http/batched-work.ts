import { oldestOf, type Queue } from './queue.ts'

interface BatchedWork<Call, Answer> extends Queue {
  /** The call's answer. Null if it was not begun, because there was no room for it in time or whoever asked has hung up. */
  run(call: Call): Promise<Answer | null>
}

interface Batches<Call, Answer> {
  /** Most calls of one batch. */
  most: number
  /** Most batches under way at once. */
  atOnce: number
  /** Most that wait for a batch; whoever comes after them is turned away at once. */
  waiting: number
  waitMs: number
  /** What the calls of a batch may share, and two batches that are under way may not until the first lets the next in, such as a row that both would lock. */
  sharedBy(call: Call): string
  /** Of whom a batch takes one call only. */
  ownedBy(call: Call): string
  /** Whether whoever asked has hung up: asked before a call is taken into a batch, and of all that wait whenever one begins. */
  hasLeft(call: Call): boolean
  /**
   * Answers in the order of the calls. If it throws, nothing of it was done. `letNextIn` frees what its calls share before it ends, for the batch that
   * then waits for it elsewhere, such as for a row that this one has locked.
   */
  together(calls: Call[], letNextIn: () => void): Promise<Answer[]>
  /** What becomes of a call whose batch has failed: it is tried by itself, or throws for good. */
  alone(call: Call, fault: unknown): Promise<Answer>
}

interface Waiting<Call, Answer> {
  call: Call
  answer(answer: Answer | null): void
  fail(fault: unknown): void
  /** It is in a batch, or has left. */
  leave(): void
  since: number
}

/**
 * Takes calls that wait at the same time together. Nothing waits for company: with no batch in its way a call begins in the same turn of the
 * event loop, and what comes while a batch is under way makes up the next one, in the order in which it came.
 */
export function batchWork<Call, Answer>(rules: Batches<Call, Answer>): BatchedWork<Call, Answer> {
  let queue: Waiting<Call, Answer>[] = []
  const shared = new Set<string>()
  const owned = new Set<string>()
  let underWay = 0
  let isPlanned = false

  /** Everything that has arrived by the end of this turn is there to choose from. */
  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      while (underWay < rules.atOnce) {
        const batch = choose()
        if (batch.length === 0) break
        void work(batch)
      }
    })
  }

  function choose(): Waiting<Call, Answer>[] {
    const batch: Waiting<Call, Answer>[] = []
    const left: Waiting<Call, Answer>[] = []
    const mine = new Set<string>()
    for (const waiting of queue) {
      if (rules.hasLeft(waiting.call)) {
        waiting.leave()
        waiting.answer(null)
        continue
      }
      const owner = rules.ownedBy(waiting.call)
      const isFree = !shared.has(rules.sharedBy(waiting.call)) && !owned.has(owner) && !mine.has(owner)
      if (batch.length === rules.most || !isFree) left.push(waiting)
      else batch.push(waiting)
      // Their later calls stay behind their first one, whether that is in the batch or still waits.
      mine.add(owner)
    }
    queue = left
    for (const waiting of batch) waiting.leave()
    return batch
  }

  async function work(batch: Waiting<Call, Answer>[]): Promise<void> {
    const rows = new Set(batch.map(({ call }) => rules.sharedBy(call)))
    const owners = batch.map(({ call }) => rules.ownedBy(call))
    underWay += 1
    for (const row of rows) shared.add(row)
    for (const owner of owners) owned.add(owner)
    const letNextIn = () => {
      for (const row of rows) shared.delete(row)
      // Another batch may hold them from now on.
      rows.clear()
      if (queue.length > 0) plan()
    }
    try {
      const answers = await rules.together(
        batch.map(({ call }) => call),
        letNextIn,
      )
      batch.forEach((waiting, index) => {
        waiting.answer(answers[index] as Answer)
      })
    } catch (fault) {
      await Promise.all(
        batch.map(({ call, answer, fail }) => rules.alone(call, fault).then(answer, (error: unknown) => fail(error))),
      )
    } finally {
      underWay -= 1
      for (const owner of owners) owned.delete(owner)
      letNextIn()
    }
  }

  return {
    waiting: () => oldestOf(queue),
    run(call) {
      if (queue.length >= rules.waiting) return Promise.resolve(null)
      return new Promise((answer, fail) => {
        const giveUp = () => {
          queue = queue.filter((other) => other !== waiting)
          answer(null)
        }
        const timer = setTimeout(giveUp, rules.waitMs)
        const leave = () => clearTimeout(timer)
        const waiting: Waiting<Call, Answer> = { call, answer, fail, leave, since: performance.now() }
        queue.push(waiting)
        plan()
      })
    },
  }
}
