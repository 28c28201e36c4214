import { type CounterContext, uploadPhoto } from './hand-out.ts'
import type { Share } from './shares.ts'

/** The number of claims by outcome. Claims of a lot with too many of them are decided together. */
export type ClaimCounts = Record<(typeof ENDS)[number] | 'decided with their lot', number>

const ENDS = ['accepted', 'not answered', 'upheld', 'rejected'] as const
const CLAIM_RATE = 0.03

/** Opens claims about short weight; vendors accept them, do not respond, or contest them for a decision. */
export async function openClaims(counter: CounterContext, shares: readonly Share[]): Promise<ClaimCounts> {
  const claims: ClaimCounts = { accepted: 0, 'not answered': 0, upheld: 0, rejected: 0, 'decided with their lot': 0 }
  const who = counter.chance.sample(shares, Math.max(ENDS.length, Math.round(shares.length * CLAIM_RATE)))
  for (const [number, share] of who.entries()) {
    const end = ENDS[number % ENDS.length] ?? 'accepted'
    const claimId = await openClaim(counter, share)
    if (!claimId) continue
    claims[await settleClaim(counter, { claimId, end, share })] += 1
  }
  return claims
}

async function openClaim({ market, findings }: CounterContext, { orderId, buyer }: Share): Promise<string | null> {
  const { rows } = await market.owner.query<{ hand_over_id: string; line_id: string }>(
    `select h.id as hand_over_id, l.line_id from public.hand_overs h join public.hand_over_lines l on l.hand_over_id = h.id
     where h.order_id = $1 and h.status = 'done' and h.done_at > now() - interval '12 hours' order by h.id limit 1`,
    [orderId],
  )
  const [goods] = rows
  if (!goods) return null
  const { status, body } = await market.call(buyer, 'open-claim', {
    order_id: orderId,
    hand_over_id: goods.hand_over_id,
    reason: 'short_weight',
    preferred_outcome: 'refund',
    requested_kobo: 50_000,
    lines: [{ line_id: goods.line_id, quantity: 1 }],
    text: 'The bag is half a kilo short on my own scale.',
    evidence: [await uploadPhoto(market, { bucket: 'evidence', owner: buyer })],
  })
  if (status === 200) return body.claim_id
  findings.push(`${orderId}: a claim in time got the response ${body.code}`)
  return null
}

interface ClaimCase {
  claimId: string
  end: (typeof ENDS)[number]
  share: Share
}

async function settleClaim(
  counter: CounterContext,
  { claimId: claim_id, end, share }: ClaimCase,
): Promise<keyof ClaimCounts> {
  const { market, day, findings } = counter
  if (end === 'not answered') return end
  const ownerId = day.buys.find(({ buyId }) => buyId === share.buyId)?.ownerId ?? ''
  const expectSuccess = async (pending: ReturnType<typeof market.call>) => {
    const { status, body } = await pending
    if (status !== 200) findings.push(`${claim_id}: ${body.code} while it should be ${end}`)
  }
  const answer = end === 'accepted' ? 'accept' : 'contest'
  await expectSuccess(
    market.call(ownerId, 'answer-claim', { claim_id, answer, text: 'It was full when it left us.', evidence: [] }),
  )
  if (end === 'accepted') return end
  const goods_kobo = end === 'upheld' ? 30_000 : 0
  const outcome = end === 'upheld' ? 'refund' : 'rejected'
  const decision = {
    claim_id,
    outcome,
    goods_kobo,
    payer: 'vendor',
    reason: 'The picture of the scale decides it.',
  } as const
  const proposed = await market.call(day.manager, 'propose-decision', decision)
  if (proposed.body.code === 'decided_with_lot') return 'decided with their lot'
  await expectSuccess(Promise.resolve(proposed))
  await expectSuccess(market.call(day.coordinator, 'decide-claim', decision))
  return end
}

/** Decides open lots, once their vendor has responded or the period for it has ended. */
export async function decideLots({ market, day, findings }: CounterContext): Promise<void> {
  const { rows } = await market.owner.query<{ id: string }>(
    `select id from public.lot_incidents where status = 'open' order by id`,
  )
  for (const { id: lot_id } of rows) {
    const { status, body } = await market.call(day.coordinator, 'decide-lot', {
      lot_id,
      outcome: 'refund',
      share_percent: 60,
      payer: 'vendor',
      reason: 'The scale of the hub decides it.',
    })
    if (status !== 200 && body.code !== 'vendor_response_pending') findings.push(`Lot ${lot_id}: ${body.code}`)
  }
}
