import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBatcher } from './batcher.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('delivers the first item at once and batches the rest, at most ten times a second', () => {
  const batches: number[][] = []
  const rows = createBatcher<number>(100, (batch) => void batches.push(batch))
  for (let row = 0; row < 1000; row++) {
    rows.add(row)
    vi.advanceTimersByTime(1)
  }
  vi.advanceTimersByTime(200)
  expect(batches[0]).toEqual([0])
  expect(batches.length).toBeLessThanOrEqual(11)
  expect(batches.flat()).toEqual(Array.from({ length: 1000 }, (_, row) => row))
})

test('delivers at once again after a pause, and nothing once stopped', () => {
  const batches: string[][] = []
  const rows = createBatcher<string>(100, (batch) => void batches.push(batch))
  rows.add('a')
  vi.advanceTimersByTime(150)
  rows.add('b')
  expect(batches).toEqual([['a'], ['b']])
  rows.add('c')
  rows.stop()
  vi.advanceTimersByTime(1000)
  expect(batches).toHaveLength(2)
})
