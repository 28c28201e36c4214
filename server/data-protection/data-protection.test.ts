import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { REGISTER } from '#domain/data-protection/register.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'
import { withoutOthers } from './read-held-data.ts'

let market: TestMarket
let chief: string
let second: string
beforeAll(async () => {
  market = await openTestMarket()
  chief = await market.person({ role: 'chief' })
  second = await market.person({ role: 'chief' })
})
afterAll(() => market.close())

const today = () =>
  market.row<{ day: string }>(`select ((clock_timestamp() at time zone 'Africa/Lagos')::date)::text as day`)
const request = async (facts: Record<string, unknown>, as = chief) =>
  market.call(
    'open-data-request',
    {
      kind: 'access',
      channel: 'e-mail',
      person_id: null,
      requester: 'Ada Obi',
      details: '',
      received_on: (await today()).day,
      ...facts,
    },
    { as },
  )
const step = (request_id: string, name: string, facts: Record<string, unknown> = {}, as = chief) =>
  market.call(
    'handle-data-request',
    { request_id, step: name, text: 'Because of the long weekend.', until: null, ...facts },
    { as },
  )
const erase = (request_id: string, as: string) => market.call('confirm-erasure', { request_id }, { as })

const buyer = async () => {
  const { orders } = await paidBuys(market).settled(1, { buy: { min_participants: 1 } })
  return orders[0]?.buyer ?? ''
}

test('a request is due 30 days after its day in Lagos, and can be extended to 60 with a reason', async () => {
  const { body } = await request({ received_on: '2026-01-31' })
  const { due, status } = await market.row<{ due: string; status: string }>(
    'select due_on::text as due, status from public.data_requests where id = $1',
    [body.request_id],
  )
  expect([due, status]).toEqual(['2026-03-02', 'open'])
  expect((await step(body.request_id, 'extend', { until: '2026-04-02' })).status).toBe(400)
  expect((await step(body.request_id, 'extend', { until: '2026-04-01', text: '' })).status).toBe(400)
  expect((await step(body.request_id, 'extend', { until: '2026-04-01' })).status).toBe(200)
  expect((await step(body.request_id, 'take', { text: '' }, second)).status).toBe(200)
  expect((await step(body.request_id, 'fulfil')).body.status).toBe('fulfilled')
  expect((await step(body.request_id, 'refuse')).body.code).toBe('data_request_closed')
  expect((await request({ received_on: '2099-01-01' })).status).toBe(400)
})

test('only chiefs open, handle and read requests; a person reads their own', async () => {
  const person = await market.person()
  const { body } = await request({ person_id: person })
  for (const role of ['customer', 'vendor', 'manager', 'coordinator', 'administrator', 'supervisor']) {
    const as = await market.person({ role })
    expect((await request({}, as)).body.code, role).toBe('not_allowed')
    expect((await step(body.request_id, 'fulfil', {}, as)).status, role).toBe(404)
    expect((await erase(body.request_id, as)).status, role).toBe(404)
    expect((await market.call('make-data-export', { request_id: body.request_id }, { as })).status, role).toBe(404)
  }
  const closing = market.db.owner.query(`update public.data_requests set details = 'x' where id = $1`, [
    body.request_id,
  ])
  await expect(closing).resolves.toBeDefined()
  const listed = async (as: string | null) =>
    (await asPerson(market.db, as, 'select id from public.data_requests where id = $1', [body.request_id])).rows.length
  expect([await listed(person), await listed(chief), await listed(await market.person())]).toEqual([1, 1, 0])
  const open = await asPerson(market.db, chief, `select amount from public.waiting where subject = 'data_request'`)
  expect(Number(open.rows[0]?.amount)).toBeGreaterThan(0)
  await step(body.request_id, 'fulfil')
  const later = market.db.owner.query(`update public.data_requests set details = 'y' where id = $1`, [body.request_id])
  await expect(later).rejects.toMatchObject({ code: 'PT409' })
})

