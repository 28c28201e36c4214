import { afterAll, beforeAll, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { channelRights } from '#server/testing/channel-rights.ts'
import { openClaimMarket } from '#server/testing/goods/claim-market.ts'
import { fileClaim, uploadEvidence } from '#server/testing/goods/handed-over.ts'

const SECRET = 'The bag smells of kerosene.'
let shop: Awaited<ReturnType<typeof openClaimMarket>>
let claimId: string
let path: string
let people: Record<'buyer' | 'stranger' | 'rival' | 'elsewhere', string>
beforeAll(async () => {
  shop = await openClaimMarket(5)
  const { market } = shop
  const goods = await shop.nextGoods()
  path = await uploadEvidence(market, goods.buyer)
  const body = (await fileClaim(market, goods, { text: 'short', evidence: [] })).body
  const request = { ...body, text: SECRET, evidence: [path] }
  const made = await market.call('open-claim', request, { as: goods.buyer, key: 'a-claim-with-a-key' })
  claimId = made.body.claim_id
  people = {
    buyer: goods.buyer,
    stranger: await market.person(),
    rival: (await market.shop({ state: 'Kano' })).ownerId,
    elsewhere: await market.person({ role: 'manager' }),
  }
})
afterAll(() => shop.market.close())

const sees = async (who: string | null, sql: string) => {
  const { count, errorCode: refused } = await asPerson(shop.market.db, who, sql, [claimId])
  return refused ?? count
}
const TABLES = {
  claims: 'select id from public.claims where id = $1',
  lines: 'select line_id from public.claim_lines where claim_id = $1',
  events: 'select text from public.claim_events where claim_id = $1',
  evidence: 'select path from public.claim_evidence where claim_id = $1',
  files: `select name from storage.objects where bucket_id = 'evidence' and $1::uuid is not null and name like '%/%'`,
}

test.each(Object.entries(TABLES))(
  '%s are readable by both sides and by the staff responsible for the shop',
  async (name, sql) => {
    const { staff, ownerId } = shop
    for (const who of [people.buyer, ownerId, staff.manager, staff.coordinator, staff.chief]) {
      expect(await sees(who, sql)).toBe(1)
    }
    for (const who of [people.stranger, people.rival, people.elsewhere, staff.handler])
      expect(await sees(who, sql)).toBe(0)
    expect(await sees(null, sql)).toBe(name === 'files' ? 0 : '42501')
  },
)

test('the deciders’ ids are not readable, and the tables are not writable', async () => {
  const { chief } = shop.staff
  for (const column of ['proposed_by', 'decided_by', 'appeal_decided_by', 'partial_refund_id']) {
    expect(await sees(chief, `select ${column} from public.claims where id = $1`)).toBe('42501')
  }
  expect(await sees(chief, 'select author_id from public.claim_events where claim_id = $1')).toBe('42501')
  expect(await sees(chief, `update public.claims set status = 'rejected' where id = $1`)).toBe('42501')
  expect(await sees(chief, 'delete from public.claim_evidence where claim_id = $1')).toBe('42501')
  // Evidence cannot be changed, not even by its owner.
  expect(
    await sees(
      people.buyer,
      `delete from storage.objects where bucket_id = 'evidence' and name in (select path from public.claim_evidence where claim_id = $1)`,
    ),
  ).toBe(0)
  expect(
    await sees(
      people.buyer,
      `update storage.objects set blob = repeat('0', 32) where bucket_id = 'evidence' and name in (select path from public.claim_evidence where claim_id = $1)`,
    ),
  ).toBe(0)
})

test('messages and evidence are in no log, mail, notice, stored response or realtime channel', async () => {
  const { market } = shop
  await shop.contest(claimId)
  const secrets = [SECRET, 'The bag was dry when it left us.', path]
  for (const table of [
    'public.audit_log',
    'public.idempotency_keys',
    'public.notices',
    'public.status_changes',
    'mail.messages',
    'public.email_logs',
  ]) {
    const { rows } = await market.db.owner.query<{ text: string }>(`select t::text as text from ${table} t`)
    for (const words of secrets) expect([table, rows.filter(({ text }) => text.includes(words))]).toEqual([table, []])
  }
  expect((await market.row<{ n: number }>('select count(*)::integer as n from public.idempotency_keys')).n).toBe(1)
  const { rows: announced } = await market.db.owner.query(
    `select tgrelid::regclass::text as name from pg_trigger where tgname = 'announce' and tgrelid::regclass::text like '%claim%'`,
  )
  expect(announced).toEqual([])
})

test('only buyers and vendors may upload evidence, and only under their own id', async () => {
  const add = (owner: string, who: string) =>
    asPerson(
      shop.market.db,
      who,
      `insert into storage.objects (bucket_id, name, owner, blob, metadata) values ('evidence', $1, $2, repeat('a', 32), '{}')`,
      [`${owner}/new`, who],
    )
  expect((await add(people.buyer, people.buyer)).errorCode).toBeNull()
  expect((await add(shop.ownerId, shop.ownerId)).errorCode).toBeNull()
  expect((await add(people.buyer, shop.ownerId)).errorCode).toBe('42501')
  expect((await add(people.stranger, people.stranger)).errorCode).toBe('42501')
})

test('staff who look after a claim see who else has it open; its buyer and its shop do not', async () => {
  const { market, staff, ownerId } = shop
  const topic = `claim:${claimId}`
  const rights = (person: string | null) => channelRights(market.db.database, person, topic)
  for (const person of [staff.manager, staff.coordinator, staff.chief])
    expect(await rights(person)).toEqual(['read presence', 'write presence'])
  const others = [
    null,
    people.buyer,
    ownerId,
    staff.handler,
    await market.person(),
    await market.manager('Kano'),
    await market.person({ role: 'administrator' }),
  ]
  for (const person of others) expect(await rights(person)).toEqual([])
})

test('names of colleagues are for staff, and of staff', async () => {
  const { market, staff, ownerId } = shop
  const names = (person: string | null, people: string[]) =>
    market.db.database.as(
      person === null
        ? { role: 'anon', claims: { role: 'anon' } }
        : { role: 'authenticated', claims: { sub: person, role: 'authenticated' } },
      async (tx) => (await tx.query('select id from public.colleague_names($1)', [people])).rows.map(({ id }) => id),
    )
  expect(await names(staff.manager, [staff.chief, ownerId])).toEqual([staff.chief])
  expect(await names(ownerId, [staff.chief])).toEqual([])
  expect(await names(staff.manager, [...Array.from({ length: 20 }, () => crypto.randomUUID()), staff.chief])).toEqual(
    [],
  )
  await expect(names(null, [staff.chief])).rejects.toMatchObject({ code: '42501' })
})
