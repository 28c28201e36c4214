import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { SERVICE } from '#platform/postgres/database.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { createProvenSession } from '#server/testing/money/shop-money.ts'
import { subscribeBrowser } from '#server/testing/subscribe-browser.ts'
import { notifyEach, queueSystemMail } from '../queue-system-mail.ts'
import { OUTBOX_BATCH_SIZE, relayOutbox } from './relay-outbox.ts'
import { startOutboxRelay } from './start-outbox-relay.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
beforeEach(() => market.db.owner.query('truncate outbox.entries, public.notices, public.pushes, mail.messages'))
afterEach(() => expect(market.faults).toEqual([]))
afterAll(() => market.close())

const siteUrl = 'https://market.test'
const facts = (product: string) => ({ orderId: crypto.randomUUID(), product, orderNo: 12, refundKobo: 100n })
const emailOf = async (person: string) =>
  (await market.row<{ email: string }>('select rights.email_of($1) as email', [person])).email

/** Tells each person that a buy failed, in one transaction. */
async function notify(people: readonly string[], product = 'Ofada rice') {
  const notifications = await Promise.all(
    people.map(async (person) => ({ person, to: await emailOf(person), siteUrl, facts: facts(product) })),
  )
  await market.db.database.as(SERVICE, (tx) => notifyEach(tx, 'buy-failed', notifications))
}
const people = (count: number) => Promise.all(Array.from({ length: count }, () => market.person()))
/** Reads without the relay that a test market runs before reads of messages. */
const count = async (table: string) => {
  const client = await market.db.owner.connect()
  try {
    return Number((await client.query(`select count(*) as n from ${table}`)).rows[0].n)
  } finally {
    client.release()
  }
}
const counts = async () => [await count('outbox.entries'), await count('public.notices'), await count('mail.messages')]
const relay = (onFault = (fault: unknown) => void market.faults.push(fault), limit = OUTBOX_BATCH_SIZE) =>
  relayOutbox(market.db.database, { onFault, limit })

test('a command writes no message before its commit, and nothing if it rolls back', async () => {
  const [person = ''] = await people(1)
  await expect(
    market.db.database.as(SERVICE, async (tx) => {
      await queueSystemMail(tx, 'buy-failed', { to: 'a@market.test', person, siteUrl, facts: facts('Rice') })
      expect(await counts()).toEqual([0, 0, 0])
      throw new Error('The command failed')
    }),
  ).rejects.toThrow('The command failed')
  await relay()
  expect(await counts()).toEqual([0, 0, 0])
})

test('one entry becomes a mail, a notice and the pushes to each browser', async () => {
  const [person = ''] = await people(1)
  await subscribeBrowser(market, person)
  await subscribeBrowser(market, person)
  await notify([person])
  expect(await counts()).toEqual([1, 0, 0])
  expect(await relay()).toBe(1)
  expect([...(await counts()), await count('public.pushes')]).toEqual([0, 1, 1, 2])
})

test('people without an address get the notice; an address without an account gets the mail', async () => {
  const [person = ''] = await people(1)
  await market.db.database.as(SERVICE, async (tx) => {
    await queueSystemMail(tx, 'buy-failed', { to: null, person, siteUrl, facts: facts('Rice') })
    await queueSystemMail(tx, 'staff-invited', {
      to: 'new@market.test',
      siteUrl,
      facts: { place: 'Ikeja hub', duty: 'hand-over' } as never,
    })
  })
  await relay()
  expect(await counts()).toEqual([0, 1, 1])
})

test('a recipient that is no address is refused at once', async () => {
  const [person = ''] = await people(1)
  await expect(
    market.db.database.as(SERVICE, (tx) =>
      queueSystemMail(tx, 'buy-failed', { to: 'a@b.test\nBcc: x@evil.test', person, siteUrl, facts: facts('Rice') }),
    ),
  ).rejects.toThrow('recipient must be one plain address')
})

