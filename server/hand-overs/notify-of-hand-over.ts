import type pg from 'pg'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'

/**
 * Notifies the buyer at once that goods were handed over, to whom, and until when a claim is possible, so that misuse
 * is noticed.
 */
export async function notifyOfHandOver(
  tx: pg.PoolClient,
  { handOverId, siteUrl, actedAt }: { handOverId: string; siteUrl: string; actedAt: Date | null },
): Promise<void> {
  const { rows } = await tx.query<HandOverRow>(
    `select o.id as order_id, o.user_id, o.order_no::integer, rights.email_of(o.user_id) as email, h.proof, h.taken_by, public.is_of_shop(h.handled_by, o.vendor_id) as by_shop, h.done_at, h.claim_until, o.status <> 'ready' as is_all,
       coalesce(l.name, v.business_name) as place,
       (select string_agg(i.quantity || ' x ' || n.product_name || ', ' || n.unit, '; ' order by n.product_name) from public.hand_over_lines i
          join public.order_lines n on n.id = i.line_id where i.hand_over_id = h.id) as goods
     from public.hand_overs h join public.orders o on o.id = h.order_id join public.vendors v on v.id = o.vendor_id
       left join public.pickup_points l on l.id = h.pickup_point_id where h.id = $1`,
    [handOverId],
  )
  const [row] = rows
  if (!row?.done_at || !row.claim_until) return
  await queueSystemMail(tx, row.proof === 'override' ? 'handed-over-without-code' : 'handed-over', {
    to: row.email,
    person: row.user_id,
    siteUrl,
    facts: {
      orderId: row.order_id,
      orderNo: row.order_no,
      goods: row.goods ?? '',
      place: row.place,
      takenBy: row.taken_by,
      at: actedAt ?? row.done_at,
      sentAt: actedAt && row.done_at,
      claimUntil: row.claim_until,
      isAll: row.is_all,
      byShop: row.by_shop,
    },
  })
}

interface HandOverRow {
  order_id: string
  user_id: string
  order_no: number
  email: string | null
  proof: string | null
  taken_by: string
  done_at: Date | null
  claim_until: Date | null
  is_all: boolean
  by_shop: boolean
  place: string
  goods: string | null
}
