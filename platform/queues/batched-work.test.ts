import { expect, test } from 'vitest'
import { batchWork } from './batched-work.ts'

interface Call {
  name: string
  /** The row that it locks. */
  row?: string
  owner?: string
  /** Whether the client has disconnected. */
  disconnected?: boolean
}

/** Batches that end on command, with a record of their calls. */
function openBatches(
  options: { maxCalls?: number; maxRunning?: number; maxQueued?: number; maxQueuedMs?: number } = {},
) {
  const started: string[][] = []
  const ends: ((fault?: Error) => void)[] = []
  const releases: (() => void)[] = []
  const work = batchWork<Call, string>({
    maxCalls: 3,
    maxRunning: 2,
    maxQueued: 100,
    maxQueuedMs: 60_000,
    ...options,
    lockKey: ({ row }) => row ?? 'one',
    ownerKey: ({ owner, name }) => owner ?? name,
    isAborted: ({ disconnected = false }) => disconnected,
    runBatch: (calls, releaseLocks) =>
      new Promise((resolve, reject) => {
        releases.push(releaseLocks)
        started.push(calls.map(({ name }) => name))
        ends.push((fault) => (fault ? reject(fault) : resolve(calls.map(({ name }) => `${name} together`))))
      }),
    runSingle: async ({ name }, fault) => {
      if (name === 'bad') throw fault
      return `${name} alone`
    },
  })
  const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  return {
    ...work,
    started,
    end: (index: number, fault?: Error) => ends[index]?.(fault),
    release: (index: number) => releases[index]?.(),
    turn,
  }
}

test('batches the calls of one turn at once, and those that arrive meanwhile in order', async () => {
  const { run, started, end, turn } = openBatches()
  const first = [run({ name: 'a' }), run({ name: 'b' })]
  await turn()
  expect(started).toEqual([['a', 'b']])
  const later = ['c', 'd', 'e', 'f'].map((name) => run({ name }))
  await turn()
  expect(started).toHaveLength(1)
  end(0)
  expect(await Promise.all(first)).toEqual(['a together', 'b together'])
  await turn()
  expect(started[1]).toEqual(['c', 'd', 'e'])
  end(1)
  await later[0]
  await turn()
  expect(started[2]).toEqual(['f'])
})

test('concurrent batches share no row, and their number is limited', async () => {
  const { run, started, turn } = openBatches()
  void run({ name: 'a', row: 'x' })
  await turn()
  void run({ name: 'b', row: 'x' })
  void run({ name: 'c', row: 'y' })
  await turn()
  void run({ name: 'd', row: 'z' })
  await turn()
  expect(started).toEqual([['a'], ['c']])
})

test('runs one call of an owner at a time, in order', async () => {
  const { run, started, end, turn } = openBatches()
  const calls = [
    run({ name: 'a1', owner: 'a', row: 'x' }),
    run({ name: 'a2', owner: 'a', row: 'y' }),
    run({ name: 'b', row: 'x' }),
  ]
  await turn()
  expect(started).toEqual([['a1', 'b']])
  end(0)
  await calls[0]
  await turn()
  expect(started[1]).toEqual(['a2'])
})

test('retries each call individually after a failed batch, and fails only those that fail again', async () => {
  const { run, end, turn } = openBatches()
  const calls = ['a', 'bad', 'c'].map((name) => run({ name }))
  await turn()
  end(0, new Error('broken'))
  expect(await Promise.allSettled(calls)).toMatchObject([
    { value: 'a alone' },
    { reason: { message: 'broken' } },
    { value: 'c alone' },
  ])
})

test('starts the next batch of a row when the locks are released, and not the one after it', async () => {
  const { run, started, release, end, turn } = openBatches({ maxCalls: 1, maxRunning: 3 })
  const calls = ['a', 'b', 'c'].map((name) => run({ name }))
  await turn()
  expect(started).toEqual([['a']])
  release(0)
  await turn()
  expect(started).toEqual([['a'], ['b']])
  release(0)
  end(0)
  await calls[0]
  await turn()
  expect(started).toHaveLength(2)
  release(1)
  await turn()
  expect(started[2]).toEqual(['c'])
})

test('an owner stays active after the batch has released its locks', async () => {
  const { run, started, release, end, turn } = openBatches()
  const first = run({ name: 'a', owner: 'one' })
  await turn()
  void run({ name: 'b', owner: 'one' })
  release(0)
  await turn()
  expect(started).toHaveLength(1)
  end(0)
  await first
  await turn()
  expect(started[1]).toEqual(['b'])
})

test('rejects when the queue is full, after the timeout and after a disconnect', async () => {
  const { run, started, end, turn } = openBatches({ maxQueued: 2 })
  const running = run({ name: 'a' })
  await turn()
  const disconnecting: Call = { name: 'disconnects' }
  const disconnected = run(disconnecting)
  const stays = run({ name: 'stays' })
  expect(await run({ name: 'too many' })).toBeNull()
  disconnecting.disconnected = true
  end(0)
  await running
  await turn()
  expect(await disconnected).toBeNull()
  expect(await run({ name: 'gone before', disconnected: true })).toBeNull()
  expect(started[1]).toEqual(['stays'])
  end(1)
  expect(await stays).toBe('stays together')

  const short = openBatches({ maxQueuedMs: 1 })
  void short.run({ name: 'a' })
  await short.turn()
  expect(await short.run({ name: 'b' })).toBeNull()
})
