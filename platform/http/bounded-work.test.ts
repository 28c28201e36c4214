import { expect, test } from 'vitest'
import { boundWork } from './bounded-work.ts'

/** Work that ends when it is told to. */
function holdable() {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end, work: () => ended.then(() => new Response('done')) }
}

const textOf = async (answer: Promise<Response | null>) => (await answer)?.text() ?? null

test('what has no room waits, and what finds the queue full is turned away at once', async () => {
  const bounded = boundWork({ running: 1, waiting: 1, waitMs: 60_000 })
  const first = holdable()
  const running = bounded.run(first.work)
  const waiting = bounded.run(async () => new Response('next'))
  expect(await bounded.run(async () => new Response('too many'))).toBeNull()
  first.end()
  expect([await textOf(running), await textOf(waiting)]).toEqual(['done', 'next'])
  expect(await textOf(bounded.run(async () => new Response('room again')))).toBe('room again')
})

test('a wait ends', async () => {
  const bounded = boundWork({ running: 1, waiting: 1, waitMs: 1 })
  const first = holdable()
  const running = bounded.run(first.work)
  expect(await bounded.run(async () => new Response('never'))).toBeNull()
  first.end()
  expect(await textOf(running)).toBe('done')
})

test('nothing is done for those who hung up', async () => {
  const bounded = boundWork({ running: 1, waiting: 2, waitMs: 60_000 })
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

test('work that fails gives its place back', async () => {
  const bounded = boundWork({ running: 1, waiting: 0, waitMs: 1 })
  await expect(bounded.run(() => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug')
  expect(await textOf(bounded.run(async () => new Response('room')))).toBe('room')
})
