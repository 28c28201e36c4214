import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { writeError } from '#database/tests/setup/write-error.ts'
import { COMPANY, colleague, decideBusiness, verifiedBusiness } from '#server/testing/business.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const people = async (businessId: string) =>
  (
    await market.db.owner.query<{ id: string; person_id: string; role: string }>(
      'select id, person_id, role from public.business_members where business_id = $1 and ended_at is null and accepted_at is not null order by role desc',
      [businessId],
    )
  ).rows
const statusOf = async (businessId: string) =>
  (await market.row<{ status: string }>('select status from public.businesses where id = $1', [businessId])).status
const setStatus = (businessId: string, status: string) =>
  writeError(market.db.owner, (client) =>
    client.query('update public.businesses set status = $2 where id = $1', [businessId, status]),
  )
const ownerRow = async (businessId: string) => (await people(businessId)).find(({ role }) => role === 'owner')?.id

describe('the owner of a company', () => {
  test('makes a colleague the owner, and goes on buying for it', async () => {
    const { businessId, owner } = await verifiedBusiness(market)
    const { person, memberId } = await colleague(market, owner)
    const stranger = await market.person()
    for (const as of [person, stranger])
      expect((await market.call('pass-business', { member_id: memberId }, { as })).status).toBe(404)
    expect((await market.call('pass-business', { member_id: memberId }, { as: owner })).status).toBe(200)
    expect(await people(businessId)).toMatchObject([
      { person_id: person, role: 'owner' },
      { person_id: owner, role: 'buyer' },
    ])
    // The rights follow at once, and the former owner has lost them.
    const [, own] = await people(businessId)
    expect((await market.call('invite-colleague', { contact: 'cook@market.test' }, { as: owner })).status).toBe(404)
    expect((await market.call('leave-business', { member_id: own?.id }, { as: person })).status).toBe(200)
    expect(await people(businessId)).toHaveLength(1)
  })

  test('is one of several people who want it at once', async () => {
    const { businessId, owner } = await verifiedBusiness(market)
    const colleagues = [await colleague(market, owner), await colleague(market, owner), await colleague(market, owner)]
    const answers = await Promise.all(
      colleagues.map(({ memberId }) => market.call('pass-business', { member_id: memberId }, { as: owner })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await people(businessId)).map(({ role }) => role)).toEqual(['owner', 'buyer', 'buyer', 'buyer'])
    const second = await market.person()
    expect(
      await writeError(market.db.owner, (client) =>
        client.query(
          `insert into public.business_members (business_id, person_id, role, invited_by, accepted_at) values ($1, $2, 'owner', $2, now())`,
          [businessId, second],
        ),
      ),
    ).toContain('one_owner_of_a_business')
  })

  test('passes on nothing to an invitation or to a person of another company', async () => {
    const { owner } = await verifiedBusiness(market)
    const invited = await market.call('invite-colleague', { contact: 'waiter@market.test' }, { as: owner })
    const { memberId } = await colleague(market, (await verifiedBusiness(market)).owner)
    for (const member_id of [invited.body.member_id, memberId])
      expect((await market.call('pass-business', { member_id }, { as: owner })).status).toBe(404)
  })

  test('leaves last: that closes the company, and its TIN can be verified again', async () => {
    const { businessId, owner, manager } = await verifiedBusiness(market, { tin: '3000000001' })
    const { person, memberId } = await colleague(market, owner)
    const own = { member_id: await ownerRow(businessId) }
    expect((await market.call('leave-business', own, { as: owner })).body.code).toBe('owner_stays')
    await market.call('leave-business', { member_id: memberId }, { as: person })
    await market.call('invite-colleague', { contact: 'late@market.test' }, { as: owner })
    // An invoice that is still to come is in the company's name.
    const { buyId } = await market.buy()
    const joined = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: owner })
    expect((await market.call('leave-business', own, { as: owner })).body.code).toBe('business_has_orders')
    const order = { order_id: joined.body.order.id, most_charge_kobo: 0 }
    expect((await market.call('leave-group-buy', order, { as: owner })).status).toBe(200)
    expect((await market.call('leave-business', own, { as: owner })).status).toBe(200)
    expect([await statusOf(businessId), await people(businessId)]).toEqual(['closed', []])
    expect((await asPerson(market.db, owner, 'select * from public.businesses')).rows).toEqual([])
    expect((await decideBusiness(market, businessId, { as: manager })).status).not.toBe(200)
    expect(await setStatus(businessId, 'requested')).toBe('A closed company stays closed')
    // No address outlives a membership.
    const { kept } = await market.row<{ kept: string }>(
      'select count(*) as kept from public.business_members where business_id = $1 and num_nonnulls(email, phone) > 0',
      [businessId],
    )
    expect(Number(kept)).toBe(0)

    const next = await market.person()
    const asked = await market.call('save-business', { ...COMPANY, tin: '3000000001' }, { as: next })
    expect((await decideBusiness(market, asked.body.business_id, { as: manager })).body.status).toBe('verified')
  })

  test('cannot close it while an invitation is being accepted', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { businessId, owner } = await verifiedBusiness(market)
      const person = await market.person()
      const { email } = await market.row<{ email: string }>('select rights.email_of($1) as email', [person])
      const { body } = await market.call('invite-colleague', { contact: email }, { as: owner })
      const own = { member_id: await ownerRow(businessId) }
      const [joined, left] = await Promise.all([
        market.call('join-business', body, { as: person }),
        market.call('leave-business', own, { as: owner }),
      ])
      expect([joined.status, left.status].filter((status) => status === 200)).toHaveLength(1)
      expect(await statusOf(businessId)).toBe(left.status === 200 ? 'closed' : 'verified')
    }
  })

  test('cannot be closed by a statement while it has people', async () => {
    const { businessId } = await verifiedBusiness(market)
    expect(await setStatus(businessId, 'closed')).toBe('A company is closed once its last person has left')
  })
})