test('notices have the time of their event, and the mails of a person its order', async () => {
  const [person = ''] = await people(1)
  for (const product of ['Rice', 'Beans', 'Yam']) await notify([person], product)
  await market.db.owner.query(
    `update outbox.entries set created_at = now() - make_interval(hours => 5 - row::integer) from (select id, row_number() over (order by id) as row from outbox.entries) e
     where e.id = entries.id`,
  )
  await relay()
  const { rows: notices } = await market.db.owner.query(
    `select title, round(extract(epoch from now() - created_at) / 3600)::integer as hours from public.notices order by created_at`,
  )
  expect(notices).toEqual([
    { title: expect.stringContaining('Rice'), hours: 4 },
    { title: expect.stringContaining('Beans'), hours: 3 },
    { title: expect.stringContaining('Yam'), hours: 2 },
  ])
  const { rows: mails } = await market.db.owner.query<{ subject: string }>(
    'select subject from mail.messages order by next_attempt_at',
  )
  expect(mails.map(({ subject }) => /Rice|Beans|Yam/.exec(subject)?.[0])).toEqual(['Rice', 'Beans', 'Yam'])
})

test('relays in several processes share the entries, and each is written once', async () => {
  await notify(await people(30))
  for (let round = 0; round < 10; round += 1) await notify(await people(20))
  const tried = await Promise.all(Array.from({ length: 12 }, () => relay(undefined, 50)))
  while ((await relay()) > 0);
  expect(tried.filter((entries) => entries > 0).length).toBeGreaterThan(1)
  expect(await counts()).toEqual([0, 230, 230])
  const { twice } = await market.row('select count(*) - count(distinct person_id) as twice from public.notices')
  expect(Number(twice)).toBe(0)
})

test('a fault of one entry is reported and retried later, and the others are written', async () => {
  await notify(await people(4))
  await market.db.owner.query(
    `update outbox.entries set message = 'no-such-message' where id = (select min(id) from outbox.entries)`,
  )
  const faults: unknown[] = []
  expect(await relay((fault) => void faults.push(fault))).toBe(4)
  expect([faults.length, ...(await counts())]).toEqual([1, 1, 3, 3])
  expect(await relay()).toBe(0)
  const entry = await market.row(
    `select attempts, last_error is not null as has_error, next_attempt_at > now() as is_later from outbox.entries`,
  )
  expect(entry).toEqual({ attempts: 1, has_error: true, is_later: true })
  await market.db.owner.query(`update outbox.entries set message = 'buy-failed', next_attempt_at = now()`)
  await relay()
  expect(await counts()).toEqual([0, 4, 4])
})

test('a running relay writes the messages of other processes within a moment of their commit', async () => {
  const running = await startOutboxRelay({
    database: market.db.database,
    onFault: (fault) => market.faults.push(fault),
  })
  try {
    await notify(await people(2))
    await expect.poll(counts, { timeout: 10_000, interval: 20 }).toEqual([0, 2, 2])
  } finally {
    await running.stop()
  }
})

test('an account that is deleted while its messages are being written has none of them', async () => {
  const [person = ''] = await people(1)
  const session = await createProvenSession(market, person)
  await notify([person])
  const relaying = await market.db.owner.connect()
  try {
    await relaying.query('begin')
    await relaying.query('delete from outbox.entries where person_id = $1', [person])
    await relaying.query(
      `insert into public.notices (person_id, kind, title, body) values ($1, 'buy-failed', 'A title', 'A body')`,
      [person],
    )
    const deleting = market.call('delete-account', { user_id: person }, { as: person, session })
    const waiting = `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(() => count(waiting), { timeout: 20_000, interval: 20 }).toBe(1)
    await relaying.query('commit')
    expect((await deleting).status).toBe(200)
  } finally {
    relaying.release()
  }
  expect(await count(`public.notices where person_id = '${person}'`)).toBe(0)
})

test('an account that is deleted has no entries', async () => {
  const [gone = '', stays = ''] = await people(2)
  await notify([gone, stays])
  await market.db.owner.query('delete from public.profiles where id = $1', [gone])
  const { rows } = await market.db.owner.query('select person_id from outbox.entries')
  expect(rows).toEqual([{ person_id: stays }])
})
