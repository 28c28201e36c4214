import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { withoutTriggers } from '../setup/as-owner.ts'
import { arrange, asPerson, type Cast } from '../setup/as-person.ts'

let db: TestDatabase
let cast: Cast & { ids: Record<string, string> }
let orderNo: number
const payment = crypto.randomUUID()
const claim = crypto.randomUUID()
beforeAll(async () => {
  db = await createTestDatabase()
  cast = await arrange(db)
  const { rows } = await db.owner.query('select order_no from public.orders where id = $1', [cast.ids.orderId])
  orderNo = Number(rows[0].order_no)
  await withoutTriggers(db.owner, async (client) => {
    await client.query(
      `insert into public.payments (id, reference, user_id, gateway, naira_kobo) values ($1, $2, $3, 'local', 100)`,
      [payment, `AJ-${payment}`, cast.customer],
    )
    await client.query(
      'insert into public.payment_parts (payment_id, order_id, naira_kobo, peps_kobo) values ($1, $2, 100, 0)',
      [payment, cast.ids.orderId],
    )
    await client.query(
      `insert into public.claims (id, claim_no, order_id, buyer_id, vendor_id, reason, preferred_outcome, requested_kobo, answer_by, propose_by, decide_by)
       values ($1, 77, $2, $3, $4, 'not_received', 'refund', 100, now(), now(), now())`,
      [claim, cast.ids.orderId, cast.customer, cast.ids.vendorId],
    )
    await client.query(
      `insert into public.pickup_points (name, state, lga, street) values ('Ikeja hub', 'Lagos', 'Ikeja', '4 Allen Avenue'), ('Kano hub', 'Kano', 'Nassarawa', '7 Zoo Road')`,
    )
    await client.query(
      `insert into public.featured_deals (name, base_price, unit) values ('Beans of the week', 100, 'bag')`,
    )
    await client.query(
      `insert into public.blog_posts (slug, title, content, author_id) values ('beans', 'How to keep beans', '', $1)`,
      [cast.administrator],
    )
  })
})
afterAll(() => db.drop())

interface Question {
  words?: string
  order_number?: number
  claim_number?: number
  reference?: string
  most?: number
}

async function ask(person: string | null, question: Question) {
  const named = Object.entries(question).map(([name, value]) => `${name} => '${value}'`)
  return asPerson(db, person, `select kind, id, name, status, shop from public.search_records(${named.join(', ')})`)
}

/** "order:id" of each row. */
async function find(person: string, question: Question): Promise<string[]> {
  const { rows, errorCode } = await ask(person, question)
  expect(errorCode).toBeNull()
  return rows.map(({ kind, id }) => `${kind}:${id}`)
}

const kinds = async (person: string, question: Question) => [
  ...new Set((await find(person, question)).map((found) => found.split(':')[0])),
]

describe('by number and reference', () => {
  test('an order, a claim and a payment of the reader’s own scope', async () => {
    const all: Question = { order_number: orderNo, claim_number: 77, reference: `AJ-${payment}` }
    const own = [`order:${cast.ids.orderId}`, `claim:${claim}`]
    for (const staff of [cast.manager, cast.coordinator, cast.chief])
      expect(await find(staff, all)).toEqual([...own, `payment:${payment}`])
    expect(await find(cast.vendor, all)).toEqual(own)
    expect(await find(cast.rival, all)).toEqual([])
    expect(await find(cast.administrator, all)).toEqual([])
    expect(await find(cast.chief, { order_number: orderNo + 1, claim_number: 78, reference: 'AJ-' })).toEqual([])
  })

  test('nothing of another state', async () => {
    await db.owner.query(`update public.manager_regions set state = 'Kano' where manager_id = $1`, [cast.manager])
    const all: Question = { order_number: orderNo, claim_number: 77, reference: `AJ-${payment}` }
    expect(await find(cast.manager, all)).toEqual([])
    expect(await find(cast.manager, { words: 'own shop' })).toEqual([])
    expect(await find(cast.manager, { words: 'customer' })).toEqual([])
    expect(await find(cast.manager, { words: 'ikeja' })).toEqual([])
    expect(await find(cast.manager, { words: 'beans' })).toEqual([`product:${cast.ids.rivalProductId}`])
    await db.owner.query('delete from public.manager_regions where manager_id = $1', [cast.manager])
    expect(await find(cast.manager, { ...all, words: 'beans' })).toEqual([])
    await db.owner.query(`insert into public.manager_regions (manager_id, state) values ($1, 'Lagos')`, [cast.manager])
  })
})

