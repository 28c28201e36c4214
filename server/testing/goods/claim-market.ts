import { advanceClaims } from '#server/claims/advance-claims.ts'
import { openTestMarket } from '../market.ts'
import { paidBuys, type TestOrder } from '../money/paid-buys.ts'
import { fileClaim, type HandedOverOrder, handOver } from './handed-over.ts'

/**
 * Opens a market with a settled buy in which `people` buyers have paid for two units each, and with the staff for
 * claims.
 */
export async function openClaimMarket(people: number, { lots = false } = {}) {
  const market = await openTestMarket()
  const staff = {
    manager: await market.person({ role: 'manager' }),
    coordinator: await market.person({ role: 'coordinator' }),
    chief: await market.person({ role: 'chief' }),
    handler: await market.person(),
  }
  await market.db.owner.query(`insert into public.manager_regions (manager_id, state) values ($1, 'Lagos')`, [
    staff.manager,
  ])
  const { buyId, vendorId, ownerId, orders } = await paidBuys(market).settled(people, { quantity: 2 })
  // All orders belong to one buy: only tests of lots let claims open a lot incident.
  if (!lots) await market.db.owner.query(`insert into public.settings (key, value) values ('lot_claims_least', '1000')`)
  const nextOrder = (): TestOrder => {
    const order = orders.pop()
    if (!order) throw new Error('More orders are needed than people have paid for')
    return order
  }
  const nextGoods = (facts: { hours?: number } = {}): Promise<HandedOverOrder> =>
    handOver(market, { ...nextOrder(), handledBy: staff.handler, ...facts })
  const answer = (claimId: string, how: 'accept' | 'contest') =>
    market.call(
      'answer-claim',
      { claim_id: claimId, answer: how, text: 'The bag was dry when it left us.', evidence: [] },
      { as: ownerId },
    )
  return {
    market,
    staff,
    buyId,
    vendorId,
    ownerId,
    nextOrder,
    nextGoods,
    clock: () => advanceClaims(market.db.database, 'https://market.test'),
    claim: (id: string) =>
      market.row<Record<string, unknown>>(
        `select status, outcome, outcome_kobo::integer as kobo, payer, ended_at is not null as ended, partial_refund_id is not null as paid from public.claims where id = $1`,
        [id],
      ),
    async opened(goods?: HandedOverOrder, overrides: Record<string, unknown> = {}): Promise<string> {
      const made = await fileClaim(market, goods ?? (await nextGoods()), overrides)
      if (!made.answer.body.claim_id) throw new Error(`There is no claim: ${made.answer.body.code}`)
      return made.answer.body.claim_id
    },
    /** The vendor's offer of goods for a part of the claimed amount. */
    offer: (claimId: string, more: Record<string, unknown> = {}, as = ownerId) =>
      market.call('offer-settlement', { ...offerInput(claimId), ...more }, { as }),
    accept: (claimId: string) => answer(claimId, 'accept'),
    contest: (claimId: string) => answer(claimId, 'contest'),
    /** Refunded goods of an order, in kobo. */
    async returned(orderId: string): Promise<number> {
      const { kobo } = await market.row<{ kobo: bigint }>(
        'select returned_goods_kobo as kobo from public.orders where id = $1',
        [orderId],
      )
      return Number(kobo)
    },
  }
}

/** Input of an offer: goods for ₦300. */
export const offerInput = (claimId: string) => ({
  claim_id: claimId,
  outcome: 'refund',
  goods_kobo: 30_000,
  units: null,
  text: 'The bag was dry, but we share the loss.',
  evidence: [] as string[],
})

/** Input of a decision or proposal. */
export const decisionInput = (claimId: string, more: Record<string, unknown> = {}) => ({
  claim_id: claimId,
  outcome: 'refund',
  goods_kobo: 100_000,
  payer: 'vendor',
  reason: 'The pictures show it.',
  ...more,
})
