import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '#platform/postgres/database.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { databasePolicy } from '../rights/database-policy.ts'
import { ALL_RIGHTS, type ChannelPolicy } from '../rights/policy.ts'
import { ADA, BOLA, createConversations } from './channel-policies.ts'
import { type LiveServer, startLiveServer, subscribed } from './live-server.ts'

const soon = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 20 })

let db: TestDatabase
let processes: { live: LiveServer; stop(): Promise<void> }[]
beforeAll(async () => {
  db = await createTestDatabase({ floors: 'platform' })
  await createConversations(db)
})
beforeEach(async () => {
  const everyone: ChannelPolicy = async () => ALL_RIGHTS
  const asked = databasePolicy({ database: db.database, opensPublicWrites: false })
  const policy: ChannelPolicy = (identity, channel) =>
    (channel.topic.startsWith('counted:') ? asked : everyone)(identity, channel)
  const topics = {
    isCounted: (topic: string) => topic.startsWith('counted:'),
    hasOwnKeys: (topic: string) => topic.startsWith('own:'),
  }
  processes = await Promise.all(
    [1, 2].map(async () => {
      const database = openDatabase({ connectionString: db.connectionString, maxConnections: 4 })
      const live = await startLiveServer(database, { policy, topics, limits: { countIntervalMs: 50 } })
      const stop = async () => {
        await live.stop()
        expect(live.faults).toEqual([])
        await database.close()
      }
      return { live, stop }
    }),
  )
})
afterEach(async () => {
  await Promise.all(processes.map(({ stop }) => stop()))
  for (const table of ['presences', 'room_counts']) {
    expect((await db.owner.query(`select from realtime.${table}`)).rowCount).toBe(0)
  }
})
afterAll(() => db.drop())

async function join(topic: string, person: string | null, { index = 0, key = '', vsn = '2.0.0' } = {}) {
  const { live } = processes[index]!
  const client = live.client(person === null ? undefined : await live.tokenFor(person), { vsn })
  await client.setAuth()
  const channel = client.channel(topic, { config: { private: true, presence: { key } } })
  const counts: number[] = []
  const events: string[] = []
  channel.on('broadcast', { event: 'count' }, ({ payload }) => counts.push(payload.count))
  channel.on('presence', { event: 'join' }, ({ key: who }) => events.push(`join ${who}`))
  channel.on('presence', { event: 'leave' }, ({ key: who }) => events.push(`leave ${who}`))
  await subscribed(channel)
  return { client, channel, counts, events }
}

test.each(['1.0.0', '2.0.0'])(
  'who comes, changes and goes is seen in the other process, in version %s',
  async (vsn) => {
    const here = await join('hall', ADA, { key: 'ada', vsn })
    const there = await join('hall', BOLA, { key: 'bola', index: 1, vsn })
    expect(await here.channel.track({ mood: 'good' })).toBe('ok')
    expect(await there.channel.track({ mood: 'calm' })).toBe('ok')
    const both = { ada: [{ mood: 'good' }], bola: [{ mood: 'calm' }] }
    await soon(() => expect([here.channel.presenceState(), there.channel.presenceState()]).toMatchObject([both, both]))
    expect(await here.channel.track({ mood: 'better' })).toBe('ok')
    await soon(() => expect(there.channel.presenceState()).toMatchObject({ ada: [{ mood: 'better' }] }))
    expect(await here.channel.untrack()).toBe('ok')
    await soon(() => expect(Object.keys(there.channel.presenceState())).toEqual(['bola']))
    await there.client.disconnect()
    await soon(() => expect(here.channel.presenceState()).toEqual({}))
    expect(here.events).toContain('leave bola')
  },
)

