import { expect, test } from 'vitest'
import { createConcurrencyLimiter, TooBusy } from './concurrency-limiter.ts'

/** Work that ends on command. */
function controlledWork() {
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

test('limits concurrency, with groups in round-robin order', async () => {
  const { started, work, end } = controlledWork()
  const limiter = createConcurrencyLimiter({ maxRunning: 2, maxQueued: 10, maxQueuedPerGroup: 10 })
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1'].map((name) => limiter(name[0] ?? '', work(name)))
  expect(started).toEqual(['a1', 'a2'])
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'a4']) await end(name)
  expect(started).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4'])
  expect(await Promise.all(all)).toHaveLength(6)
})

test('rejects when the queue of a group, or of all, is full', async () => {
  const { started, work, end } = controlledWork()
  const limiter = createConcurrencyLimiter({ maxRunning: 1, maxQueued: 3, maxQueuedPerGroup: 2 })
  const running = [limiter('a', work('a1')), limiter('a', work('a2')), limiter('a', work('a3'))]
  await expect(limiter('a', work('a4'))).rejects.toThrow(TooBusy)
  running.push(limiter('b', work('b1')))
  await expect(limiter('c', work('c1'))).rejects.toThrow(TooBusy)
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
  await Promise.all(running)
  expect(await limiter('c', async () => 'later')).toBe('later')
})

test('failed work frees its slot', async () => {
  const limiter = createConcurrencyLimiter({ maxRunning: 1, maxQueued: 1, maxQueuedPerGroup: 1 })
  const fails = limiter('a', async () => Promise.reject(new Error('failed')))
  const next = limiter('a', async () => 'next')
  await expect(fails).rejects.toThrow('failed')
  expect(await next).toBe('next')
})
