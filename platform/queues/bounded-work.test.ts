import { expect, test } from 'vitest'
import { boundWork } from './bounded-work.ts'

/** Work that ends on command. */
function holdable() {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end, work: () => ended.then(() => new Response('done')) }
}

const textOf = async (answer: Promise<Response | null>) => (await answer)?.text() ?? null

test('queues work above the limit, and rejects it at once when the queue is full', async () => {
  const bounded = boundWork({ maxRunning: 1, maxQueued: 1, maxQueuedMs: 60_000 })
  const first = holdable()
  const running = bounded.run(first.work)
  const waiting = bounded.run(async () => new Response('next'))
  expect(await bounded.run(async () => new Response('too many'))).toBeNull()
  first.end()
  expect([await textOf(running), await textOf(waiting)]).toEqual(['done', 'next'])
  expect(await textOf(bounded.run(async () => new Response('room again')))).toBe('room again')
})

test('rejects queued work after the timeout', async () => {
  const bounded = boundWork({ maxRunning: 1, maxQueued: 1, maxQueuedMs: 1 })
  const first = holdable()
  const running = bounded.run(first.work)
  expect(await bounded.run(async () => new Response('never'))).toBeNull()
  first.end()
  expect(await textOf(running)).toBe('done')
})

test('skips work of clients that have disconnected', async () => {
  const bounded = boundWork({ maxRunning: 1, maxQueued: 2, maxQueuedMs: 60_000 })
  const done: string[] = []
  const note = (name: string) => async () => {
    done.push(name)
    return new Response(name)
  }
  const first = holdable()
  const running = bounded.run(first.work)
  const leaving = new AbortController()
  const left = bounded.run(note('left'), leaving.signal)
  const stayed = bounded.run(note('stayed'))
  leaving.abort()
  expect(await left).toBeNull()
  first.end()
  await Promise.all([running, stayed])
  expect(await bounded.run(note('late'), AbortSignal.abort())).toBeNull()
  expect(done).toEqual(['stayed'])
})

test('failed work frees its slot', async () => {
  const bounded = boundWork({ maxRunning: 1, maxQueued: 0, maxQueuedMs: 1 })
  await expect(bounded.run(() => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug')
  expect(await textOf(bounded.run(async () => new Response('room')))).toBe('room')
})
