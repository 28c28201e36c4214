import type pg from 'pg'
import type { ClosedDays } from '#domain/places/closed-days.ts'
import type { Promises } from '#domain/vendors/promises.ts'

interface PromisesQuery {
  shopId: string
  closedDays: readonly ClosedDays[]
  /** As stored. */
  formerDays: unknown
  /** Whether a pause begins, which concerns every running group buy. */
  pauses: boolean
}

/** Number of group buys named; the rest are counted. */
const MAX_BUYS = 20

/** The shop's promises for days that become closed, and the group buys that go on during a pause. */
export async function readPromises(tx: pg.ClientBase, query: PromisesQuery): Promise<Promises> {
  const days = [JSON.stringify(query.closedDays), JSON.stringify(query.formerDays)]
  const { rows: orders } = await tx.query<Promises['orders'][number]>(
    `${NEWLY_CLOSED} select n.day::text as day, count(distinct o.id)::integer as orders
     from public.orders o left join public.group_buys g on g.id = o.group_buy_id
       left join public.order_lines l on l.order_id = o.id and o.group_buy_id is null
       join newly_closed n on n.day = coalesce(g.share_date, l.share_date)
     where o.vendor_id = $3 and o.status in ('pending', 'paid', 'confirmed', 'ready') group by n.day order by n.day`,
    [...days, query.shopId],
  )
  const { rows: buys } = await tx.query<Promises['buys'][number] & { total: number }>(
    `${NEWLY_CLOSED} select g.id, g.product_name, g.share_date::text as share_date, g.current_participants as people, count(*) over ()::integer as total
     from public.group_buys g where g.vendor_id = $3 and g.status = 'active' and g.end_date > clock_timestamp()
       and ($4 or g.share_date in (select day from newly_closed)) order by g.share_date, g.id limit $5`,
    [...days, query.shopId, query.pauses, MAX_BUYS],
  )
  return {
    orders,
    buys: buys.map(({ total: _, ...buy }) => buy),
    buyCount: buys[0]?.total ?? 0,
  }
}

const NEWLY_CLOSED = `with newly_closed as (
  select day::date as day from jsonb_array_elements($1::jsonb) as c, generate_series((c ->> 'from')::date, (c ->> 'until')::date, interval '1 day') as day
  where day::date >= (clock_timestamp() at time zone 'Africa/Lagos')::date and public.closing_reason($2::jsonb, day::date) is null)`
