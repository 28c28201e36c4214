import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { writeError } from '#database/tests/setup/write-error.ts'
import type { InvoiceFacts, ReceiptFacts } from '#domain/receipts/facts.ts'
import { COMPANY, colleague, decideBusiness, verifiedBusiness } from '#server/testing/business.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { auditFaults, openMoneyMarket } from '#server/testing/money/money-market.ts'
import { letTimePass, paidBuys } from '#server/testing/money/paid-buys.ts'

let market: TestMarket
beforeAll(async () => {
  ;({ market } = await openMoneyMarket())
})
afterAll(() => market.close())

const seen = async (person: string, table: string) =>
  (await asPerson(market.db, person, `select * from public.${table}`)).rows
const business = (id: string) =>
  market.row<{ name: string; status: string; new_name: string | null; decision_note: string }>(
    'select name, status, new_name, decision_note from public.businesses where id = $1',
    [id],
  )
const emailOf = async (person: string) =>
  (await market.row<{ email: string }>('select rights.email_of($1) as email', [person])).email
async function join(as: string, facts: Record<string, unknown> = {}) {
  const { buyId } = await market.buy(facts)
  return (await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as })).body
}

describe('a company that asks to be verified', () => {
  test('is checked by a manager of its state, and by no other staff', async () => {
    const owner = await market.person()
    const { body } = await market.call('save-business', { ...COMPANY, tin: '10000000001' }, { as: owner })
    expect(body.errors).toHaveProperty('tin')
    const asked = await market.call('save-business', COMPANY, { as: owner })
    const id = asked.body.business_id
    for (const as of [await market.person({ role: 'administrator' }), await market.manager('Kano')])
      expect((await decideBusiness(market, id, { as })).status).toBe(404)
    expect((await decideBusiness(market, id, { as: owner })).body.code).toBe('own_case')
    const manager = await market.manager('Lagos')
    expect(await seen(manager, 'businesses')).toMatchObject([{ name: COMPANY.name, status: 'requested' }])
    expect((await decideBusiness(market, id, { as: manager, decision: 'refuse' })).status).toBe(400)
    const refused = await decideBusiness(market, id, { as: manager, decision: 'refuse', note: 'No such TIN' })
    expect(refused.body.status).toBe('refused')
    expect((await decideBusiness(market, id, { as: manager })).body.code).toBe('already_done')
    await market.call('save-business', COMPANY, { as: owner })
    expect((await decideBusiness(market, id, { as: manager })).body.status).toBe('verified')
    const other = await market.person()
    expect((await market.call('save-business', COMPANY, { as: other })).body.code).toBe('business_taken')
    await decideBusiness(market, id, { as: manager, decision: 'withdraw', note: 'It has closed' })
    expect(await business(id)).toMatchObject({ status: 'refused', decision_note: 'It has closed' })
  })

  test('is not verified on what was corrected in the meantime, and only once by two at once', async () => {
    const owner = await market.person()
    const { body } = await market.call('save-business', { ...COMPANY, tin: '1000000002' }, { as: owner })
    const [one, two] = [await market.manager('Lagos'), await market.manager('Lagos')]
    const stale = { business_id: body.business_id, decision: 'verify', note: '', requested_at: '2026-01-01' }
    expect((await market.call('decide-business', stale, { as: one })).body.code).toBe('conflict')
    const answers = await Promise.all([one, two].map((as) => decideBusiness(market, body.business_id, { as })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('keeps its name until a change is verified', async () => {
    const { businessId, owner, manager } = await verifiedBusiness(market)
    const change = { ...COMPANY, name: 'Mama Put Hotels', tin: '1000000003' }
    await market.call('save-business', change, { as: owner })
    expect(await business(businessId)).toMatchObject({ name: COMPANY.name, new_name: change.name })
    await decideBusiness(market, businessId, { as: manager, decision: 'refuse', note: 'No papers' })
    expect(await business(businessId)).toMatchObject({ name: COMPANY.name, new_name: null, status: 'verified' })
    await market.call('save-business', change, { as: owner })
    await decideBusiness(market, businessId, { as: manager })
    expect(await business(businessId)).toMatchObject({ name: change.name, new_name: null, status: 'verified' })
  })

  test('is shown to its members and its staff alone', async () => {
    const { owner } = await verifiedBusiness(market)
    const { owner: rival } = await verifiedBusiness(market)
    const [stranger, kano] = [await market.person(), await market.manager('Kano')]
    expect((await seen(owner, 'businesses')).length).toBe(1)
    expect((await seen(rival, 'businesses')).length).toBe(1)
    for (const person of [stranger, kano]) {
      for (const table of ['businesses', 'business_people', 'business_orders'])
        expect(await seen(person, table)).toEqual([])
    }
  })
})

describe('the database refuses what a command would miss:', () => {
  const refused = (sql: string, values: unknown[]) =>
    writeError(market.db.owner, async (client) => void (await client.query(sql, values)))

  test.each([
    [
      'verifying without staff',
      `update public.businesses set status = 'verified', decided_by = $2, decided_at = decided_at where id = $1`,
    ],
    [
      'another name of a verified company',
      `update public.businesses set name = 'Other', decided_at = now(), decided_by = $2 where id = $1`,
    ],
    [
      'a decision by other staff',
      `update public.businesses set decision_note = 'x', decided_at = now(), decided_by = $2 where id = $1`,
    ],
  ])('%s', async (what, sql) => {
    const { businessId, owner, manager } = await verifiedBusiness(market)
    if (what.startsWith('verifying')) {
      await decideBusiness(market, businessId, { as: manager, decision: 'withdraw', note: 'It has closed' })
    }
    const by = what.startsWith('a decision') ? await market.manager('Kano') : manager
    expect(await refused(sql, [businessId, by])).toMatch(/verified|asked/)
    expect(owner).toBeTruthy()
  })

  test('an owner who is staff, an invitation that another accepts, and an order that changes hands', async () => {
    const { businessId, owner } = await verifiedBusiness(market)
    await market.db.owner.query(`update public.profiles set role = 'chief' where id = $1`, [owner])
    const own = 'update public.businesses set decided_at = now(), decided_by = $2 where id = $1'
    expect(await refused(own, [businessId, owner])).toMatch(/own case/)
    const [invited, other] = [await market.person(), await market.person()]
    const { body } = await market.call('invite-colleague', { contact: await emailOf(invited) }, { as: owner })
    const accept = 'update public.business_members set person_id = $2, accepted_at = now() where id = $1'
    expect(await refused(accept, [body.member_id, other])).toMatch(/invited person/)
    const { order } = await join(owner)
    expect(await refused('update public.orders set business_id = null where id = $1', [order.id])).toMatch(/stays/)
  })
})

describe('people of a company', () => {
  test('are invited by its owner, accept in person, and have one company', async () => {
    const { owner } = await verifiedBusiness(market)
    const { owner: rival } = await verifiedBusiness(market)
    const [invited, stranger] = [await market.person(), await market.person()]
    const { body } = await market.call('invite-colleague', { contact: await emailOf(invited) }, { as: owner })
    const { member_id } = body
    expect((await market.call('join-business', { member_id }, { as: stranger })).status).toBe(404)
    expect(await seen(stranger, 'own_business_invitations')).toEqual([])
    expect(await seen(invited, 'own_business_invitations')).toMatchObject([{ id: member_id, business: COMPANY.name }])
    expect((await market.call('join-business', { member_id }, { as: invited })).status).toBe(200)
    const again = await market.call('invite-colleague', { contact: await emailOf(invited) }, { as: owner })
    expect(again.body.code).toBe('colleague_already')
    const second = await market.call('invite-colleague', { contact: await emailOf(invited) }, { as: rival })
    const taken = await market.call('join-business', { member_id: second.body.member_id }, { as: invited })
    expect(taken.body.code).toBe('member_of_a_business')
    const buys = await market.call('invite-colleague', { contact: 'a@market.test' }, { as: invited })
    expect(buys.body.code).toBe('business_not_found')
    expect((await market.call('save-business', COMPANY, { as: invited })).status).toBe(403)
  })

  test('see the orders of the company and not each other’s own; a former member sees none', async () => {
    const { owner } = await verifiedBusiness(market)
    const { person, memberId } = await colleague(market, owner)
    const { order } = await join(person)
    await market.call('order-for-business', { on: false }, { as: person })
    const own = await join(person)
    expect(await seen(owner, 'business_orders')).toMatchObject([{ id: order.id, is_own: false }])
    expect((await seen(owner, 'orders')).length).toBe(0)
    expect(own.order.business_id ?? null).toBeNull()
    expect((await market.call('leave-business', { member_id: memberId }, { as: await market.person() })).status).toBe(
      404,
    )
    const { id: ownerMembership } = await market.row<{ id: string }>(
      'select id from public.business_members where person_id = $1',
      [owner],
    )
    expect((await market.call('leave-business', { member_id: ownerMembership }, { as: person })).status).toBe(404)
    const stays = await market.call('leave-business', { member_id: ownerMembership }, { as: owner })
    expect(stays.body.code).toBe('owner_stays')
    expect((await market.call('leave-business', { member_id: memberId }, { as: owner })).status).toBe(200)
    expect(await seen(person, 'business_orders')).toEqual([])
    expect(await seen(person, 'businesses')).toEqual([])
    expect((await join(person)).order.business_id ?? null).toBeNull()
    expect(await seen(owner, 'business_orders')).toHaveLength(1)
  })

  test('accept one invitation even if they accept two at once', async () => {
    const person = await market.person()
    const contact = await emailOf(person)
    const invitations = await Promise.all(
      [1, 2].map(async () => {
        const { owner } = await verifiedBusiness(market)
        return (await market.call('invite-colleague', { contact }, { as: owner })).body.member_id
      }),
    )
    const answers = await Promise.all(
      invitations.map((member_id) => market.call('join-business', { member_id }, { as: person })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(market.faults).toEqual([])
  })
})

describe('larger limits', () => {
  const most = 8
  beforeAll(() =>
    withoutTriggers(market.db.owner, (client) =>
      client.query(`update public.settings set value = '${most}' where key = 'unpaid_verified_orders'`),
    ),
  )
  const ordered = async (id: string) =>
    Number((await market.row<{ n: bigint }>('select count(*) as n from public.orders where business_id = $1', [id])).n)

  test('are those of the company, for all its members together, and not for their own orders', async () => {
    const { businessId, owner } = await verifiedBusiness(market)
    const { person } = await colleague(market, owner)
    for (let at = 0; at < most; at += 1) expect((await join(at > 5 ? owner : person)).order.status).toBe('pending')
    expect((await join(owner)).code).toBe('too_many_unpaid')
    // Their own orders have limits of their own.
    await market.call('order-for-business', { on: false }, { as: person })
    for (let at = 0; at < 5; at += 1) expect((await join(person)).order.status).toBe('pending')
    expect((await join(person)).code).toBe('too_many_unpaid')
    expect(await ordered(businessId)).toBe(most)
  }, 60_000)

  test('are counted under one lock for all its members, and under another for their own orders', async () => {
    const { owner } = await verifiedBusiness(market)
    const { person } = await colleague(market, owner)
    const sharesLock = async () =>
      (
        await market.row<{ same: boolean }>(
          `select public.promises_key($1, public.ordering_business($1)) = public.promises_key($2, public.ordering_business($2)) as same`,
          [owner, person],
        )
      ).same
    expect(await sharesLock()).toBe(true)
    await market.call('order-for-business', { on: false }, { as: person })
    expect(await sharesLock()).toBe(false)
  })

  test('hold when many members join at once', async () => {
    const { businessId, owner } = await verifiedBusiness(market)
    const people = [owner]
    for (let at = 0; at < 3; at += 1) people.push((await colleague(market, owner)).person)
    for (let at = 0; at < most - 2; at += 1) await join(people[at % 4] ?? owner)
    const buys = await Promise.all(Array.from({ length: 16 }, () => market.buy()))
    const answers = await Promise.all(
      buys.map(({ buyId }, at) =>
        market.call(
          'join-group-buy',
          { group_buy_id: buyId, quantity: 1 },
          { as: people[at % 4] ?? owner, elsewhere: at % 8 > 3 },
        ),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(await ordered(businessId)).toBe(most)
  }, 60_000)
})

describe('documents', () => {
  test('are in the name of the company that the order was for, as it was called then', async () => {
    const { businessId, owner, manager } = await verifiedBusiness(market)
    const { person } = await colleague(market, owner)
    const buys = paidBuys(market)
    const { buyId } = await market.buy({ min_participants: 1, target_quantity: 4 })
    const order = await buys.join(buyId, { buyer: person })
    await buys.pay(order)
    await market.call('save-business', { ...COMPANY, name: 'Mama Put Hotels', tin: '1000000009' }, { as: owner })
    await decideBusiness(market, businessId, { as: manager })
    await letTimePass(market, buyId, 1)
    await buys.clock()
    await buys.clock()
    const documents = (
      await asPerson(market.db, owner, 'select kind, facts, buyer_tin from public.documents order by kind')
    ).rows
    const [invoice, receipt] = documents as unknown as [
      { facts: InvoiceFacts; buyer_tin: string },
      { facts: ReceiptFacts },
    ]
    expect(receipt.facts.payer).toMatchObject({ name: 'Mama Put Kitchen' })
    expect(receipt.facts.payer.lines).toContain('Ordered by Ngozi Bello')
    expect(invoice.facts.buyer).toMatchObject({ name: 'Mama Put Hotels' })
    expect(invoice.facts.buyer.lines).toContain('TIN 1000000009')
    expect(invoice.buyer_tin).toBe('1000000009')
    const stranger = await market.person()
    expect(await seen(stranger, 'documents')).toEqual([])
    expect(await auditFaults(market)).toEqual([])
  })

  test('of a person’s own order name the person, and colleagues do not see them', async () => {
    const { owner } = await verifiedBusiness(market)
    const { person } = await colleague(market, owner)
    await market.call('order-for-business', { on: false }, { as: person })
    const buys = paidBuys(market)
    const { buyId } = await market.buy()
    await buys.pay(await buys.join(buyId, { buyer: person }))
    expect(await seen(owner, 'documents')).toEqual([])
    const { rows } = await asPerson(market.db, person, 'select facts from public.documents')
    expect((rows as unknown as { facts: ReceiptFacts }[])[0]?.facts.payer).toEqual({ name: 'Ngozi Bello', lines: [] })
  })
})
