import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { DELETED_MEMBER } from '#domain/accounts/delete-account.ts'
import { openClaimMarket } from '#server/testing/goods/claim-market.ts'
import { deleteOldViews } from './delete-old-views.ts'

let claims: Awaited<ReturnType<typeof openClaimMarket>>
let elsewhere: string
beforeAll(async () => {
  claims = await openClaimMarket(6)
  elsewhere = await claims.market.person({ role: 'manager' })
  await claims.market.db.owner.query(`insert into public.manager_regions (manager_id, state) values ($1, 'Kano')`, [
    elsewhere,
  ])
})
afterAll(() => claims.market.close())

const NOTE = { record_kind: 'order', kind: 'note', text: 'Comes on Saturday', outcome: null }
const add = (body: Record<string, unknown>, as: string) =>
  claims.market.call('add-staff-note', { ...NOTE, visited_on: null, next_call_on: null, ...body }, { as })

const read = async (person: string | null, sql: string, values: unknown[]) =>
  (await asPerson(claims.market.db, person, sql, values)).rows as Record<string, unknown>[]
const notesOf = async (person: string | null, kind: string, id: string) =>
  (
    await read(
      person,
      'select text from public.listed_staff_notes where record_kind = $1 and record_id = $2 order by created_at',
      [kind, id],
    )
  ).map(({ text }) => text)

const today = () =>
  claims.market.row<{ today: string }>(
    `select (clock_timestamp() at time zone 'Africa/Lagos')::date::text as today`,
    [],
  )

test('notes about an order are read by the staff of its state, and by no buyer or vendor', async () => {
  const { market, staff, ownerId } = claims
  const { orderId, buyer } = claims.nextOrder()
  for (const as of [staff.manager, staff.coordinator, staff.chief])
    expect((await add({ record_id: orderId, text: `By ${as}` }, as)).status).toBe(200)
  for (const as of [staff.manager, staff.coordinator, staff.chief])
    expect(await notesOf(as, 'order', orderId)).toHaveLength(3)
  const others = [buyer, ownerId, elsewhere, staff.handler, await market.person(), null]
  for (const person of others) expect(await notesOf(person, 'order', orderId).catch(() => [])).toEqual([])
  for (const as of [buyer, ownerId, elsewhere, staff.handler])
    expect((await add({ record_id: orderId }, as)).status).toBe(404)
  // The person reads the text with their own data.
  expect(await read(buyer, 'select text from public.notes_about_me', [])).toHaveLength(3)
  expect(await read(ownerId, 'select text from public.notes_about_me', [])).toEqual([])
})

test('each kind of record has its readers', async () => {
  const { market, staff, buyId, vendorId, ownerId } = claims
  const { buyer } = claims.nextOrder()
  const stranger = await market.person()
  const { id: paymentId } = await market.row<{ id: string }>(
    'select id from public.payments where user_id = $1 limit 1',
    [buyer],
  )
  const readers: [kind: string, id: string, regional: number, coordinator: number][] = [
    ['buy', buyId, 200, 200],
    ['shop', vendorId, 200, 200],
    ['person', buyer, 200, 200],
    ['person', ownerId, 200, 200],
    ['person', stranger, 404, 404],
    ['payment', paymentId, 404, 404],
  ]
  for (const [record_kind, record_id, regional, coordinator] of readers) {
    const body = { record_kind, record_id }
    expect((await add(body, staff.chief)).status, record_kind).toBe(200)
    expect((await add(body, staff.manager)).status, record_kind).toBe(regional)
    expect((await add(body, staff.coordinator)).status, record_kind).toBe(coordinator)
    expect((await add(body, elsewhere)).status, record_kind).toBe(404)
    expect(await notesOf(elsewhere, record_kind, record_id)).toEqual([])
    expect((await notesOf(staff.manager, record_kind, record_id)).length > 0).toBe(regional === 200)
    expect((await notesOf(staff.coordinator, record_kind, record_id)).length > 0).toBe(coordinator === 200)
    expect(await notesOf(ownerId, record_kind, record_id)).toEqual([])
    expect(await notesOf(buyer, record_kind, record_id)).toEqual([])
  }
  // Staff have no part in records about themselves.
  expect((await add({ record_kind: 'person', record_id: staff.coordinator }, staff.chief)).status).toBe(200)
  expect((await add({ record_kind: 'person', record_id: staff.coordinator }, staff.coordinator)).status).toBe(404)
  expect(await notesOf(staff.coordinator, 'person', staff.coordinator)).toEqual([])
  // Nor have chiefs, who read all others.
  const otherChief = await market.person({ role: 'chief' })
  expect((await add({ record_kind: 'person', record_id: staff.chief }, otherChief)).status).toBe(200)
  expect(await notesOf(otherChief, 'person', staff.chief)).toHaveLength(1)
  expect(await notesOf(staff.chief, 'person', staff.chief)).toEqual([])
})