test('an account is erased by two different chiefs, once nothing of it is open', async () => {
  const person = await buyer()
  const { body } = await request({ kind: 'erasure', person_id: person })
  const id = body.request_id
  expect(await erase(id, chief)).toMatchObject({
    status: 409,
    body: { code: 'erasure_blocked', message: /orders that are not finished/ },
  })
  await withoutTriggers(market.db.owner, (client) =>
    client.query(`update public.orders set status = 'completed' where user_id = $1`, [person]),
  )
  expect((await step(id, 'fulfil')).body.code).toBe('erasure_is_confirmed')
  expect((await erase(id, chief)).body.status).toBe('confirming')
  expect((await erase(id, chief)).body.code).toBe('second_chief_needed')
  const alone = market.db.owner.query(
    `update public.data_requests set status = 'fulfilled', closed_by = $2, closed_at = now(), outcome = 'Alone' where id = $1`,
    [id, chief],
  )
  await expect(alone, 'the database refuses one chief').rejects.toMatchObject({ code: 'PT403' })
  const results = await Promise.all([erase(id, second), erase(id, second)])
  expect(results.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(
    await market.row(
      `select p.full_name, u.email, u.deleted_at is not null as gone, r.status, r.requester from public.profiles p join auth.users u on u.id = p.id
       join public.data_requests r on r.person_id = p.id where p.id = $1`,
      [person],
    ),
  ).toEqual({ full_name: 'Deleted member', email: null, gone: true, status: 'fulfilled', requester: 'Deleted member' })
  expect(market.faults).toEqual([])
})

test('a first chief who is one no longer has not agreed, and an erasure without an account is closed by one', async () => {
  const person = await market.person()
  const leaving = await market.person({ role: 'chief' })
  const { body } = await request({ kind: 'erasure', person_id: person })
  expect((await erase(body.request_id, leaving)).body.status).toBe('confirming')
  await withoutTriggers(market.db.owner, (client) =>
    client.query(`update public.profiles set role = 'coordinator' where id = $1`, [leaving]),
  )
  expect((await erase(body.request_id, chief)).body.status).toBe('confirming')
  const moved = market.db.owner.query('update public.data_requests set person_id = $2 where id = $1', [
    body.request_id,
    await market.person(),
  ])
  await expect(moved, 'an agreement is about one account').rejects.toMatchObject({ code: 'PT409' })
  expect((await erase(body.request_id, second)).body.status).toBe('fulfilled')

  const without = await request({ kind: 'erasure' })
  expect((await erase(without.body.request_id, chief)).body.code).toBe('request_without_account')
  expect((await step(without.body.request_id, 'fulfil')).body.status).toBe('fulfilled')
})

test('chiefs do not erase themselves', async () => {
  const own = await market.person({ role: 'chief' })
  const { body } = await request({ kind: 'erasure', person_id: own }, own)
  expect((await erase(body.request_id, own)).body.code).toBe('own_case')
  const alone = market.db.owner.query(
    `update public.data_requests set status = 'fulfilled', closed_by = $2, closed_at = now(), outcome = 'Alone' where id = $1`,
    [body.request_id, own],
  )
  await expect(alone).rejects.toMatchObject({ code: 'PT403' })
})

test('the file of a person is handed out once, with the second step, and the person is told', async () => {
  const person = await buyer()
  await market.call('suspend-account', { user_id: person, reason: 'The papers were forged.' }, { as: chief })
  const { body } = await request({ person_id: person })
  const made = await market.call('make-data-export', { request_id: body.request_id }, { as: chief })
  const take = (aal: string, as = second) =>
    market.call('take-data-export', { export_id: made.body.export_id }, { as, aal })
  expect((await take('aal1')).body.code).toBe('second_factor_needed')
  expect((await take('aal2', await market.person({ role: 'coordinator' }))).status).toBe(404)
  const results = await Promise.all([take('aal2'), take('aal2')])
  expect(results.map(({ status }) => status).sort()).toEqual([200, 409])
  const { file } = results.find(({ status }) => status === 200)?.body ?? {}
  expect(file.orders).toHaveLength(1)
  expect(file.payments[0].user_id).toBe(person)
  expect(JSON.stringify(file)).not.toContain(chief)
  const { n } = await market.row<{ n: number }>(
    `select count(*)::integer as n from mail.messages where subject = 'Your data is being handed out' and recipient = rights.email_of($1)`,
    [person],
  )
  expect(n).toBe(1)
  const again = market.db.owner.query('update public.data_exports set taken_at = now() where id = $1', [
    made.body.export_id,
  ])
  await expect(again).rejects.toMatchObject({ code: 'PT409' })
})

test('own presses are recorded as fulfilled at once, a download once a day', async () => {
  const person = await market.person()
  for (const logged of [true, false])
    expect((await market.call('log-data-export', { file: 'data' }, { as: person })).body).toEqual({ logged })
  expect(
    await market.row('select kind, channel, status from public.data_requests where person_id = $1', [person]),
  ).toEqual({ kind: 'access', channel: 'account', status: 'fulfilled' })
})

test('an incident keeps the moment of its discovery, and stays as it is once closed', async () => {
  const facts = {
    incident_id: null,
    title: 'A laptop was stolen',
    discovered_at: '2026-01-05T10:00',
    what_happened: 'From the hub in Ikeja',
    data_affected: 'Names and phone numbers of one day',
    people_affected: 40,
    is_high_risk: true,
    measures: '',
    commission_notified_at: null,
    people_notified_at: null,
    close: false,
  }
  const save = (changes: Record<string, unknown> = {}, as = chief) =>
    market.call('save-data-incident', { ...facts, ...changes }, { as })
  expect((await save({}, await market.person({ role: 'coordinator' }))).body.code).toBe('not_allowed')
  expect((await save({ discovered_at: '2099-01-01T10:00' })).status).toBe(400)
  expect((await save({ commission_notified_at: '2026-01-05T09:00' })).status).toBe(400)
  expect((await save({ close: true })).status, 'a high risk is not closed in silence').toBe(400)
  const { body } = await save()
  const waiting = async (as: string) =>
    (await asPerson(market.db, as, `select amount from public.waiting where subject = 'data_incident'`)).rows
  expect(await waiting(chief)).toEqual([{ amount: 1 }])
  expect(await waiting(await market.person({ role: 'coordinator' }))).toEqual([])
  const id = body.incident_id
  const early = market.db.owner.query(`update public.data_incidents set discovered_at = '2026-01-04' where id = $1`, [
    id,
  ])
  await expect(early).rejects.toMatchObject({ code: 'PT409' })
  const told = { incident_id: id, commission_notified_at: '2026-01-06T10:00', close: true }
  expect((await save(told)).status).toBe(200)
  expect(await waiting(chief)).toEqual([])
  expect((await save(told)).body.code).toBe('incident_closed')
  const moved = market.db.owner.query('update public.data_incidents set discovered_at = now() where id = $1', [id])
  await expect(moved).rejects.toMatchObject({ code: 'PT409' })
})

/** Columns that say who a row is about or who wrote it. */
const PERSON_COLUMNS = `select distinct format('%s.%s', n.nspname, c.relname) as name from pg_attribute a
  join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') join pg_namespace n on n.oid = c.relnamespace
  where a.attnum > 0 and not a.attisdropped and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
    and (exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey)
        and k.confrelid in ('public.profiles'::regclass, 'auth.users'::regclass))
      or a.atttypid = 'uuid'::regtype and a.attname ~ '^(person|user|profile|actor|author|buyer|sender|viewer|about)_id$'
      or a.atttypid = 'text'::regtype and a.attname ~ '^(email|phone|recipient|recipient_email|caller)$')
  order by 1`

test('every table that names a person is in the register of processing, and every table of the register exists', async () => {
  const { rows } = await market.db.owner.query<{ name: string }>(PERSON_COLUMNS)
  const listed = REGISTER.flatMap(({ tables }) => tables.map(({ table }) => table))
  expect(listed.length, 'a table is listed once').toBe(new Set(listed).size)
  expect(
    rows.map(({ name }) => name).filter((name) => !listed.includes(name)),
    'enter these in domain/data-protection/register.ts',
  ).toEqual([])
  for (const { table, subject } of REGISTER.flatMap(({ tables }) => tables))
    await market.db.owner.query(`select ${subject ?? '1'} from ${table} limit 1`)
})

test('the file of a person names no one else', async () => {
  const { rows } = await market.db.owner.query<{ table: string; column: string }>(
    `select k.conrelid::regclass::text as table, a.attname as column from pg_constraint k
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
     where k.contype = 'f' and k.confrelid in ('public.profiles'::regclass, 'auth.users'::regclass)`,
  )
  const subjects = new Map(REGISTER.flatMap(({ tables }) => tables.map(({ table, subject }) => [table, subject])))
  const handedOut = rows.flatMap(({ table, column }) => {
    const subject = subjects.get(table.includes('.') ? table : `public.${table}`)
    return subject && subject !== column && column in withoutOthers({ [column]: 'x' }, subject)
      ? [`${table}.${column}`]
      : []
  })
  expect(handedOut).toEqual([])
})
