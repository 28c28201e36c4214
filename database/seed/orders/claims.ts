import type pg from 'pg'
import { demoId } from '../ids.ts'
import { after } from '../lagos-time.ts'
import type { Order } from '../model.ts'
import { type DatedMove, setCause } from '../rows.ts'
import type { BulkOrder } from './bulk-orders.ts'

interface ClaimPlan {
  buyer: string
  /** Null: any vendor. */
  vendor: string | null
  /** The claim is about the buyer's last order there with this status. */
  status: string
  /** Hours before now; for a completed order, hours after the hand-over. */
  hoursAgo: number
  reason: string
  preferredOutcome: 'refund' | 'replacement'
  text: string
  answer: { kind: 'contested' | 'accepted'; text: string; hoursAgo: number; replacedHoursAgo?: number } | null
}

/** One open claim, one contested, one settled by a replacement, and three that open a lot incident. */
const CLAIMS: ClaimPlan[] = [
  {
    buyer: 'buyer22',
    vendor: 'sade',
    status: 'collected',
    hoursAgo: 3,
    reason: 'missing',
    preferredOutcome: 'refund',
    text: 'I opened it at home and one is missing. I counted twice with my sister.',
    answer: null,
  },
  {
    buyer: 'buyer40',
    vendor: 'mileone',
    status: 'collected',
    hoursAgo: 20,
    reason: 'charged_wrongly',
    preferredOutcome: 'refund',
    text: 'The board at the stall shows a lower price than the one I paid.',
    answer: {
      kind: 'contested',
      hoursAgo: 6,
      text: 'The board is for people who pay cash and carry it themselves. The price online was shown before payment.',
    },
  },
  {
    buyer: 'customer',
    vendor: 'sade',
    status: 'completed',
    hoursAgo: 5,
    reason: 'missing',
    preferredOutcome: 'replacement',
    text: 'One of the packs was not in my bag. The rest is complete, thank you.',
    answer: {
      kind: 'accepted',
      hoursAgo: 25,
      replacedHoursAgo: 49,
      text: 'Sorry for that. Your pack is waiting for you at the stall.',
    },
  },
  ...[
    { buyer: 'buyer18', text: 'The prawns smell and are grey at the head. I did not cook them.' },
    { buyer: 'buyer27', text: 'Soft and dark when I opened the bag. The ice had melted before I came.' },
    { buyer: 'buyer2', text: 'Mine are bad too. My neighbour says the same of hers.' },
  ].map((plan) => ({
    ...plan,
    vendor: 'epe',
    status: 'collected',
    hoursAgo: 1,
    reason: 'spoiled',
    preferredOutcome: 'refund' as const,
    answer: null,
  })),
]

/** Inserts the claims through the market's guards. Returns the moves to backdate. */
export async function insertClaims(
  client: pg.ClientBase,
  orders: readonly (Order | BulkOrder)[],
  now: Date,
): Promise<DatedMove[]> {
  const dated: DatedMove[] = []
  for (const plan of CLAIMS) {
    const order = orders
      .filter((one) => {
        const vendor = 'buy' in one ? one.buy.food.vendor : one.vendor
        const isMatch = one.person.key === plan.buyer && vendor.key === (plan.vendor ?? vendor.key)
        return isMatch && one.status === plan.status && one.handedOverAt !== null
      })
      .at(-1)
    if (order) dated.push(...(await insertClaim(client, { plan, order, now })))
  }
  await client.query(`select set_config('request.jwt.claims', '', true)`)
  return dated
}

interface ClaimContext {
  plan: ClaimPlan
  order: Order | BulkOrder
  now: Date
}

