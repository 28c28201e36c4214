/** A figure of a desk: how its page reads it, and the same from the tables alone. */
export interface FigureByHand {
  name: string
  role: string
  /** Run as a person with the role. */
  shown: string
  /** Run as the owner. $1: the person's id. */
  raw: string
}

/** The first moment of this month in Lagos, moved by a number of months. */
const monthStart = (months = 0) =>
  `((date_trunc('month', now() at time zone 'Africa/Lagos') + interval '${months} months') at time zone 'Africa/Lagos')`
const monthDay = (months = 0) =>
  `(date_trunc('month', now() at time zone 'Africa/Lagos') + interval '${months} months')::date`

const ALIVE = `o.status in ('pending', 'paid', 'confirmed', 'ready', 'collected', 'delivered', 'completed')`
const PAID = `o.status in ('paid', 'confirmed', 'ready', 'collected', 'delivered', 'completed')`
/** The price of the last tier that has been reached. */
const PRICE_NOW = `coalesce((select t.price from unnest(g.tier_thresholds, g.tier_prices) as t(threshold, price)
  where t.threshold <= g.current_participants order by t.threshold desc limit 1), g.base_price)`
/** Goods in naira: at the price of the buy now until its settlement. */
const GOODS = `(case when ${ALIVE} and o.settled_at is null and g.id is not null then ${PRICE_NOW} * o.quantity else o.total_amount end)`
const FEES = `(floor(${GOODS} * o.buyer_fee_bps / 100) + floor(${GOODS} * o.vendor_fee_bps / 100))`
const ORDERS = `from public.orders o join public.vendors v on v.id = o.vendor_id left join public.group_buys g on g.id = o.group_buy_id`
const LINES = `${ORDERS} join public.order_lines l on l.order_id = o.id join public.products p on p.id = l.product_id`
const LINE_GOODS = `(case when o.group_buy_id is null then l.unit_price * l.quantity else ${GOODS} end)`
const THIS_MONTH = `o.created_at >= ${monthStart()} and o.created_at < ${monthStart(1)}`
const REPORTED = `o.created_at >= ${monthStart(-11)}`
const IN_REGION = `v.state in (select r.state from public.manager_regions r where r.manager_id = $1)`
const OWN_SHOP = `v.owner_id = $1`
const sum = (what: string, where: string, from = ORDERS) => `coalesce((select sum(${what}) ${from} where ${where}), 0)`
const number = (where: string, from = ORDERS) => `(select count(*) ${from} where ${where})`

const months = (column: string, view: string, where = 'true') =>
  `(select coalesce(sum(${column}), 0) from public.${view} where ${where})`
const ofThisMonth = `month = ${monthDay()}`
const counted = (subject: string, status: string) =>
  `(select coalesce(sum(amount), 0) from public.overseen_counts where subject = '${subject}' and status = '${status}')`

/** The last whole month in Lagos, which begins and ends an hour before midnight in UTC. */
const PERIOD = `${monthDay(-1)}, ${monthDay()} - 1`
const IN_PERIOD = (at: string) => `${at} >= ${monthStart(-1)} and ${at} < ${monthStart()}`
const ofPeriod = (column: string) => `(select coalesce(sum(${column}), 0) from public.market_days(${PERIOD}))`

const ON_TIME = `o.handed_over_at <= o.ready_at + interval '24 hours'`
const TIMED = `o.status = 'completed' and o.handed_over_at is not null and o.ready_at is not null and o.fulfilment <> 'stockpile'`

/** Credits less debits of accounts of a kind, from the movements. */
const balance = (kind: string, where = 'true') =>
  `(select coalesce(sum(case when c.kind = '${kind}' then t.amount_kobo else 0 end - case when d.kind = '${kind}' then t.amount_kobo else 0 end), 0)
    from ledger.transfers t join ledger.accounts d on d.id = t.debit_id join ledger.accounts c on c.id = t.credit_id
    where t.phase in ('posted', 'captured') and ${where})`
