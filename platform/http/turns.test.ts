import { expect, test } from 'vitest'
import { createTurns, TooBusy } from './turns.ts'

/** Work that ends when the test says so. */
function held() {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    started,
    work: (name: string) => () =>
      new Promise<string>((resolve) => {
        started.push(name)
        ends.set(name, () => resolve(name))
      }),
    end: async (name: string) => {
      ends.get(name)?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

test('so much runs at once, and the groups take turns', async () => {
  const { started, work, end } = held()
  const inTurn = createTurns({ atOnce: 2, waiting: 10, waitingEach: 10 })
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map((name) => inTurn(name[0] ?? '', work(name)))
  expect(started).toEqual(['a1', 'a2'])
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'a4']) await end(name)
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4'])
  expect(await Promise.all(all)).toHaveLength(6)
})

test('what does not fit is refused at once, first to the group that waits most', async () => {
  const { started, work, end } = held()
  const inTurn = createTurns({ atOnce: 1, waiting: 3, waitingEach: 2 })
  const running = [inTurn('a', work('a1')), inTurn('a', work('a2')), inTurn('a', work('a3'))]
  await expect(inTurn('a', work('a4'))).rejects.toThrow(TooBusy)
  running.push(inTurn('b', work('b1')))
  await expect(inTurn('c', work('c1'))).rejects.toThrow(TooBusy)
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
  await Promise.all(running)
  expect(await inTurn('c', async () => 'later')).toBe('later')
})

test('work that fails gives its place back', async () => {
  const inTurn = createTurns({ atOnce: 1, waiting: 1, waitingEach: 1 })
  const fails = inTurn('a', async () => Promise.reject(new Error('failed')))
  const next = inTurn('a', async () => 'next')
  await expect(fails).rejects.toThrow('failed')
  expect(await next).toBe('next')
})