async function insertClaim(client: pg.ClientBase, { plan, order, now }: ClaimContext): Promise<DatedMove[]> {
  const { id: orderId, handedOverAt } = order
  const buyerId = order.person.id
  const timeBefore = (hours: number) =>
    plan.status === 'completed' && handedOverAt ? after(handedOverAt, hours) : after(now, -hours)
  const id = demoId('claim', orderId)
  const at = timeBefore(plan.hoursAgo)
  await client.query(ENSURE_HAND_OVER, [demoId('claimed hand-over', orderId), orderId])
  await setCause(client, 'buyer')
  await client.query(INSERT_CLAIM, [id, orderId, plan.reason, plan.preferredOutcome, at])
  await client.query(
    `insert into public.claim_lines (claim_id, line_id, quantity)
     select $1, d.line_id, 1 from public.claims c join public.hand_over_lines d on d.hand_over_id = c.hand_over_id
       join public.order_lines l on l.id = d.line_id where c.id = $1 order by l.product_name limit 1`,
    [id],
  )
  const addEvent = (kind: string, part: 'buyer' | 'vendor' | 'clock', text: string, when: Date) =>
    client.query(
      'insert into public.claim_events (id, claim_id, kind, part, author_id, text, created_at) values ($1, $2, $3, $4, $5, $6, $7)',
      [demoId('claim event', `${id} ${kind}`), id, kind, part, part === 'buyer' ? buyerId : null, text, when],
    )
  await addEvent('opened', 'buyer', plan.text, at)
  if (!plan.answer) return [{ id, to: 'open', at }]
  const answeredAt = timeBefore(plan.answer.hoursAgo)
  await setCause(client, 'vendor')
  await client.query(`update public.claims set status = 'answered' where id = $1`, [id])
  await addEvent(plan.answer.kind, 'vendor', plan.answer.text, answeredAt)
  const isUpheld = plan.answer.kind === 'accepted'
  // A replacement ends its claim when the buyer confirms its receipt.
  const replacedAt = timeBefore(plan.answer.replacedHoursAgo ?? plan.answer.hoursAgo)
  await client.query(
    isUpheld
      ? `update public.claims set status = 'upheld', outcome = preferred_outcome, payer = 'vendor', decided_at = $2, replaced_at = case preferred_outcome when 'replacement' then $3::timestamptz end, ended_at = $3 where id = $1`
      : `update public.claims set status = 'disputed', updated_at = $2 where id = $1`,
    isUpheld ? [id, answeredAt, replacedAt] : [id, answeredAt],
  )
  if (isUpheld) await addEvent('carried_out', 'clock', '', replacedAt)
  const to = isUpheld ? 'upheld' : 'disputed'
  return [
    { id, to: 'open', at },
    { id, to: 'answered', at: answeredAt },
    { id, to, at: answeredAt },
  ]
}

/** Inserts the order's hand-over unless there is one. */
const ENSURE_HAND_OVER = `
  with made as (
    insert into public.hand_overs (id, order_id, kind, status, due_from, done_at, handled_by, proof, goods_kobo, claim_until, created_at)
    select $1, o.id, 'pickup', 'done', o.ready_at, o.handed_over_at, v.owner_id, 'code', (o.total_amount * 100)::bigint, o.handed_over_at + interval '72 hours', o.ready_at
    from public.orders o join public.vendors v on v.id = o.vendor_id
    where o.id = $2 and not exists (select from public.hand_overs h where h.order_id = o.id and h.status = 'done') returning id, order_id
  )
  insert into public.hand_over_lines (hand_over_id, line_id, quantity) select m.id, l.id, l.quantity from made m join public.order_lines l on l.order_id = m.order_id`

const INSERT_CLAIM = `
  insert into public.claims (id, order_id, hand_over_id, buyer_id, vendor_id, reason, preferred_outcome, requested_kobo, created_at)
  select $1, o.id, h.id, o.user_id, o.vendor_id, $3, $4,
    (select (l.unit_price * 100)::bigint from public.hand_over_lines d join public.order_lines l on l.id = d.line_id where d.hand_over_id = h.id order by l.product_name limit 1), $5
  from public.orders o join lateral (select id from public.hand_overs where order_id = o.id and status = 'done' order by id limit 1) h on true where o.id = $2`

/** Adds vendors' replies to some reviews. */
export async function replyToReviews(client: pg.ClientBase): Promise<void> {
  await client.query(
    `update public.reviews r set reply = s.reply, replied_at = r.created_at + interval '5 hours'
     from (select id, row_number() over (partition by vendor_id order by created_at desc, id) as place,
         case when rating <= 3 then 'I am sorry about that. Ask for me by name next time and I will check it with you.' else 'Thank you. Till next time.' end as reply
       from public.reviews where comment <> '' and created_at < (select max(created_at) from public.reviews) - interval '1 day') s
     where s.id = r.id and s.place <= 3`,
  )
}
