import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { auditLedger } from '#database/audit/ledger.ts'
import { queryWithCause } from '#database/tests/setup/as-owner.ts'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { advanceGroupBuys } from '#server/settlement/advance-group-buys.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { givePeps } from '#server/testing/money/money-market.ts'
import { letTimePass } from '#server/testing/money/paid-buys.ts'
import { creditRewards } from './credit-rewards.ts'

const SITE = 'https://market.test'
let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterEach(async () => {
  expect(await auditLedger(market.db.owner)).toEqual([])
  expect(market.faults).toEqual([])
})
afterAll(() => market.close())

interface Story {
  referrer: string
  buyer: string
  ownerId: string
  vendorId: string
}

/** A referred person buys with PEPS, and the buy is settled. `before` may change the people's relations. */
async function settledOrder(
  before: (story: Story) => Promise<void> = async () => {},
): Promise<Story & { orderId: string }> {
  const { buyId, ownerId, vendorId } = await market.buy({ min_participants: 1 })
  const story = { referrer: await market.person(), buyer: await market.person(), ownerId, vendorId }
  await refer(story.referrer, story.buyer)
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: story.buyer })
  const due: number = body.order.amount_due_kobo
  await givePeps(market, story.buyer, due)
  const request = { order_ids: [body.order.id], peps_kobo: due, expected_kobo: due, return_to: null }
  expect((await market.call('pay-orders', request, { as: story.buyer })).body.status).toBe('succeeded')
  await before(story)
  await letTimePass(market, buyId, 1)
  await advanceGroupBuys(market.db.database, SITE)
  await Promise.all([
    creditRewards(market.db.database, 'https://market.test'),
    creditRewards(market.db.database, 'https://market.test'),
  ])
  return { ...story, orderId: body.order.id }
}

const refer = (referrer: string, referred: string) =>
  market.db.owner.query('insert into public.referrals (referrer_id, referred_id) values ($1, $2)', [referrer, referred])
const phone = (person: string, number: string) =>
  market.db.owner.query('update auth.users set phone = $2 where id = $1', [person, number])
const balanceOf = async (person: string) =>
  (await market.row<{ points_balance: string }>('select points_balance from public.profiles where id = $1', [person]))
    .points_balance
const finalAt = async (orderId: string) =>
  (await market.row<{ at: Date }>('select public.group_order_final_at($1) as at', [orderId])).at
const reasonOf = async (orderId: string) =>
  (
    await market.db.owner.query<{ reason: string }>('select reason from public.reward_refusals where order_id = $1', [
      orderId,
    ])
  ).rows[0]?.reason ?? null

test('a referrer earns a reward for another person’s order', async () => {
  const { referrer, orderId } = await settledOrder()
  expect(await reasonOf(orderId)).toBeNull()
  expect(await balanceOf(referrer)).toBe('400.00')
})

const TWISTS: [string, (story: Story) => Promise<unknown>][] = [
  [
    'not_enrolled',
    ({ referrer }) => market.db.owner.query(`update public.profiles set role = 'vendor' where id = $1`, [referrer]),
  ],
  // The referrer has the phone number of the shop: a vendor who uses a friend's code.
  [
    'seller',
    async ({ referrer, vendorId }) => {
      await phone(referrer, '2348030000001')
      await market.db.owner.query(
        `insert into public.vendor_details (vendor_id, phone) values ($1, '0803 000 0001') on conflict (vendor_id) do update set phone = excluded.phone`,
        [vendorId],
      )
    },
  ],
  // The buyer owns the shop and buys from it to reward a friend.
  [
    'seller',
    async ({ buyer, ownerId }) => {
      await phone(buyer, '2348030000002')
      await phone(ownerId, '8030000002')
    },
  ],
  ['ring', ({ referrer, buyer }) => refer(buyer, referrer)],
  [
    'ring',
    async ({ referrer, buyer }) => {
      const between = await market.person()
      await refer(buyer, between)
      await refer(between, referrer)
    },
  ],
  [
    'same_person',
    async ({ referrer, buyer }) => {
      await phone(buyer, '2348030000003')
      await phone(referrer, '08030000003'.slice(1))
    },
  ],
]

test.each(TWISTS)('%s: no reward, and a reason', async (reason, before) => {
  const { referrer, buyer, orderId } = await settledOrder(async (story) => void (await before(story)))
  expect(await reasonOf(orderId)).toBe(reason)
  expect(await balanceOf(referrer)).toBe('0.00')
  // Nor does it count on the leaderboards.
  expect(await market.row('select settled_at from public.referrals where referred_id = $1', [buyer])).toEqual({
    settled_at: null,
  })
  await creditRewards(market.db.database, 'https://market.test')
  expect(await balanceOf(referrer)).toBe('0.00')
})

test('people can read only their own PEPS and rewards', async () => {
  const { referrer, buyer, orderId } = await settledOrder()
  const read = async (who: string | null, view: string) =>
    (await asPerson(market.db, who, `select * from public.${view}`)).rows
  // The buy may still be cancelled until a day before sharing.
  const balance = { held_kobo: 0n, owed_kobo: 0n }
  expect(await read(referrer, 'own_peps_balance')).toEqual([{ ...balance, spendable_kobo: 0n, pending_kobo: 40_000n }])
  // The reward's order belongs to another person and is not named.
  expect(await read(referrer, 'own_peps')).toMatchObject([
    { kind: 'referral_reward', amount_kobo: 40_000n, order_id: null, order_no: null, what: null },
  ])
  const reward = { amount_kobo: 40_000n, reason: null }
  expect(await read(referrer, 'own_rewards')).toMatchObject([
    { ...reward, state: 'pending', available_at: await finalAt(orderId) },
  ])
  await queryWithCause(
    market.db.owner,
    'vendor',
    `update public.orders set status = 'ready', ready_at = now() where id = $1`,
    [orderId],
  )
  expect(await read(referrer, 'own_peps_balance')).toEqual([{ ...balance, spendable_kobo: 40_000n, pending_kobo: 0n }])
  expect(await read(referrer, 'own_rewards')).toMatchObject([{ ...reward, state: 'credited' }])
  const spent = (await read(buyer, 'own_peps')).find(({ kind }) => kind === 'peps_spent')
  expect(spent).toMatchObject({ order_id: orderId, what: 'Ofada rice', amount_kobo: expect.any(BigInt) })
  expect(Number(spent?.amount_kobo)).toBeLessThan(0)
  expect(await read(await market.person(), 'own_peps')).toEqual([])
  expect(await read(null, 'own_peps')).toEqual([])
})
