import { setTimeout as sleep } from 'node:timers/promises'
import { openHttpClient } from '../../../bench/http-client.ts'

/** Requests a page of each process repeatedly. */
export function watchPages(origins: readonly string[], path = '/') {
  const watch = { requested: 0, failed: 0, statuses: new Map<number, number>(), stop }
  let isGoingOn = true
  const all = Promise.all(origins.map(poll))
  return watch

  async function poll(origin: string): Promise<void> {
    const wire = openHttpClient(origin)
    while (isGoingOn) {
      const timer = setTimeout(() => wire.close(), 5_000)
      const status = await wire.send({ path, headers: { accept: 'text/html' } }).then(
        (answer) => answer.status,
        () => 0,
      )
      clearTimeout(timer)
      watch.requested += 1
      watch.statuses.set(status, (watch.statuses.get(status) ?? 0) + 1)
      if (status !== 200) watch.failed += 1
      await sleep(100)
    }
    wire.close()
  }

  async function stop(): Promise<void> {
    isGoingOn = false
    await all
  }
}