describe('in a channel whose keys are the people', () => {
  test('nobody takes the key of another', async () => {
    const ada = await join('own:1', ADA, { key: BOLA })
    const bola = await join('own:1', BOLA, { index: 1 })
    expect(await ada.channel.track({ name: 'Bola' })).toBe('ok')
    await soon(() => expect(Object.keys(bola.channel.presenceState())).toEqual([ADA]))
  })

  test('a stranger has none, and so is not there', async () => {
    const { channel } = await join('own:1', null, { key: ADA })
    expect(await channel.track({})).toBe('error')
  })

  test('a channel is not handed to another person', async () => {
    const { client, channel } = await join('own:1', ADA)
    const messages: string[] = []
    channel.on('system', {}, ({ message }) => messages.push(message))
    await client.setAuth(await processes[0]!.live.tokenFor(BOLA))
    await soon(() => expect(messages).toEqual(['This channel was joined as another person']))
  })
})

describe('a counted channel', () => {
  test('tells how many are there over all processes, and never who', async () => {
    const one = await join('counted:1', ADA, { key: 'ada' })
    const two = await join('counted:1', null, { index: 1 })
    await soon(() => expect([one.counts.at(-1), two.counts.at(-1)]).toEqual([2, 2]))
    // The same person again, in another tab of the same process.
    const again = await join('counted:1', ADA)
    await soon(() => expect(again.counts.at(-1)).toBe(2))
    const stranger = await join('counted:1', null)
    await soon(() => expect(one.counts.at(-1)).toBe(3))
    const elsewhere = await join('counted:2', BOLA)
    await soon(() => expect(elsewhere.counts.at(-1)).toBe(1))
    await stranger.channel.unsubscribe()
    await two.client.disconnect()
    await soon(() => expect(one.counts.at(-1)).toBe(1))
    expect([one.events, one.channel.presenceState()]).toEqual([[], {}])
  })

  test('has no presences, and nobody else tells a count', async () => {
    const one = await join('counted:1', ADA)
    const two = await join('counted:1', BOLA)
    await soon(() => expect(two.counts.at(-1)).toBe(2))
    expect(await one.channel.track({ name: 'Ada' })).toBe('error')
    await one.channel.send({ type: 'broadcast', event: 'count', payload: { count: 1_000 } })
    await expect(one.channel.httpSend('count', { count: 1_000 })).rejects.toThrow('Unauthorized')
    // A count that is heard after the attempts, so that theirs would have been heard as well.
    await join('counted:1', null)
    await soon(() => expect(two.counts.at(-1)).toBe(3))
    expect(two.counts.filter((count) => count > 3)).toEqual([])
  })
})

describe('many pages of one address', () => {
  test('count as five, over all processes', async () => {
    const pages = [ADA, BOLA, ...Array.from({ length: 9 }, () => null)]
    const joined = []
    for (const [index, person] of pages.entries()) joined.push(await join('counted:1', person, { index: index % 2 }))
    const [first] = joined
    await soon(() => expect(first?.counts.at(-1)).toBe(5))
    const stored = 'select sum(members)::integer as stored from realtime.room_counts'
    await soon(async () => expect((await db.owner.query(stored)).rows).toEqual([{ stored: 10 }]))
    // Three more from another network, which the other process has counted.
    const other = '00000000-0000-4000-8000-0000000000cc'
    await db.owner.query('insert into realtime.processes (id) values ($1)', [other])
    await db.owner.query(
      `insert into realtime.room_counts (channel, process, network, members) values ('counted:1', $1, 'elsewhere', 3)`,
      [other],
    )
    await soon(() => expect(first?.counts.at(-1)).toBe(8))
    await db.owner.query('delete from realtime.room_counts where process = $1', [other])
    for (const { channel } of joined.slice(3)) await channel.unsubscribe()
    await soon(() => expect(first?.counts.at(-1)).toBe(3))
  })
})

test('members of a process that died are not counted', async () => {
  const dead = '00000000-0000-4000-8000-0000000000dd'
  await db.owner.query(`insert into realtime.processes (id, seen_at) values ($1, now() - interval '1 hour')`, [dead])
  await db.owner.query(
    `insert into realtime.room_counts (channel, process, network, members) values ('counted:1', $1, 'x', 500)`,
    [dead],
  )
  const one = await join('counted:1', ADA)
  await soon(() => expect(one.counts.at(-1)).toBe(1))
  await db.owner.query('delete from realtime.room_counts where process = $1', [dead])
})
