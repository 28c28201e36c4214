import { type Finding, runChecks, type StatementRunner } from './run-checks.ts'

/**
 * Compares redundant data of the market and recomputes every amount of docs/amounts-and-figures.md. An empty list means
 * that everything is consistent. The client must be able to read all rows.
 */
export const auditMarket = (client: StatementRunner): Promise<Finding[]> =>
  runChecks(client, { common: COMMON, checks: CHECKS })

const COMMON = `
with live as (
  select o.*, o.settled_at is not null as is_settled from public.orders o where o.group_buy_id is not null and o.is_live
), counted as (
  select group_buy_id, sum(quantity) as quantity, count(distinct user_id) as people,
    coalesce(sum(quantity) filter (where is_paid), 0) as paid_quantity, count(distinct user_id) filter (where is_paid) as paid_people
  from live group by group_buy_id
), buys as (
  select g.*, coalesce(c.quantity, 0) as quantity, coalesce(c.people, 0) as people,
    coalesce(c.paid_quantity, 0) as paid_units, coalesce(c.paid_people, 0) as paid_people
  from public.group_buys g left join counted c on c.group_buy_id = g.id
), priced as (
  select l.*, g.final_price, g.status as buy_status, g.end_date, g.base_price, g.tier_prices, g.terms_version as buy_terms,
    (g.buyer_fee_bps, g.vendor_fee_bps, g.referral_bps) as buy_rates,
    (l.unit_price * 100 * l.quantity)::bigint as goods, (l.ceiling_unit_price * 100 * coalesce(l.reserved_quantity, l.quantity))::bigint as charged
  from live l join public.group_buys g on g.id = l.group_buy_id
), contents as (
  select order_id, sum(quantity) as quantity, sum(unit_price * quantity) as amount, count(*) as lines from public.order_lines group by order_id
), moves as (
  select s.*, lag(to_status) over (partition by subject, subject_id order by id) as came_from,
    lead(id) over (partition by subject, subject_id order by id) is null as is_last
  from public.status_changes s
), standing as (
  select 'group_buy' as subject, id, status from public.group_buys
  union all select 'order', id, status from public.orders
  union all select 'checkout', id, status from public.checkouts
  union all select 'vendor', id, status from public.vendors
  union all select 'deal', id, status from public.featured_deals
  union all select 'advert', id, status from public.advertisements
  union all select 'post', id, status from public.blog_posts
  union all select 'email_log', id, status from public.email_logs
  union all select 'claim', id, status from public.claims
  union all select 'lot', id, status from public.lot_incidents
)`