const inVat = (column: string) => months(column, 'vat_report', ofThisMonth)
const ledgerToday = (kind: string) =>
  `(select sum(balance_kobo) from public.ledger_balances where as_at = (now() at time zone 'Africa/Lagos')::date and kind = '${kind}')`

const managers: Omit<FigureByHand, 'role'>[] = [
  {
    name: 'orders this month',
    shown: months('orders', 'overseen_months', ofThisMonth),
    raw: number(`${PAID} and ${THIS_MONTH} and ${IN_REGION}`),
  },
  {
    name: 'promised this month',
    shown: months('promised_orders', 'overseen_months', ofThisMonth),
    raw: number(`o.status = 'pending' and ${THIS_MONTH} and ${IN_REGION}`),
  },
  {
    name: 'goods this month',
    shown: months('goods', 'overseen_months', ofThisMonth),
    raw: sum(GOODS, `${PAID} and ${THIS_MONTH} and ${IN_REGION}`),
  },
  {
    name: 'placed in twelve months',
    shown: months('placed', 'overseen_months'),
    raw: number(`${REPORTED} and ${IN_REGION}`),
  },
  {
    name: 'completed in twelve months',
    shown: months('completed_orders', 'overseen_months'),
    raw: number(`o.status = 'completed' and ${REPORTED} and ${IN_REGION}`),
  },
  {
    name: 'expired in twelve months',
    shown: months('expired_orders', 'overseen_months'),
    raw: number(`o.status = 'expired' and ${REPORTED} and ${IN_REGION}`),
  },
  {
    name: 'fees in twelve months',
    shown: months('fees_kobo', 'overseen_months'),
    raw: sum(FEES, `${PAID} and ${REPORTED} and ${IN_REGION}`),
  },
  {
    name: 'open shops',
    shown: counted('vendors', 'active'),
    raw: `(select count(*) from public.vendors v where v.status = 'active' and ${IN_REGION})`,
  },
  {
    name: 'open group buys',
    shown: counted('group_buys', 'active'),
    raw: `(select count(*) from public.group_buys g join public.vendors v on v.id = g.vendor_id where g.status = 'active' and ${IN_REGION})`,
  },
  {
    name: 'cancelled orders',
    shown: counted('orders', 'cancelled'),
    raw: number(`o.status = 'cancelled' and ${IN_REGION}`),
  },
  {
    name: 'units of products sold',
    shown: months('quantity', 'overseen_products_sold'),
    raw: sum('l.quantity', `${PAID} and ${REPORTED} and ${IN_REGION}`, LINES),
  },
  {
    name: 'goods of grains',
    shown: months('goods', 'overseen_categories', `category = 'grains'`),
    raw: sum(LINE_GOODS, `${PAID} and ${REPORTED} and ${IN_REGION} and p.category = 'grains'`, LINES),
  },
  {
    name: 'orders with grains',
    shown: months('orders', 'overseen_categories', `category = 'grains'`),
    raw: `(select count(distinct o.id) ${LINES} where ${PAID} and ${REPORTED} and ${IN_REGION} and p.category = 'grains')`,
  },
  {
    name: 'customers',
    shown: `(select count(*) from public.overseen_buyers)`,
    raw: `(select count(distinct o.user_id) ${ORDERS} where ${IN_REGION})`,
  },
  {
    name: 'joins of the last month by week',
    shown: `(select coalesce(sum(joins), 0) from public.overseen_sales('week', ${PERIOD}))`,
    raw: number(`o.group_buy_id is not null and ${IN_PERIOD('o.created_at')} and ${IN_REGION}`),
  },
  {
    name: 'fees of the last month by town',
    shown: `(select coalesce(sum(fees_kobo), 0) from public.overseen_sales('town', ${PERIOD}))`,
    raw: sum(FEES, `${PAID} and ${IN_PERIOD('o.created_at')} and ${IN_REGION}`),
  },
]

