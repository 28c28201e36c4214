import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inBatches } from './in-batches.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the first is passed on at once, the rest together, at most ten times a second', () => {
  const batches: number[][] = []
  const rows = inBatches<number>(100, (batch) => void batches.push(batch))
  for (let row = 0; row < 1000; row++) {
    rows.add(row)
    vi.advanceTimersByTime(1)
  }
  vi.advanceTimersByTime(200)
  expect(batches[0]).toEqual([0])
  expect(batches.length).toBeLessThanOrEqual(11)
  expect(batches.flat()).toEqual(Array.from({ length: 1000 }, (_, row) => row))
})

test('after a pause the first is quick again, and once stopped nothing more comes', () => {
  const batches: string[][] = []
  const rows = inBatches<string>(100, (batch) => void batches.push(batch))
  rows.add('a')
  vi.advanceTimersByTime(150)
  rows.add('b')
  expect(batches).toEqual([['a'], ['b']])
  rows.add('c')
  rows.stop()
  vi.advanceTimersByTime(1000)
  expect(batches).toHaveLength(2)
})