describe('by name', () => {
  test('people with an order there, for a chief everyone, in any order of their names', async () => {
    const customer = [`person:${cast.customer}`]
    for (const reader of [cast.manager, cast.coordinator, cast.vendor])
      expect(await find(reader, { words: 'customer  PERSON' })).toEqual(customer)
    for (const reader of [cast.manager, cast.coordinator, cast.vendor])
      expect(await find(reader, { words: 'person other' })).toEqual([])
    expect(await find(cast.rival, { words: 'person' })).toEqual([])
    expect(await find(cast.chief, { words: 'person other' })).toEqual([`person:${cast.other}`])
  })

  test('never people by a contact', async () => {
    await db.owner.query(`update auth.users set phone = '2348035550199' where id = $1`, [cast.customer])
    for (const words of ['customer@rights.test', 'rights.test', '08035550199', '0803 555'])
      expect(await find(cast.chief, { words })).toEqual([])
  })

  test('shops, places, products and group buys', async () => {
    const { vendorId, rivalId, activeId } = cast.ids
    expect(await find(cast.manager, { words: 'shop' })).toEqual([`shop:${vendorId}`])
    expect(new Set(await find(cast.chief, { words: 'shop' }))).toEqual(new Set([`shop:${vendorId}`, `shop:${rivalId}`]))
    expect(await kinds(cast.manager, { words: 'hub' })).toEqual(['place'])
    expect(await find(cast.manager, { words: 'hub' })).toHaveLength(1)
    expect(await find(cast.coordinator, { words: 'hub' })).toHaveLength(2)
    expect(await kinds(cast.vendor, { words: 'bean' })).toEqual(['product', 'buy'])
    // Running ones first.
    expect((await find(cast.vendor, { words: 'bean' }))[2]).toBe(`buy:${activeId}`)
    expect(await find(cast.rival, { words: 'bean' })).toEqual([`product:${cast.ids.rivalProductId}`])
    expect(await find(cast.chief, { words: 'bean', most: 1 })).toHaveLength(2)
  })

  test('the content desk finds what it keeps', async () => {
    for (const content of [cast.administrator, cast.supervisor]) {
      expect(await kinds(content, { words: 'beans' })).toEqual(['product', 'deal', 'post'])
      expect(await find(content, { words: 'person' })).toEqual([])
      expect(await find(content, { words: 'shop' })).toEqual([])
    }
  })

  test.each(['%', '_', '%%%', "'; select 1; --", '{}{}{}', '$1 $2 $3', 'be', '%s %L', '\\'])(
    '%j is no pattern',
    async (words) => {
      const { rows, errorCode } = await ask(cast.chief, { words: words.replaceAll("'", "''") })
      expect([rows, errorCode]).toEqual([[], null])
    },
  )
})

test('tells those who oversee some shops that more people have a name than were looked at', async () => {
  await withoutTriggers(db.owner, (client) =>
    client.query(
      `insert into public.profiles (id, full_name) select gen_random_uuid(), 'Adewale ' || c from generate_series(1, 2100) c`,
    ),
  )
  expect(await find(cast.manager, { words: 'adewale' })).toEqual(['person:null'])
  expect(await find(cast.chief, { words: 'adewale' })).toHaveLength(6)
  expect(await find(cast.manager, { words: 'adewale 77' })).toEqual([])
})

test('buyers and visitors are refused', async () => {
  for (const person of [cast.customer, cast.other, null])
    expect((await ask(person, { words: 'beans', order_number: orderNo })).errorCode).toBe('42501')
  const contact = await asPerson(
    db,
    cast.chief,
    `select * from public.people_by_contact('${cast.chief}', '+2348035550199', null)`,
  )
  expect(contact.errorCode).toBe('42501')
})