const coordinators: Omit<FigureByHand, 'role'>[] = [
  { name: 'orders of all states', shown: months('orders', 'overseen_months'), raw: number(`${PAID} and ${REPORTED}`) },
  {
    name: 'shops that wait, by state',
    shown: `(select sum(shops_pending) from public.state_overview)`,
    raw: `(select count(*) from public.vendors where status = 'pending')`,
  },
  {
    name: 'disputed claims, by state',
    shown: `(select sum(claims_disputed) from public.state_overview)`,
    raw: `(select count(*) from public.claims where status in ('disputed', 'proposed'))`,
  },
  {
    name: 'goods not collected, by state',
    shown: `(select sum(uncollected_open) from public.state_overview)`,
    raw: `(select count(*) from public.uncollected where closed_at is null)`,
  },
  {
    name: 'orders on their way to places',
    shown: `(select sum(to_come) from public.place_orders)`,
    raw: `(select count(*) from public.orders o where o.status in ('pending', 'paid', 'confirmed') and o.pickup_point_id is not null)`,
  },
  {
    name: 'delivery fees of zones',
    shown: `(select sum(fees_kobo) from public.zone_orders)`,
    raw: `(select coalesce(sum(o.delivery_fee_kobo), 0) from public.orders o where o.status in ('paid', 'confirmed', 'ready') and o.delivery_zone_id is not null)`,
  },
]

const chiefs: Omit<FigureByHand, 'role'>[] = [
  {
    name: 'sales of the last month',
    shown: ofPeriod('goods'),
    raw: sum(GOODS, `${PAID} and ${IN_PERIOD('o.created_at')}`),
  },
  {
    name: 'orders of the last month',
    shown: ofPeriod('orders'),
    raw: number(`${PAID} and ${IN_PERIOD('o.created_at')}`),
  },
  {
    name: 'hand-overs on time of the last month',
    shown: ofPeriod('on_time'),
    raw: number(`${TIMED} and ${ON_TIME} and ${IN_PERIOD('o.handed_over_at')}`),
  },
  {
    name: 'refunds of the last month',
    shown: ofPeriod('refund_kobo'),
    raw: `(select coalesce(sum(t.amount_kobo), 0) from ledger.transfers t join ledger.accounts d on d.id = t.debit_id join ledger.accounts c on c.id = t.credit_id
      where t.phase in ('posted', 'captured') and ${IN_PERIOD('t.posted_at')} and (c.kind = 'refund_due' or c.kind = 'peps' and d.kind in ('escrow', 'bank', 'place_cash')))`,
  },
  {
    name: 'claims of the last month',
    shown: ofPeriod('claims'),
    raw: `(select count(*) from public.claims c where ${IN_PERIOD('c.created_at')})`,
  },
  {
    name: 'people who joined in the last month',
    shown: ofPeriod('new_people'),
    raw: `(select count(*) from public.profiles p where ${IN_PERIOD('p.created_at')})`,
  },
  {
    name: 'money held today',
    shown: `(select sum(held_kobo) from public.held_days(array[(now() at time zone 'Africa/Lagos')::date]))`,
    raw: balance('escrow'),
  },
  {
    name: 'PEPS of everybody',
    shown: ledgerToday('peps'),
    raw: balance('peps'),
  },
  {
    name: 'refunds that are late',
    shown: `(select coalesce(sum(amount_kobo), 0) from public.late_refunds)`,
    raw: `(select coalesce(sum(f.amount_kobo), 0) from public.refunds f where f.status in ('needs_attention', 'failed') or f.status in ('requested', 'sent') and f.expected_by < (now() at time zone 'Africa/Lagos')::date)`,
  },
  {
    name: 'money of shops that can be paid out or is disputed',
    shown: `(select sum(releasable_kobo + disputed_kobo) from public.shop_balances)`,
    raw: balance('vendor'),
  },
  {
    name: 'payouts that arrived',
    shown: `(select sum(paid_out_kobo) from public.shop_balances)`,
    raw: `(select coalesce(sum(amount_kobo), 0) from public.payouts where status = 'arrived')`,
  },
  {
    name: 'payouts on their way',
    shown: `(select sum(on_its_way_kobo) from public.shop_balances)`,
    raw: `(select coalesce(sum(amount_kobo), 0) from public.payouts where status in ('requested', 'sent', 'needs_attention'))`,
  },
  {
    name: 'buyers’ fees of this month for VAT',
    shown: inVat('buyer_fee_kobo'),
    raw: balance('buyer_fee', `t.posted_at >= ${monthStart()}`),
  },
  {
    name: 'shops’ fees of this month for VAT',
    shown: inVat('vendor_fee_kobo'),
    raw: balance('vendor_fee', `t.posted_at >= ${monthStart()}`),
  },
  {
    name: 'customers among the people',
    shown: counted('people', 'customer'),
    raw: `(select count(*) from public.profiles where role = 'customer')`,
  },
]

