import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { evenly } from './evenly.ts'

/** Compares the order of two timers in one process, which holds on machines of any speed. */
const first = (work: Promise<unknown>) =>
  Promise.race([
    work.then(
      () => 'answer',
      () => 'answer',
    ),
    sleep(100).then(() => 'clock'),
  ])

describe('evenly', () => {
  test('delays a fast response', async () => {
    expect(await first(evenly(async () => 'quick'))).toBe('clock')
    expect(await evenly(async () => 'quick')).toBe('quick')
  })

  test('propagates errors', async () => {
    await expect(evenly(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  })
})
