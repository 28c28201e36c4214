import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeReady } from '#server/testing/goods/hand-over.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'
import { testCodes } from '#server/testing/test-commands.ts'
import { sendCodes } from './send-codes.ts'

interface Visit {
  buyer: string
  /** The hand-overs of the buyer's two orders at the shop, in the order of their codes. */
  first: string
  second: string
  code: string
}

let market: TestMarket
let ownerId: string
const visits: (() => Promise<Visit>)[] = []
beforeAll(async () => {
  market = await openTestMarket()
  const buys = paidBuys(market)
  const made = await market.buy()
  ownerId = made.ownerId
  for (let person = 0; person < 8; person += 1) {
    const one = await buys.join(made.buyId, { quantity: 2 })
    await buys.pay(one)
    const two = await buys.join(made.buyId, { quantity: 2, buyer: one.buyer })
    await buys.pay(two)
    visits.push(async () => {
      const handOvers = [await makeReady(market, one.orderId), await makeReady(market, two.orderId)]
      const read = await codesOf(one.buyer)
      expect(read.map((row) => row.hand_over_id).toSorted()).toEqual(handOvers.toSorted())
      return {
        buyer: one.buyer,
        first: read[0]?.hand_over_id ?? '',
        second: read[1]?.hand_over_id ?? '',
        code: read[0]?.code ?? '',
      }
    })
  }
  await buys.letTimePass(made.buyId, 1)
  await buys.clock()
})
afterEach(async () => expect(await auditFaults(market)).toEqual([]))
afterAll(() => market.close())

interface ReadCode {
  hand_over_id: string
  code: string
  nominee: { name: string; code: string; token: string } | null
}
const codesOf = async (buyer: string): Promise<ReadCode[]> =>
  (await market.call('read-codes', {}, { as: buyer })).body.codes
const digits = async (buyer: string) => (await codesOf(buyer)).map(({ code }) => code)
async function nextVisit(): Promise<Visit> {
  const next = visits.pop()
  if (!next) throw new Error('No visit is left for this test')
  return next()
}
const enter = (handOverId: string, code: string, also: Record<string, unknown> = {}) =>
  market.call('hand-over', { hand_over_id: handOverId, code, lines: null, ...also }, { as: ownerId })
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('one visit', () => {
  test('has one code for all orders of a person at a place, and another person has another', async () => {
    const [one, other] = [await nextVisit(), await nextVisit()]
    expect(await digits(one.buyer)).toEqual([one.code, one.code])
    // 1 in 1,000,000 would be the same by chance.
    expect(other.code).not.toBe(one.code)
    expect((await enter(one.first, other.code)).body.outcome).toBe('wrong')
  })

  test('ends in one act, with a proof for each order', async () => {
    const { buyer, first, second, code } = await nextVisit()
    const { body } = await enter(first, code, { others: [{ hand_over_id: second, lines: null }] })
    expect(body).toMatchObject({ outcome: 'done', is_all: true, others: [{ is_all: true }] })
    expect(await digits(buyer)).toEqual([])
    const { rows } = await market.db.owner.query(
      `select h.status, h.proof, c.used_at is not null as used from public.hand_overs h join codes.codes c on c.hand_over_id = h.id where h.id = any ($1)`,
      [[first, second]],
    )
    const proof = { status: 'done', proof: 'code', used: true }
    expect(rows).toEqual([proof, proof])
    const acts = await market.db.owner.query(
      `select from public.audit_log where action = 'hand-over.done' and subject_id in (select order_id from public.hand_overs where id = any ($1))`,
      [[first, second]],
    )
    expect(acts.rowCount).toBe(2)
  })

  test('has a new code for what stays, which its buyer is told; the used one opens nothing any more', async () => {
    const { buyer, first, second, code } = await nextVisit()
    const tell = () => sendCodes({ database: market.db.database, codes: testCodes, siteUrl: 'https://market.test' })
    const mails = async () =>
      (
        await market.row<{ n: number }>(
          `select count(*)::integer as n from mail.messages where kind = 'hand-over-code'`,
        )
      ).n
    await tell()
    expect((await enter(first, code)).body.outcome).toBe('done')
    expect((await enter(second, code)).body.outcome).toBe('wrong')
    const before = await mails()
    await tell()
    expect((await mails()) - before).toBe(1)
    const [fresh] = await digits(buyer)
    expect(fresh).not.toBe(code)
    expect((await enter(second, fresh ?? '')).body.outcome).toBe('done')
  })

  test('allows five wrong codes in all, however many orders it has, and then none of them opens', async () => {
    const { first, second, code } = await nextVisit()
    const tries = [first, second, first, second, first]
    const outcomes = []
    for (const handOverId of tries) outcomes.push((await enter(handOverId, wrongFor(code))).body.outcome)
    expect(outcomes).toEqual(['wrong', 'wrong', 'wrong', 'wrong', 'locked'])
    for (const handOverId of [first, second]) expect((await enter(handOverId, code)).body.outcome).toBe('locked')
    // Also an order that was ready only after the lock.
    await market.db.owner.query('delete from codes.locks where hand_over_id = $1', [second])
    expect((await enter(second, code)).body.outcome).toBe('locked')
  })

  test('is renewed and sent for as one', async () => {
    const { buyer, first, second, code } = await nextVisit()
    await market.call('name-nominee', { hand_over_id: second, name: 'Mama Bisi' }, { as: buyer })
    const [one, two] = await codesOf(buyer)
    expect(one?.nominee).toEqual({ name: 'Mama Bisi', code: two?.nominee?.code, token: two?.nominee?.token })
    expect(one?.nominee?.code).not.toBe(code)
    await market.call('renew-code', { hand_over_id: first }, { as: buyer })
    const renewed = await digits(buyer)
    expect(new Set(renewed).size).toBe(1)
    expect(renewed).not.toContain(code)
    expect((await enter(first, code)).body.outcome).toBe('wrong')
    const sent = await enter(first, one?.nominee?.code ?? '', { others: [{ hand_over_id: second, lines: null }] })
    expect(sent.body).toMatchObject({ outcome: 'done', others: [{ is_all: true }] })
    expect(
      await market.row('select array_agg(distinct taken_by) as by from public.hand_overs where id = any ($1)', [
        [first, second],
      ]),
    ).toEqual({ by: ['Mama Bisi'] })
  })

  test('of many acts at once only one takes the goods, and a strange order is refused with all', async () => {
    const { first, second, code } = await nextVisit()
    const { first: strange } = await nextVisit()
    expect((await enter(first, code, { others: [{ hand_over_id: strange, lines: null }] })).status).toBe(404)
    const acts = await Promise.all(
      [first, second, first, second].map((id) =>
        enter(id, code, { others: [{ hand_over_id: id === first ? second : first, lines: null }] }),
      ),
    )
    expect(acts.filter(({ body }) => body.outcome === 'done')).toHaveLength(1)
  })
})
