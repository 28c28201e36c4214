import { afterEach, expect, test } from 'vitest'
import type { Database } from '#platform/postgres/database.ts'
import { type Bus, type Envelope, startBus } from './bus.ts'

/** A database shared with one other process, on which long messages are slow. */
function slowDatabase() {
  const largeMessages = new Map<string, string>()
  const posted: Record<string, unknown>[] = []
  let notify: (text: string) => void = () => undefined
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const query = async (sql: string, [value]: [string]) => {
    if (sql.includes('realtime.large_messages')) {
      await pause(40)
      const content = largeMessages.get(value)
      return { rows: content ? [{ content }] : [] }
    }
    await pause(value.length > 1_000 ? 40 : 1)
    posted.push(JSON.parse(value))
    return { rows: [] }
  }
  const database = {
    as: (_: unknown, work: (tx: unknown) => Promise<unknown>) => work({ query }),
    listen: async (_: string, onMessage: (text: string) => void) => {
      notify = onMessage
      return async () => undefined
    },
    close: async () => undefined,
  } as unknown as Database
  return {
    database,
    posted,
    largeMessages,
    say: (message: Record<string, unknown>) => notify(JSON.stringify({ origin: 'another', ...message })),
  }
}

const started: Bus[] = []
afterEach(() => Promise.all(started.splice(0).map((bus) => bus.stop())))

async function open(database: Database) {
  const received: unknown[] = []
  const faults: unknown[] = []
  const onEnvelope = ({ payload }: Envelope) => void received.push(payload)
  const bus = await startBus({ database, onEnvelope, onFault: (fault) => faults.push(fault) })
  started.push(bus)
  return { bus, received, faults }
}

const envelope = (payload: unknown, topic = 'hall'): Envelope => ({ topic, event: 'said', private: false, payload })

test('a short message does not overtake an earlier long one, which has to be fetched', async () => {
  const { database, largeMessages, say } = slowDatabase()
  const { received, faults } = await open(database)
  largeMessages.set('p1', JSON.stringify({ ...envelope('long'), origin: 'another' }))
  say({ parcel: 'p1' })
  say({ ...envelope('short') })
  say({ parcel: 'gone' })
  say({ ...envelope('last') })
  await expect.poll(() => received).toEqual(['long', 'short', 'last'])
  expect(faults).toEqual([])
})

test('a short message is not sent ahead of an earlier long one in the same channel', async () => {
  const { database, posted, say } = slowDatabase()
  const { bus } = await open(database)
  say({ hello: 'another' })
  await expect.poll(() => posted.length).toBeGreaterThanOrEqual(2)
  posted.length = 0
  const long = 'x'.repeat(5_000)
  await Promise.all([bus.post(envelope(long)), bus.post(envelope('short')), bus.post(envelope('elsewhere', 'yard'))])
  expect(posted.map(({ payload }) => payload)).toEqual(['elsewhere', long, 'short'])
})
