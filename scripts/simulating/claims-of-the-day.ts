import { type Counter, uploaded } from './at-the-counter.ts'
import type { Share } from './shares-to-hand-out.ts'

/** How many claims went which way. Once a lot has too many, they are decided together. */
export type Claims = Record<(typeof ENDS)[number] | 'decided with their lot', number>

const ENDS = ['accepted', 'not answered', 'upheld', 'rejected'] as const
const CLAIMING = 0.03

/** In the evening some find less in the bag than they paid for; vendors accept, say nothing, or leave it to the market to decide. */
export async function claimSome(counter: Counter, shares: readonly Share[]): Promise<Claims> {
  const claims: Claims = { accepted: 0, 'not answered': 0, upheld: 0, rejected: 0, 'decided with their lot': 0 }
  const who = counter.chance.some(shares, Math.max(ENDS.length, Math.round(shares.length * CLAIMING)))
  for (const [number, share] of who.entries()) {
    const end = ENDS[number % ENDS.length] ?? 'accepted'
    const claimId = await open(counter, share)
    if (!claimId) continue
    claims[await carry(counter, { claimId, end, share })] += 1
  }
  return claims
}

async function open({ market, findings }: Counter, { orderId, buyer }: Share): Promise<string | null> {
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
    wish: 'refund',
    asked_kobo: 50_000,
    lines: [{ line_id: goods.line_id, quantity: 1 }],
    text: 'The bag is half a kilo short on my own scale.',
    evidence: [await uploaded(market, { bucket: 'evidence', owner: buyer })],
  })
  if (status === 200) return body.claim_id
  findings.push(`${orderId}: a claim in time was answered ${body.code}`)
  return null
}

interface Course {
  claimId: string
  end: (typeof ENDS)[number]
  share: Share
}

async function carry(counter: Counter, { claimId: claim_id, end, share }: Course): Promise<keyof Claims> {
  const { market, day, findings } = counter
  if (end === 'not answered') return end
  const ownerId = day.buys.find(({ buyId }) => buyId === share.buyId)?.ownerId ?? ''
  const must = async (asked: ReturnType<typeof market.call>) => {
    const { status, body } = await asked
    if (status !== 200) findings.push(`${claim_id}: ${body.code} while it should be ${end}`)
  }
  const answer = end === 'accepted' ? 'accept' : 'contest'
  await must(
    market.call(ownerId, 'answer-claim', { claim_id, answer, text: 'It was full when it left us.', evidence: [] }),
  )
  if (end === 'accepted') return end
  const goods_kobo = end === 'upheld' ? 30_000 : 0
  const outcome = end === 'upheld' ? 'refund' : 'rejected'
  const judged = {
    claim_id,
    outcome,
    goods_kobo,
    payer: 'vendor',
    reason: 'The picture of the scale decides it.',
  } as const
  const proposed = await market.call(day.manager, 'propose-decision', judged)
  if (proposed.body.code === 'decided_with_lot') return 'decided with their lot'
  await must(Promise.resolve(proposed))
  await must(market.call(day.coordinator, 'decide-claim', judged))
  return end
}

/** One decision for all claims of a lot, as soon as its vendor has answered them or their time for it is over. */
export async function decideLots({ market, day, findings }: Counter): Promise<void> {
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
    if (status !== 200 && body.code !== 'lot_not_heard') findings.push(`Lot ${lot_id}: ${body.code}`)
  }
}