test('what does not fit its kind is refused', async () => {
  const { staff, vendorId } = claims
  const { orderId } = claims.nextOrder()
  const call = { record_id: orderId, kind: 'call', outcome: 'reached' }
  for (const body of [
    { record_id: orderId, text: ' ' },
    { record_id: orderId, text: 'x'.repeat(1001) },
    { record_id: orderId, outcome: 'reached' },
    { ...call, outcome: null },
    { ...call, next_call_on: '2020-01-01' },
    { ...call, next_call_on: '2199-01-01' },
    { ...call, kind: 'visit', outcome: 'in_order' },
    { record_kind: 'shop', record_id: vendorId, kind: 'visit', outcome: 'in_order' },
    { record_kind: 'shop', record_id: vendorId, kind: 'visit', outcome: 'in_order', visited_on: '2199-01-01' },
  ])
    expect((await add(body, staff.manager)).status, JSON.stringify(body)).toBe(400)
})

test('a next call is a task on its day until it is made or marked as done', async () => {
  const { market, staff } = claims
  const { orderId } = claims.nextOrder()
  const { today: day } = await today()
  const call = { record_id: orderId, kind: 'call', outcome: 'not_reached', next_call_on: day }
  const { body } = await add(call, staff.manager)
  const due = async (person: string) =>
    (await read(person, 'select record_id from public.due_calls(50)', [])).map(({ record_id }) => record_id)
  const waiting = async (person: string) =>
    (await read(person, `select amount from public.waiting where subject = 'staff_call'`, [])).map(
      ({ amount }) => amount,
    )
  // On its day it is its author's, later that of all who oversee the record.
  expect(await due(staff.manager)).toEqual([orderId])
  expect(await waiting(staff.manager)).toEqual([1])
  for (const other of [staff.coordinator, elsewhere]) expect(await due(other)).toEqual([])
  await market.db.owner.query('alter table public.staff_notes disable trigger guard_staff_note')
  await market.db.owner.query('update public.staff_notes set next_call_on = next_call_on - 1 where id = $1', [
    body.staff_note_id,
  ])
  await market.db.owner.query('alter table public.staff_notes enable trigger guard_staff_note')
  expect(await due(staff.coordinator)).toEqual([orderId])
  expect(await due(elsewhere)).toEqual([])

  const finish = (as: string) => market.call('finish-next-call', { staff_note_id: body.staff_note_id }, { as })
  expect((await finish(elsewhere)).status).toBe(404)
  const answers = await Promise.all([finish(staff.manager), finish(staff.coordinator)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await due(staff.manager)).toEqual([])
  expect(await waiting(staff.manager)).toEqual([])

  await add(call, staff.manager)
  expect(await due(staff.manager)).toEqual([orderId])
  await add({ record_id: orderId, kind: 'call', outcome: 'reached' }, staff.manager)
  expect(await due(staff.manager)).toEqual([])
})

test('the database keeps notes as they were written, by staff who may open the record', async () => {
  const { market, staff } = claims
  const { owner } = market.db
  const { orderId, buyer } = claims.nextOrder()
  await add({ record_id: orderId }, staff.manager)
  const where = 'where record_id = $1'
  await expect(owner.query(`update public.staff_notes set text = 'Other' ${where}`, [orderId])).rejects.toThrow(
    'A note stays',
  )
  await expect(owner.query(`delete from public.staff_notes ${where}`, [orderId])).rejects.toThrow('A note stays')
  // Marking a call as done changes nothing else either.
  const { today: day } = await today()
  const { body } = await add({ record_id: orderId, kind: 'call', outcome: 'reached', next_call_on: day }, staff.manager)
  const finish = (change: string) =>
    owner.query(
      `update public.staff_notes set ${change} done_at = clock_timestamp(), done_by = '${staff.manager}' where id = '${body.staff_note_id}'`,
    )
  await expect(finish(`text = 'Other',`)).rejects.toThrow('A note stays')
  expect((await finish('')).rowCount).toBe(1)
  const insert = (author: string) =>
    owner.query(
      `insert into public.staff_notes (record_kind, record_id, kind, text, author_id) values ('order', $1, 'note', 'A', $2)`,
      [orderId, author],
    )
  for (const author of [buyer, elsewhere]) await expect(insert(author)).rejects.toThrow('that they may open')
  const view = (viewer: string) =>
    owner.query(`insert into public.record_views (record_kind, record_id, viewer_id) values ('order', $1, $2)`, [
      orderId,
      viewer,
    ])
  for (const viewer of [buyer, elsewhere]) await expect(view(viewer)).rejects.toThrow('Only who may open')
})

test('who opened a record is kept once an hour, for 24 months, and read with its acts by those who may open it', async () => {
  const { market, staff, ownerId } = claims
  const { orderId, buyer } = claims.nextOrder()
  const open = (as: string) => market.call('log-record-view', { record_kind: 'order', record_id: orderId }, { as })
  const answers = await Promise.all([1, 2, 3].map(() => open(staff.manager)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.filter(({ body }) => body.is_logged)).toHaveLength(1)
  for (const as of [buyer, ownerId, elsewhere]) expect((await open(as)).status).toBe(404)
  await owner(
    `insert into public.audit_log (actor_id, action, subject_type, subject_id, after) values ($1, 'buyer.look-up', 'order', $2, '{}')`,
    [staff.chief, orderId],
  )
  const history = async (person: string | null) =>
    (await read(person, `select action from public.record_history('order', $1)`, [orderId]).catch(() => [])).map(
      ({ action }) => action,
    )
  for (const person of [staff.manager, staff.coordinator, staff.chief])
    expect((await history(person)).sort()).toEqual(['buyer.look-up', 'record.view'])
  for (const person of [buyer, ownerId, elsewhere, staff.handler, null]) expect(await history(person)).toEqual([])

  await owner(`update public.record_views set hour = hour - interval '23 months' where record_id = $1`, [orderId])
  await deleteOldViews(market.db.database)
  expect(await history(staff.chief)).toContain('record.view')
  await owner(`update public.record_views set hour = hour - interval '2 months' where record_id = $1`, [orderId])
  await deleteOldViews(market.db.database)
  expect(await history(staff.chief)).not.toContain('record.view')
})

const owner = (sql: string, values: unknown[]) => claims.market.db.owner.query(sql, values)

test('notes about a person go with their account', async () => {
  const { market, staff } = claims
  const buyer = await market.person()
  expect((await add({ record_kind: 'person', record_id: buyer }, staff.chief)).status).toBe(200)
  const erase = () => owner('delete from public.staff_notes where about_id = $1', [buyer])
  await expect(erase()).rejects.toThrow('A note stays')
  await owner(`update public.profiles set full_name = $2 where id = $1`, [buyer, DELETED_MEMBER])
  expect((await erase()).rowCount).toBe(1)
})
