import type pg from 'pg'
import type { EnterShortfallInput } from '#api/commands/packing.ts'

/** The subject of a short delivery: the goods, the caller's rights, and the findings and entries so far. */
export interface ShortfallSubject {
  vendor_id: string
  owner_id: string
  shop_email: string | null
  what: string
  unit: string
  /** The caller, or someone in their household, works for the shop, with any duty. */
  by_shop: boolean
  is_shop: boolean
  is_keeper: boolean
  /** The named place is a hub of the market, not a shop's own place. */
  is_hub: boolean
  /** A hub has weighed the goods in: at this place, or anywhere if none is named. */
  hub_has_it: boolean
  /** The sharing day has come, or a load has been weighed in. */
  is_shared_by_now: boolean
  entries: number
  first_units: number | null
  first_grams: bigint | null
  counted_units: bigint | null
  counted_grams: bigint | null
  borne_before: bigint
  found_thousandths: bigint
  before_here: bigint
  before_thousandths: bigint
  before_kobo: bigint
  whole_thousandths: bigint
  most_percent: number
  most_naira: number
  correct_minutes: number
  answer_hours: number
}

export async function readShortfallSubject(
  tx: pg.PoolClient,
  { group_buy_id, line_id, pickup_point_id }: Pick<EnterShortfallInput, 'group_buy_id' | 'line_id' | 'pickup_point_id'>,
  person: string | null,
): Promise<ShortfallSubject | undefined> {
  const { rows } = await tx.query<ShortfallSubject>(SUBJECT, [group_buy_id, line_id, pickup_point_id, person])
  return rows[0]
}

const SUBJECT = `
  with subject as (
    select g.vendor_id, g.id as subject_id, g.product_id, g.product_name as what, g.unit from public.group_buys g where g.id = $1
    union all
    select o.vendor_id, o.id, l.product_id, l.product_name || ', order ' || o.order_no, l.unit
    from public.order_lines l join public.orders o on o.id = l.order_id where l.id = $2 and o.group_buy_id is null and o.is_paid
  ), loads as (
    select w.*, p.vendor_id is null as is_hub from subject s join public.counted_loads w on w.subject_id = s.subject_id
      and w.product_id = s.product_id join public.pickup_points p on p.id = w.pickup_point_id where $3::uuid is null or w.pickup_point_id = $3
  ), before as (
    select f.*, f.pickup_point_id is not distinct from $3::uuid as is_here, f.status not in ('withdrawn', 'refused') and f.kind <> 'weight' as is_live
    from public.shortfalls f where f.group_buy_id = $1 or f.line_id = $2
  )
  select s.vendor_id, v.owner_id, rights.email_of(v.owner_id) as shop_email, s.what, s.unit, rights.packs_for($4, s.vendor_id) as is_shop,
    public.is_of_shop($4, s.vendor_id) as by_shop, $3::uuid is not null and rights.keeps_place($4, $3) as is_keeper,
    exists (select from public.pickup_points p where p.id = $3 and p.vendor_id is null) as is_hub,
    exists (select from loads where is_hub) as hub_has_it, public.is_shared_by_now($1, $2) as is_shared_by_now,
    (select count(*)::integer from before) as entries,
    (select units_expected from loads where part = 1 and $3::uuid is not null) as first_units,
    (select grams_expected from loads where part = 1 and $3::uuid is not null) as first_grams,
    (select sum(units_counted) from loads)::bigint as counted_units, (select sum(grams_counted) from loads)::bigint as counted_grams,
    coalesce((select sum(by_vendor_thousandths) from before where is_live and pickup_point_id = $3), 0)::bigint as borne_before,
    public.found_missing_thousandths($1, $2, $3) as found_thousandths,
    coalesce((select sum(missing_thousandths) from before where is_live and is_here), 0)::bigint as before_here,
    coalesce((select sum(missing_thousandths) from before where is_live), 0)::bigint as before_thousandths,
    coalesce((select sum(goods_kobo) from before where is_live), 0)::bigint as before_kobo,
    (1000 * coalesce((select sum(o.quantity) from public.orders o where o.group_buy_id = $1 and o.is_paid),
      (select l.quantity from public.order_lines l where l.id = $2), 0))::bigint as whole_thousandths,
    public.whole_setting('shortfall_alone_percent') as most_percent, public.whole_setting('shortfall_alone_naira') as most_naira,
    public.whole_setting('shortfall_correct_minutes') as correct_minutes, public.whole_setting('shortfall_answer_hours') as answer_hours
  from subject s join public.vendors v on v.id = s.vendor_id`