const shops: Omit<FigureByHand, 'role'>[] = [
  {
    name: 'goods of the shop this month',
    shown: months('goods', 'shop_months', ofThisMonth),
    raw: sum(GOODS, `${PAID} and ${THIS_MONTH} and ${OWN_SHOP}`),
  },
  {
    name: 'goods of the shop’s buyers',
    shown: months('goods', 'shop_buyers'),
    raw: sum(GOODS, `${PAID} and ${OWN_SHOP}`),
  },
  {
    name: 'vendor’s fees',
    shown: months('vendor_fee_kobo', 'shop_months'),
    raw: sum(`floor(${GOODS} * o.vendor_fee_bps / 100)`, `${PAID} and ${REPORTED} and ${OWN_SHOP}`),
  },
  {
    name: 'the shop’s hand-overs on time in percent',
    shown: `(select on_time_rate from public.vendor_metrics where vendor_id = rights.my_vendor_id())`,
    raw: `(select round(100.0 * count(*) filter (where ${TIMED} and ${ON_TIME}) / nullif(count(*) filter (where ${TIMED} or o.id in (
      select s.subject_id from public.status_changes s where s.subject = 'order' and s.cause = 'vendor' and s.to_status in ('cancelled', 'refunding'))), 0), 2) ${ORDERS} where ${OWN_SHOP})`,
  },
  {
    name: 'the shop’s completed orders',
    shown: `(select completed_orders from public.vendor_metrics where vendor_id = rights.my_vendor_id())`,
    raw: number(`o.status = 'completed' and ${OWN_SHOP}`),
  },
  {
    name: 'the shop’s rating',
    shown: `(select rating from public.vendor_metrics where vendor_id = rights.my_vendor_id())`,
    raw: `(select round(avg(r.rating), 2) from public.reviews r join public.vendors v on v.id = r.vendor_id where r.hidden_at is null and ${OWN_SHOP})`,
  },
]

const buyers: Omit<FigureByHand, 'role'>[] = [
  {
    name: 'saved by a buyer',
    shown: `(select sum(base_amount - goods) from public.own_months)`,
    raw: `(select sum(l.base_price * l.quantity) - sum(${LINE_GOODS}) ${LINES} where ${PAID} and ${REPORTED} and o.user_id = $1)`,
  },
]

const by = (role: string, figures: readonly Omit<FigureByHand, 'role'>[]): FigureByHand[] =>
  figures.map(({ name, shown, raw }) => ({ name, role, shown, raw }))

export const figuresByHand: readonly FigureByHand[] = [
  ...by('manager', managers),
  ...by('coordinator', coordinators),
  ...by('chief', chiefs),
  ...by('vendor', shops),
  ...by('customer', buyers),
]
