import { expect, test } from 'vitest'
import { batchWork } from './batched-work.ts'

interface Call {
  name: string
  /** The row that it stands in line for. */
  row?: string
  owner?: string
  /** Whoever asked has hung up. */
  left?: boolean
}

/** Batches that end when they are told to, and a note of what was in each. */
function openBatches(options: { most?: number; atOnce?: number; waiting?: number; waitMs?: number } = {}) {
  const begun: string[][] = []
  const ends: ((fault?: Error) => void)[] = []
  const doors: (() => void)[] = []
  const work = batchWork<Call, string>({
    most: 3,
    atOnce: 2,
    waiting: 100,
    waitMs: 60_000,
    ...options,
    sharedBy: ({ row }) => row ?? 'one',
    ownedBy: ({ owner, name }) => owner ?? name,
    hasLeft: ({ left = false }) => left,
    together: (calls, letNextIn) =>
      new Promise((resolve, reject) => {
        doors.push(letNextIn)
        begun.push(calls.map(({ name }) => name))
        ends.push((fault) => (fault ? reject(fault) : resolve(calls.map(({ name }) => `${name} together`))))
      }),
    alone: async ({ name }, fault) => {
      if (name === 'bad') throw fault
      return `${name} alone`
    },
  })
  const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  return {
    ...work,
    begun,
    end: (index: number, fault?: Error) => ends[index]?.(fault),
    letIn: (index: number) => doors[index]?.(),
    turn,
  }
}

test('what comes in one turn goes together at once, and what comes meanwhile makes up the next batch in its order', async () => {
  const { run, begun, end, turn } = openBatches()
  const first = [run({ name: 'a' }), run({ name: 'b' })]
  await turn()
  expect(begun).toEqual([['a', 'b']])
  const later = ['c', 'd', 'e', 'f'].map((name) => run({ name }))
  await turn()
  expect(begun).toHaveLength(1)
  end(0)
  expect(await Promise.all(first)).toEqual(['a together', 'b together'])
  await turn()
  expect(begun[1]).toEqual(['c', 'd', 'e'])
  end(1)
  await later[0]
  await turn()
  expect(begun[2]).toEqual(['f'])
})

test('batches under way at once share no row, and never more are under way than may be', async () => {
  const { run, begun, turn } = openBatches()
  void run({ name: 'a', row: 'x' })
  await turn()
  void run({ name: 'b', row: 'x' })
  void run({ name: 'c', row: 'y' })
  await turn()
  void run({ name: 'd', row: 'z' })
  await turn()
  expect(begun).toEqual([['a'], ['c']])
})

test('one owner is in a batch once, nor in two at the same time, and keeps the order of their own calls', async () => {
  const { run, begun, end, turn } = openBatches()
  const calls = [
    run({ name: 'a1', owner: 'a', row: 'x' }),
    run({ name: 'a2', owner: 'a', row: 'y' }),
    run({ name: 'b', row: 'x' }),
  ]
  await turn()
  expect(begun).toEqual([['a1', 'b']])
  end(0)
  await calls[0]
  await turn()
  expect(begun[1]).toEqual(['a2'])
})

test('a fault of the batch lets each try alone, and whose fault it is fails alone', async () => {
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

test('a batch lets in the next one of its row before it ends, and not the one after that', async () => {
  const { run, begun, letIn, end, turn } = openBatches({ most: 1, atOnce: 3 })
  const calls = ['a', 'b', 'c'].map((name) => run({ name }))
  await turn()
  expect(begun).toEqual([['a']])
  letIn(0)
  await turn()
  expect(begun).toEqual([['a'], ['b']])
  letIn(0)
  end(0)
  await calls[0]
  await turn()
  expect(begun).toHaveLength(2)
  letIn(1)
  await turn()
  expect(begun[2]).toEqual(['c'])
})

test('a person whose batch has let others in is still in it', async () => {
  const { run, begun, letIn, end, turn } = openBatches()
  const first = run({ name: 'a', owner: 'one' })
  await turn()
  void run({ name: 'b', owner: 'one' })
  letIn(0)
  await turn()
  expect(begun).toHaveLength(1)
  end(0)
  await first
  await turn()
  expect(begun[1]).toEqual(['b'])
})

test('a full queue turns away at once, a wait ends, and nothing is done for who has hung up', async () => {
  const { run, begun, end, turn } = openBatches({ waiting: 2 })
  const running = run({ name: 'a' })
  await turn()
  const hangsUp: Call = { name: 'hangs up' }
  const left = run(hangsUp)
  const stays = run({ name: 'stays' })
  expect(await run({ name: 'too many' })).toBeNull()
  hangsUp.left = true
  end(0)
  await running
  await turn()
  expect(await left).toBeNull()
  expect(await run({ name: 'gone before', left: true })).toBeNull()
  expect(begun[1]).toEqual(['stays'])
  end(1)
  expect(await stays).toBe('stays together')

  const short = openBatches({ waitMs: 1 })
  void short.run({ name: 'a' })
  await short.turn()
  expect(await short.run({ name: 'b' })).toBeNull()
})
