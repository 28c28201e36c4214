import type pg from 'pg'

/** A line sold by weight, the caller's right to weigh it, and the weight that counts so far. */
export interface WeighedLineRow {
  id: string
  order_id: string
  order_no: number
  vendor_id: string
  product_name: string
  what: string
  place_id: string | null
  shop_owner: string
  shop_email: string | null
  may_weigh: boolean
  by_shop: boolean
  /** Paid for at its final price, and nothing of the line is handed over. */
  is_open: boolean
  unit_kobo: bigint
  units: number
  least_grams: number
  most_grams: number
  /** How often it was weighed, weights that were taken back included. */
  weights: number
  waits: boolean
  former_grams: number | null
  former_units: number | null
  former_cut_kobo: bigint | null
  reserved_kobo: bigint
  most_naira: number
  answer_hours: number
}

export async function readWeighedLine(
  tx: pg.ClientBase,
  { lineId, personId }: { lineId: string; personId: string },
): Promise<WeighedLineRow | undefined> {
  const { rows } = await tx.query<WeighedLineRow>(READ, [lineId, personId])
  return rows[0]
}

const READ = `
  select l.id, o.id as order_id, o.order_no::integer, o.vendor_id, l.product_name, l.product_name || ', order ' || o.order_no as what,
    rights.place_of_goods(o.id) as place_id, v.owner_id as shop_owner, rights.email_of(v.owner_id) as shop_email,
    rights.may_weigh($2, o.id) as may_weigh, public.is_of_shop($2, v.id) as by_shop,
    (o.status in ('confirmed', 'ready') or o.status = 'paid' and o.group_buy_id is null) and not exists (select from public.hand_over_lines h where h.line_id = l.id) as is_open,
    (l.unit_price * 100)::bigint as unit_kobo, u.quantity as units, (l.least_kg_per_unit * 1000)::integer as least_grams,
    (l.most_kg_per_unit * 1000)::integer as most_grams, (select count(*)::integer from public.line_weights x where x.line_id = l.id) as weights,
    coalesce(w.waits, false) as waits, w.grams as former_grams, w.units as former_units, w.cut_kobo as former_cut_kobo, public.reserved_kobo(o.id) as reserved_kobo,
    public.whole_setting('shortfall_alone_naira') as most_naira, public.whole_setting('shortfall_answer_hours') as answer_hours
  from public.order_lines l join public.orders o on o.id = l.order_id join public.vendors v on v.id = o.vendor_id
  cross join lateral (select c.quantity from public.units_left(o.id) c where c.line_id = l.id) u
  left join lateral (select c.* from public.live_weights c where c.line_id = l.id) w on true
  where l.id = $1 and l.least_kg_per_unit is not null and l.most_kg_per_unit is not null`