const CHECKS: Record<string, string> = {
  'L13 quantity': `select id as subject, format('counts %s units of %s, orders have %s', current_quantity, target_quantity, quantity) as detail
    from buys where current_quantity <> quantity or current_quantity not between 0 and target_quantity`,
  'L13 packs': `select g.id as subject, format('packs of %s shared out as %s units, %s orders have others', g.pack_size, a.units, a.others) as detail
    from buys g cross join lateral (select coalesce(sum(o.allotted_quantity), 0) as units,
      count(*) filter (where o.settled_at is not null and o.quantity is distinct from o.allotted_quantity) as others from public.orders o where o.group_buy_id = g.id) a
    where g.pack_size is not null and g.status in ('confirmed', 'ready', 'completed') and (a.others > 0 or (a.units % g.pack_size <> 0 and g.part_pack_confirmed_at is null))`,
  'L14 participants': `select id as subject, format('counts %s people of %s, orders have %s', current_participants, max_participants, people) as detail
    from buys where current_participants <> people or current_participants > max_participants`,
  'L14 paid': `select id as subject, format('counts %s people and %s units paid, orders have %s and %s', paid_participants, paid_quantity, paid_people, paid_units) as detail
    from buys where paid_participants <> paid_people or paid_quantity <> paid_units`,
  'L14 pending': `select group_buy_id as subject, format('%s pending orders of one person', count(*)) as detail
    from live where status = 'pending' group by group_buy_id, user_id having count(*) > 1`,
  'L15 window': `select id as subject, format('accepted %s, the window ended %s', created_at, end_date) as detail from priced
    where created_at >= end_date and takes_over_order_id is null`,
  // Once for each share that changed hands: the giver has all back, and the receiver has what the giver had.
  'L15 taken over': `select t.id as subject, format('takes over %s units of a %s order, with %s of %s given back', o.quantity, o.status, o.returned_kobo, o.charged_kobo) as detail
    from public.orders t join public.orders o on o.id = t.takes_over_order_id left join public.share_gifts s on s.order_id = o.id and s.status = 'taken'
    where t.paid_at is not null and (o.is_live or o.status not in ('cancelled', 'refunding', 'refunded') or o.returned_kobo <> o.charged_kobo or o.left_late_at is not null
      or t.user_id = o.user_id or t.quantity <> o.quantity or t.group_buy_id <> o.group_buy_id or t.ceiling_unit_price > o.ceiling_unit_price
      or s.id is null or s.receiver_id <> t.user_id)`,
  'L15 given': `select s.id as subject, format('%s, with %s orders that take it over', s.status, count(t.id)) as detail
    from public.share_gifts s left join public.orders t on t.takes_over_order_id = s.order_id
      and case s.status when 'accepted' then t.status = 'pending' when 'taken' then t.paid_at is not null end
    where s.status in ('accepted', 'taken') group by s.id having count(t.id) <> 1`,
  'L16 total': `select id as subject, format('%s is not %s times %s', total_amount, quantity, unit_price) as detail
    from public.orders where total_amount <> unit_price * quantity`,
  'L16 price': `select id as subject, format('%s is not a price of this buy', unit_price) as detail from priced
    where unit_price <> base_price and unit_price <> all (tier_prices)`,
  'L16 ceiling': `select id as subject, format('%s is not a price of this buy', ceiling_unit_price) as detail from priced
    where ceiling_unit_price <> base_price and ceiling_unit_price <> all (tier_prices)
      and not exists (select from public.price_answers a join public.price_rises r on r.id = a.price_rise_id
        where a.order_id = priced.id and a.answer = 'stay' and r.finished_at is null and r.ceiling_price = priced.ceiling_unit_price)`,
  'L16 terms': `select id as subject, format('made under terms %s of %s', terms_version, buy_terms) as detail from priced where terms_version > buy_terms`,
  'L16 rates': `select id as subject, format('rates %s, the buy has %s', (buyer_fee_bps, vendor_fee_bps, referral_bps), buy_rates) as detail from priced
    where (buyer_fee_bps, vendor_fee_bps, referral_bps) <> buy_rates`,
  'L16 due': `select id as subject, format('%s due, %s goods at most', amount_due_kobo, charged) as detail from priced
    where amount_due_kobo <> case when status = 'pending' then charged + fee_kobo + delivery_fee_kobo - peps_kobo else 0 end`,
  'L16 lines': `select o.id as subject, format('%s units for %s, lines have %s for %s', o.quantity, o.total_amount, c.quantity, c.amount) as detail
    from public.orders o left join contents c on c.order_id = o.id
    where (c.quantity, c.amount) is distinct from (o.quantity::bigint, o.total_amount) or (o.group_buy_id is not null and c.lines <> 1)`,
  'L16 cart due': `select id as subject, format('%s due of %s', amount_due_kobo, total_amount) as detail from public.orders
    where group_buy_id is null and amount_due_kobo <> case when status = 'pending'
      then (total_amount * 100)::bigint + fee_kobo + delivery_fee_kobo - peps_kobo else 0 end`,
  'L10 cart fee': `select id as subject, format('%s on %s', fee_kobo, total_amount) as detail from public.orders
    where group_buy_id is null and fee_kobo <> (total_amount * 100)::bigint * buyer_fee_bps / 10000`,
  'L10 buyer fee': `select id as subject, format('%s on %s', fee_kobo, charged) as detail from priced
    where fee_kobo <> case when is_settled then goods else charged end * buyer_fee_bps / 10000`,
  'L10 vendor fee': `select id as subject, format('%s on %s', vendor_fee_kobo, goods) as detail from priced
    where vendor_fee_kobo <> case when is_settled then goods * vendor_fee_bps / 10000 else 0 end`,
  'L10 referral': `select p.id as subject, format('%s on %s', referral_kobo, goods) as detail from priced p
    where referral_kobo <> case when is_settled and exists (select from public.referrals r where r.referred_id = p.user_id)
      then goods * referral_bps / 10000 else 0 end`,
  'L10 returned': `select id as subject, format('%s came back of %s', returned_kobo, charged - goods) as detail from priced
    where is_settled and returned_kobo < charged - goods`,
  'L17 one price': `select id as subject, format('%s, final %s, at most %s', unit_price, final_price, ceiling_unit_price) as detail
    from priced where is_settled and unit_price is distinct from least(final_price, ceiling_unit_price)`,
  'L17 who stayed': `select g.id as subject, format('%s for %s people who stayed', final_price, settled_participants) as detail from buys g
    where settled_participants is not null and final_price is distinct from least(
      public.price_at(tier_thresholds, tier_prices, base_price, settled_participants),
      (select max(o.ceiling_unit_price) from public.orders o where o.group_buy_id = g.id and (o.settled_at is not null or o.allotted_quantity = 0)))
      and status <> 'settling'`,
  'L17 late leavers': `select o.id as subject, format('left %s, its buy is %s, charged %s kobo', o.left_late_at, g.status, o.leave_charge_kobo) as detail
    from public.orders o join public.group_buys g on g.id = o.group_buy_id where o.left_late_at is not null and (
      (g.final_price is not null and o.leave_charge_kobo is null) or (o.leave_paid_at is null
        and g.status not in ('active', 'closed', 'settling') and greatest(g.settled_at, g.updated_at) < now() - interval '1 hour'))`,
  'L17 promises': `select g.id as subject, format('promises cost %s kobo, late leavers paid %s', d.kobo, d.charged) as detail from buys g
    cross join lateral (select coalesce(sum((greatest(g.final_price - o.ceiling_unit_price, 0) * 100 * o.quantity)::bigint) filter (where o.settled_at is not null), 0) as kobo,
        coalesce(sum(o.leave_charge_kobo), 0) as charged from public.orders o where o.group_buy_id = g.id) d
    where g.settled_participants is not null and g.extended_at is null and d.kobo > d.charged
      and not exists (select from public.orders o join public.payments p on p.id = o.payment_id where o.group_buy_id = g.id and p.status = 'reversed')
      -- People left free while its shop asked for more.
      and not exists (select from public.price_rises r where r.group_buy_id = g.id and r.status = 'withdrawn')`,
  'L17 ceiling': `select id as subject, format('%s is above %s', unit_price, ceiling_unit_price) as detail
    from priced where is_settled and unit_price > ceiling_unit_price`,
  'L17 final price': `select id as subject, format('%s, paid people make %s', final_price,
      public.price_at(tier_thresholds, tier_prices, base_price, paid_participants)) as detail
    from buys where (status in ('confirmed', 'ready', 'completed') and final_price is null)
      or (final_price is not null and status not in ('settling', 'confirmed', 'ready', 'completed', 'cancelled'))
      or (status in ('confirmed', 'ready') and final_price > public.price_at(tier_thresholds, tier_prices, base_price, greatest(min_participants, 1)))`,
  'L20 reward': `select o.id as subject, format('final since %s, its reward was neither credited nor refused', o.final_at) as detail
    from (select *, coalesce(settled_at, public.cart_order_final_at(id)) as final_at,
      greatest(referral_kobo, case when group_buy_id is null then div(total_amount * 100 * referral_bps, 10000) else 0 end) as reward from public.orders where is_paid) o
    join public.referrals r on r.referred_id = o.user_id
    where o.final_at < now() - interval '40 hours' and o.reward > 0 and o.returned_goods_kobo < o.total_amount * 100
      and not exists (select from public.reward_refusals x where x.order_id = o.id)
      and not exists (select from ledger.journals j where j.id = ledger.id_of('reward:' || o.id))`,
  'tiers as written': `select id as subject, 'the derived tiers differ from the text' as detail from public.group_buys
    where (tier_thresholds, tier_prices) is distinct from (public.tier_thresholds(price_tiers), public.tier_prices(price_tiers))`,
  'order sums': `select concat_ws(' ', vendor_id, month, status) as subject,
      format('stored %s orders, %s goods, %s and %s fees, rows have %s, %s, %s and %s', k.orders, k.goods, k.buyer, k.vendor, r.orders, r.goods, r.buyer, r.vendor) as detail
    from (select vendor_id, month, status, sum(orders) as orders, sum(goods) as goods, sum(buyer_fee_kobo) as buyer, sum(vendor_fee_kobo) as vendor
      from sums.orders group by 1, 2, 3) k
    full join (select vendor_id, month, status, count(*) as orders, sum(goods) as goods, sum(buyer_fee_kobo) as buyer, sum(vendor_fee_kobo) as vendor
      from public.order_figures where status not in ('pending', 'paid') group by 1, 2, 3) r using (vendor_id, month, status)
    where (coalesce(k.orders, 0), coalesce(k.goods, 0), coalesce(k.buyer, 0), coalesce(k.vendor, 0))
      <> (coalesce(r.orders, 0), coalesce(r.goods, 0), coalesce(r.buyer, 0), coalesce(r.vendor, 0))`,
  'sales day sums': `select concat_ws(' ', vendor_id, day) as subject,
      format('stored %s joins, %s orders, %s goods and %s fees, rows have %s, %s, %s and %s', k.joins, k.orders, k.goods, k.fees, r.joins, r.orders, r.goods, r.fees) as detail
    from (select vendor_id, day, sum(joins) as joins, sum(orders) as orders, sum(goods) as goods, sum(buyer_fee_kobo + vendor_fee_kobo) as fees
      from sums.sales_days group by 1, 2) k
    full join (select vendor_id, (created_at at time zone 'Africa/Lagos')::date as day, count(group_buy_id) as joins, count(*) filter (where is_paid) as orders,
        coalesce(sum(goods) filter (where is_paid), 0) as goods, sum(buyer_fee_kobo + vendor_fee_kobo) as fees
      from public.order_figures where status not in ('pending', 'paid') group by 1, 2) r using (vendor_id, day)
    where (coalesce(k.joins, 0), coalesce(k.orders, 0), coalesce(k.goods, 0), coalesce(k.fees, 0))
      <> (coalesce(r.joins, 0), coalesce(r.orders, 0), coalesce(r.goods, 0), coalesce(r.fees, 0))`,
  'buyer sums': `select concat_ws(' ', vendor_id, user_id) as subject, format('stored %s placed, %s orders, %s goods, rows have %s, %s, %s', k.placed, k.orders, k.goods, r.placed, r.orders, r.goods) as detail
    from (select vendor_id, user_id, sum(placed) as placed, sum(orders) as orders, sum(goods) as goods from sums.buyers group by 1, 2) k
    full join (select vendor_id, user_id, count(*) as placed, count(*) filter (where is_paid) as orders, coalesce(sum(goods) filter (where is_paid), 0) as goods
      from public.order_figures where status not in ('pending', 'paid') group by 1, 2) r using (vendor_id, user_id)
    where (coalesce(k.placed, 0), coalesce(k.orders, 0), coalesce(k.goods, 0)) <> (coalesce(r.placed, 0), coalesce(r.orders, 0), coalesce(r.goods, 0))`,
  'product sums': `select concat_ws(' ', vendor_id, month, product_id, product_name, unit) as subject,
      format('stored %s orders of %s for %s, lines have %s of %s for %s', k.orders, k.quantity, k.goods, r.orders, r.quantity, r.goods) as detail
    from (select vendor_id, month, product_id, product_name, unit, sum(orders) as orders, sum(quantity) as quantity, sum(goods) as goods
      from sums.products group by 1, 2, 3, 4, 5) k
    full join (select f.vendor_id, f.month, l.product_id, l.product_name, l.unit, count(*) as orders, sum(l.quantity) as quantity,
        sum(case when f.group_buy_id is null then l.unit_price * l.quantity else f.goods end) as goods
      from public.order_figures f join public.order_lines l on l.order_id = f.id where f.is_paid and f.status <> 'paid' group by 1, 2, 3, 4, 5) r
    using (vendor_id, month, product_id, product_name, unit)
    where (coalesce(k.orders, 0), coalesce(k.quantity, 0), coalesce(k.goods, 0)) <> (coalesce(r.orders, 0), coalesce(r.quantity, 0), coalesce(r.goods, 0))`,
  'product set sums': `select concat_ws(' ', vendor_id, month, product_ids) as subject, format('stored %s orders, rows have %s', k.orders, r.orders) as detail
    from (select vendor_id, month, product_ids, sum(orders) as orders from sums.product_sets group by 1, 2, 3) k
    full join (select vendor_id, month, product_ids, count(*) as orders from (
        select f.vendor_id, f.month, array_agg(l.product_id order by l.product_id) as product_ids
        from public.order_figures f join public.order_lines l on l.order_id = f.id
        where f.is_paid and f.status <> 'paid' and f.group_buy_id is null group by f.id, f.vendor_id, f.month having count(*) > 1) b
      group by 1, 2, 3) r using (vendor_id, month, product_ids)
    where coalesce(k.orders, 0) <> coalesce(r.orders, 0)`,
  'L25 open': `select o.id as subject, format('%s with %s open hand-overs, %s kobo of goods left', o.status, h.open, o.goods_left) as detail
    from (select *, case when status = 'ready' then public.goods_left_kobo(id) else 0 end as goods_left from public.orders) o
    cross join lateral (select count(*) as open from public.hand_overs where order_id = o.id and status = 'open') h where h.open <> (o.goods_left > 0)::integer`,
  'L25 goods': `select o.id as subject, format('%s of %s kobo handed over, %s came back', h.kobo, o.total_amount * 100, o.returned_goods_kobo) as detail
    from public.orders o cross join lateral (select coalesce(sum(goods_kobo), 0) as kobo, count(*) as parts from public.hand_overs where order_id = o.id and status = 'done') h
    where h.kobo > o.total_amount * 100 or (o.status in ('collected', 'delivered', 'completed') and (h.parts = 0 or h.kobo < o.total_amount * 100 - o.returned_goods_kobo))`,
  'L25 units': `select l.id as subject, format('%s units handed over of %s', sum(h.quantity), l.quantity) as detail
    from public.hand_over_lines h join public.order_lines l on l.id = h.line_id group by l.id having sum(h.quantity) > l.quantity`,
  'L25 completed': `select o.id as subject, 'completed before all its hand-overs are released' as detail from public.orders o
    where o.status = 'completed' and exists (select from public.hand_overs h where h.order_id = o.id and (h.status = 'open' or h.status = 'done' and h.released_at is null))`,
  'L25 overrides': `select h.id as subject, format('%s without a code, payable %s', h.status, h.claim_until) as detail
    from public.hand_overs h join public.orders o on o.id = h.order_id left join public.hand_over_overrides x on x.hand_over_id = h.id
    where h.proof = 'override' and (x.hand_over_id is null or public.is_of_shop(h.handled_by, o.vendor_id) and x.by_shop and x.confirmed_at is null
      and coalesce(h.released_at, h.claim_until) < h.done_at + 2 * public.claim_time(h.id))`,
  'L25 replaced': `select c.id as subject, format('claim %s: replacement, %s', c.claim_no, case when c.ended_at is null then 'due ' || c.replace_by else 'ended without its buyer''s word' end) as detail
    from public.claims c where c.outcome = 'replacement' and c.replaced_at is null and c.replace_by is not null
      and (c.ended_at is not null or c.status in ('upheld', 'upheld_final') and c.replace_by < now() - interval '1 hour')`,
  'L25 short': `select f.id as subject, format('%s, due %s, %s of %s kobo came back', f.status, f.due_at, s.back, s.goods) as detail
    from public.shortfalls f cross join lateral (select coalesce(sum(r.goods_kobo), 0) as back, coalesce(sum(x.goods_kobo), 0) as goods
      from public.shortfall_shares x left join public.partial_refunds r on r.id = x.partial_refund_id where x.shortfall_id = f.id) s
    where f.status = 'entered' and f.due_at < now() - interval '1 hour' or f.status in ('waiting', 'entered', 'withdrawn', 'refused') and s.back > 0
      or f.status = 'carried-out' and f.ended_at is not null and s.back > s.goods`,
  'L25 weighed': `select l.id as subject, 'sold by weight and handed over without a weight and its photograph' as detail
    from public.hand_over_lines h join public.hand_overs d on d.id = h.hand_over_id and d.proof <> 'decision' join public.order_lines l on l.id = h.line_id
    where l.most_kg_per_unit is not null and not exists (select from public.live_weights w join public.photo_proofs p on p.bucket_id = 'deliveries' and p.name = w.photo
      where w.line_id = l.id and not w.waits)`,
  'L25 weights': `select w.line_id as subject, format('%s g of %s units cut by %s kobo, %s came back', w.grams, w.units, w.cut_kobo, s.goods) as detail
    from public.live_weights w join public.order_lines l on l.id = w.line_id
    cross join lateral (select coalesce(sum(x.goods_kobo), 0) as goods, count(*) as entries from public.live_shortfall_shares x
      join public.shortfalls f on f.id = x.shortfall_id and f.kind = 'weight' where x.line_id = w.line_id) s
    where w.cut_kobo <> greatest(0, ceil(l.unit_price * 100 * w.units - l.unit_price * 100 * w.grams / (l.most_kg_per_unit * 1000)))
      or s.goods > w.cut_kobo and not exists (select from public.line_weights x where x.line_id = w.line_id and x.units > w.units)
      or s.goods < w.cut_kobo and s.entries < 2 and not exists (select from public.partial_refunds r where r.order_id = l.order_id
        and not exists (select from public.shortfall_shares x join public.shortfalls f on f.id = x.shortfall_id and f.kind = 'weight' where x.partial_refund_id = r.id))`,
  'L25 claims': `select h.id as subject, format('released %s, claims until %s', h.released_at, h.claim_until) as detail from public.hand_overs h
    where h.released_at < h.claim_until or (h.released_at is not null and public.has_open_claim(h.id))`,
  'L29 yes': `select a.order_id as subject, format('at most %s, agreed to %s instead of %s for %s kobo', o.ceiling_unit_price, r.ceiling_price, a.former_ceiling_price, a.more_kobo) as detail
    from public.price_answers a join public.price_rises r on r.id = a.price_rise_id join public.orders o on o.id = a.order_id
    where a.answer = 'stay' and (o.is_live and o.ceiling_unit_price > case when a.returned_at is null then r.ceiling_price else a.former_ceiling_price end
      or a.payment_id is not null and (o.is_live and r.status <> 'withdrawn' and o.ceiling_unit_price <> r.ceiling_price
        or not exists (select from public.payments p join public.payment_parts t on t.payment_id = p.id and t.order_id = a.order_id
          where p.id = a.payment_id and p.status in ('succeeded', 'reversed') and t.naira_kobo + t.peps_kobo = a.more_kobo)))`,
  'L29 no yes': `select o.id as subject, format('%s at most %s without a yes to it', o.status, o.ceiling_unit_price) as detail
    from public.orders o join public.price_rises r on r.group_buy_id = o.group_buy_id
    where o.is_live and o.created_at < r.asked_at and (r.status = 'decided' or o.ceiling_unit_price > r.former_ceiling_price)
      and not exists (select from public.price_answers a where a.order_id = o.id and a.price_rise_id = r.id and a.answer = 'stay')`,
  'L29 left': `select o.id as subject, format('%s, %s of %s kobo came back', o.status, o.returned_kobo, o.charged_kobo) as detail
    from public.orders o left join public.price_answers a on a.order_id = o.id and a.answer = 'leave'
    where (o.end_reason = 'the price rose' or a.order_id is not null) and (o.is_live or o.left_late_at is not null or o.returned_kobo <> o.charged_kobo)`,
  'L29 overdue': `select r.id as subject, format('%s, its vote ended %s', r.status, coalesce(r.ended_at, r.ends_at)) as detail from public.price_rises r
    where r.finished_at is null and coalesce(r.ended_at, r.ends_at) < now() - interval '2 hours'`,
  'L19 move': `select m.subject_id as subject, format('%s went from %s to %s by %s', m.subject, m.from_status, m.to_status, m.cause) as detail from moves m
    where not exists (select from public.allowed_moves a where a.subject = m.subject and a.from_status = coalesce(m.from_status, 'new')
      and a.to_status = m.to_status and m.cause = any (a.causes))`,
  'L19 gap': `select subject_id as subject, format('%s was %s, then moved from %s', subject, came_from, from_status) as detail
    from moves where came_from is distinct from from_status`,
  'L19 standing': `select s.id as subject, format('%s is %s, its history ends with %s', s.subject, s.status, m.to_status) as detail
    from standing s left join moves m on m.subject_id = s.id and m.subject = s.subject and m.is_last
    where m.to_status is distinct from s.status`,
}
