import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { arrange, asPerson } from '../setup/as-person.ts'
import { handOverAll } from '../setup/hand-over-all.ts'
import { settleOrder } from '../setup/settle-order.ts'

let db: TestDatabase
let cast: Awaited<ReturnType<typeof arrange>>
let handOverId: string
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  const step = await settleOrder(db.owner, cast.ids.orderId)
  await step('vendor', `status = 'ready', ready_at = now()`)
  handOverId = (await db.owner.query('select id from public.hand_overs')).rows[0].id
})
afterAll(() => db.drop())

const people = () => Object.entries(cast).filter((entry): entry is [string, string] => typeof entry[1] === 'string')

test('only commands write hand-overs and read codes', async () => {
  for (const [name, person] of [...people(), ['visitor', null] as const]) {
    for (const sql of [
      `update public.hand_overs set status = 'done', done_at = now(), proof = 'code', claim_until = now()`,
      `update public.hand_overs set claim_until = now(), released_at = now()`,
      `insert into public.hand_over_lines (hand_over_id, line_id, quantity) select '${handOverId}', id, 1 from public.order_lines`,
      'delete from public.hand_overs',
      `insert into public.memberships (person_id, vendor_id, duty) values (auth.uid(), '${cast.ids.vendorId}', 'hand-over')`,
      'update public.memberships set ended_at = null',
      `insert into public.staff_invitations (vendor_id, duty, email, invited_by) values ('${cast.ids.vendorId}', 'hand-over', 'a@b.ng', auth.uid())`,
      'update public.staff_invitations set accepted_at = now()',
      'select handled_by from public.hand_overs',
      'select note from public.hand_overs',
      'select hash from codes.codes',
      'select from codes.wrong_tries',
      'select from codes.locks',
      `select public.open_hand_over('${cast.ids.orderId}')`,
      `select public.units_left('${cast.ids.orderId}')`,
      `select rights.confirmed_addresses('${cast.customer}')`,
    ]) {
      expect([name, sql, (await asPerson(db, person, sql)).errorCode]).toEqual([name, sql, '42501'])
    }
  }
})

test('the buyer, the shop and its overseers read the hand-over; coordinators and chiefs also read overrides', async () => {
  const readers: string[] = []
  for (const [name, person] of people()) {
    const { count } = await asPerson(db, person, 'select id, status from public.hand_overs')
    if (count > 0) readers.push(name)
    const { errorCode, rows } = await asPerson(db, person, 'select * from public.hand_over_overrides')
    expect([name, errorCode, rows]).toEqual([name, null, []])
    const roster = await asPerson(db, person, 'select id from public.expected_hand_overs')
    expect([name, roster.count]).toEqual([name, name === 'vendor' ? 1 : 0])
  }
  expect(readers.sort()).toEqual(['chief', 'coordinator', 'customer', 'manager', 'vendor'])
})

test('only staff add photographs, in their own folder, and overseers see them', async () => {
  const add = (person: string, owner = person) =>
    asPerson(
      db,
      person,
      `insert into storage.objects (bucket_id, name, owner, blob, metadata) values ('hand-over-photos', $1, $2, replace(gen_random_uuid()::text, '-', ''), '{"width": 800, "height": 600, "size": 60000}')`,
      [`${owner}/card`, person],
    )
  expect((await add(cast.vendor)).errorCode).toBeNull()
  expect((await add(cast.vendor, cast.customer)).errorCode).toBe('42501')
  expect((await add(cast.customer)).errorCode).toBe('42501')
  await db.owner.query(
    `insert into storage.objects (bucket_id, name, owner, blob, metadata) values ('hand-over-photos', $1, $2, replace(gen_random_uuid()::text, '-', ''), '{"width": 800, "height": 600, "size": 60000}')`,
    [`${cast.vendor}/seen`, cast.vendor],
  )
  const seen: string[] = []
  for (const [name, person] of people()) {
    const { count } = await asPerson(
      db,
      person,
      `select name from storage.objects where bucket_id = 'hand-over-photos'`,
    )
    if (count > 0) seen.push(name)
  }
  expect(seen.sort()).toEqual(['chief', 'coordinator', 'vendor'])
})

test('a finished hand-over cannot be changed', async () => {
  await handOverAll(db.owner)
  const write = (set: string) => db.owner.query(`update public.hand_overs set ${set} where id = $1`, [handOverId])
  for (const set of [
    `status = 'open', done_at = null, proof = null, claim_until = null`,
    `taken_by = 'Somebody'`,
    'goods_kobo = 0',
  ]) {
    await expect(write(set)).rejects.toThrow('has ended')
  }
  await write(`claim_until = now() + interval '1 hour'`)
  await expect(write('released_at = now(), released_kobo = goods_kobo')).rejects.toThrow('A claim may still be made')
  await write('claim_until = now()')
  await write('released_at = now(), released_kobo = goods_kobo')
  await expect(write('released_kobo = 0')).rejects.toThrow('was released')
  const line = `update public.hand_over_lines set quantity = quantity + 1 where hand_over_id = $1`
  await expect(db.owner.query(line, [handOverId])).rejects.toThrow('not left')
})
