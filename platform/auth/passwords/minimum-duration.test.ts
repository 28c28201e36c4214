import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { withMinimumDuration } from './minimum-duration.ts'

/** Compares the order of two timers in one process, which holds on machines of any speed. */
const first = (work: Promise<unknown>) =>
  Promise.race([
    work.then(
      () => 'answer',
      () => 'answer',
    ),
    sleep(100).then(() => 'clock'),
  ])

describe('withMinimumDuration', () => {
  test('delays a fast response', async () => {
    expect(await first(withMinimumDuration(async () => 'quick'))).toBe('clock')
    expect(await withMinimumDuration(async () => 'quick')).toBe('quick')
  })

  test('propagates errors', async () => {
    await expect(withMinimumDuration(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  })
})
