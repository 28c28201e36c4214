import { expect, test } from 'vitest'
import { openAnnouncer } from './announcer.ts'

test('batches notifications queued while others are published, and publishes all of them on stop', async () => {
  let sent = 0
  let release = () => {}
  const announcer = openAnnouncer({
    sendAll: () =>
      new Promise<void>((resolve) => {
        sent += 1
        release = resolve
      }),
    onFault: () => undefined,
  })
  for (let turn = 0; turn < 5; turn++) announcer.send()
  expect(sent).toBe(1)
  const first = release
  first()
  await expect.poll(() => sent).toBe(2)
  release()
  await expect.poll(() => sent).toBe(3)
  const stopped = announcer.stop()
  release()
  await expect.poll(() => sent).toBe(4)
  release()
  await stopped
})

test('reports consecutive faults once, and goes on publishing', async () => {
  const faults: unknown[] = []
  let works = false
  let tries = 0
  const announcer = openAnnouncer({
    async sendAll() {
      tries += 1
      if (!works) throw new Error(`away ${tries}`)
    },
    onFault: (fault) => faults.push(fault),
  })
  announcer.send()
  await expect.poll(() => tries).toBeGreaterThan(2)
  expect(faults).toEqual([new Error('away 1')])
  works = true
  const before = tries
  await expect.poll(() => tries).toBeGreaterThan(before + 1)
  expect(faults).toHaveLength(1)
  await announcer.stop()
})
