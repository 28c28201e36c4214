import { type Counter, uploaded } from './at-the-counter.ts'
import type { Share } from './shares-to-hand-out.ts'

/** How many claims went which way. */
export type Claims = Record<(typeof ENDS)[number], number>

const ENDS = ['accepted', 'not answered', 'upheld', 'rejected'] as const
const CLAIMING = 0.03

/** In the evening some find less in the bag than they paid for; vendors accept, say nothing, or leave it to the market to decide. */
export async function claimSome(counter: Counter, shares: readonly Share[]): Promise<Claims> {
  const claims: Claims = { accepted: 0, 'not answered': 0, upheld: 0, rejected: 0 }
  const who = counter.chance.some(shares, Math.max(ENDS.length, Math.round(shares.length * CLAIMING)))
  for (const [number, share] of who.entries()) {
    const end = ENDS[number % ENDS.length] ?? 'accepted'
    const claimId = await open(counter, share)
    if (!claimId) continue
    await carry(counter, { claimId, end, share })
    claims[end] += 1
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
    ...{
      order_id: orderId,
      hand_over_id: goods.hand_over_id,
      reason: 'short_weight',
      wish: 'refund',
      asked_kobo: 50_000,
    },
    ...{ lines: [{ line_id: goods.line_id, quantity: 1 }], text: 'The bag is half a kilo short on my own scale.' },
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

async function carry({ market, day, findings }: Counter, { claimId: claim_id, end, share }: Course): Promise<void> {
  if (end === 'not answered') return
  const ownerId = day.buys.find(({ buyId }) => buyId === share.buyId)?.ownerId ?? ''
  const must = async (asked: ReturnType<typeof market.call>) => {
    const { status, body } = await asked
    if (status !== 200) findings.push(`${claim_id}: ${body.code} while it should be ${end}`)
  }
  const answer = end === 'accepted' ? 'accept' : 'contest'
  await must(
    market.call(ownerId, 'answer-claim', { claim_id, answer, text: 'It was full when it left us.', evidence: [] }),
  )
  if (end === 'accepted') return
  const goods_kobo = end === 'upheld' ? 30_000 : 0
  const outcome = end === 'upheld' ? 'refund' : 'rejected'
  const judged = {
    claim_id,
    outcome,
    goods_kobo,
    payer: 'vendor',
    reason: 'The picture of the scale decides it.',
  } as const
  await must(market.call(day.manager, 'propose-decision', judged))
  await must(market.call(day.coordinator, 'decide-claim', judged))
}
