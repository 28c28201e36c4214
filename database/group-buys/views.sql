-- Where a buy's money is: sums of the ledger over the accounts of its orders. Every kobo that came in is held, was returned, was
-- earned by the vendor or is a fee; losses that the market covered are added to what came in.
create view ledger.order_sums as
select o.id as order_id, o.group_buy_id, o.vendor_id, coalesce(a.credits_kobo, 0) as collected_kobo, coalesce(a.balance_kobo, 0) as held_kobo,
  coalesce(s.price_drop, 0) as price_drop_kobo, coalesce(s.returned, 0) + coalesce(r.earned, 0) as returned_kobo,
  coalesce(s.vendor, 0) - coalesce(r.vendor, 0) as vendor_kobo, coalesce(s.vendor_fee, 0) - coalesce(r.vendor_fee, 0) as vendor_fee_kobo,
  coalesce(s.buyer_fee, 0) - coalesce(r.fee, 0) as buyer_fee_kobo, coalesce(s.delivery, 0) as delivery_kobo, coalesce(s.reversed, 0) as reversed_kobo,
  coalesce(r.loss, 0) as loss_kobo
from public.orders o
left join ledger.accounts a on a.kind = 'escrow' and a.owner_id = o.id
left join lateral (
  select sum(t.amount_kobo) filter (where t.kind in ('returned_as_peps', 'return_owed'))::bigint as returned,
    sum(t.amount_kobo) filter (where t.kind in ('returned_as_peps', 'return_owed') and j.key like 'settled:%')::bigint as price_drop,
    sum(t.amount_kobo) filter (where t.kind in ('vendor_earned', 'vendor_delivery_earned', 'late_leave_charge'))::bigint as vendor,
    sum(t.amount_kobo) filter (where t.kind = 'vendor_fee_earned')::bigint as vendor_fee,
    sum(t.amount_kobo) filter (where t.kind = 'buyer_fee_earned')::bigint as buyer_fee,
    sum(t.amount_kobo) filter (where t.kind = 'delivery_earned')::bigint as delivery,
    sum(t.amount_kobo) filter (where t.kind = 'payment_reversed')::bigint as reversed
  from ledger.transfers t join ledger.journals j on j.id = t.journal_id where t.debit_id = a.id and t.phase in ('posted', 'captured')
) s on true
left join lateral (
  select sum(p.earned_goods_kobo + p.earned_fee_kobo)::bigint as earned, sum(p.vendor_kobo)::bigint as vendor, sum(p.vendor_fee_kobo)::bigint as vendor_fee,
    sum(p.earned_fee_kobo)::bigint as fee, sum(p.loss_kobo)::bigint as loss
  from public.partial_refunds p where p.order_id = o.id
) r on true;
comment on view ledger.order_sums is 'Kobo by order. What came in and the market''s loss equal what is held, returned, earned, charged back and kept as fees.';

create view ledger.buy_sums as
select g.id as group_buy_id, g.vendor_id, g.status, g.product_name, g.unit, g.final_price,
  public.price_at(g.tier_thresholds, g.tier_prices, g.base_price, g.min_participants) as ceiling_price,
  count(s.order_id) filter (where s.collected_kobo > 0)::integer as paid_orders,
  count(distinct o.user_id) filter (where s.collected_kobo > 0)::integer as payers,
  count(distinct o.user_id) filter (where s.returned_kobo > s.price_drop_kobo)::integer as other_returns,
  count(*) filter (where g.status in ('failed', 'cancelled') and s.collected_kobo > 0 and o.end_reason is distinct from 'left by the buyer')::integer as refunds_due,
  count(*) filter (where g.status in ('failed', 'cancelled') and s.collected_kobo > 0 and o.end_reason is distinct from 'left by the buyer'
    and o.status = 'refunded')::integer as refunds_done,
  coalesce(sum(s.collected_kobo), 0)::bigint as collected_kobo, coalesce(sum(s.held_kobo), 0)::bigint as held_kobo,
  coalesce(sum(s.price_drop_kobo), 0)::bigint as price_drop_kobo, coalesce(sum(s.returned_kobo), 0)::bigint as returned_kobo,
  coalesce(sum(s.vendor_kobo), 0)::bigint as vendor_kobo, coalesce(sum(s.vendor_fee_kobo), 0)::bigint as vendor_fee_kobo,
  coalesce(sum(s.buyer_fee_kobo), 0)::bigint as buyer_fee_kobo, coalesce(sum(s.delivery_kobo), 0)::bigint as delivery_kobo,
  coalesce(sum(s.reversed_kobo), 0)::bigint as reversed_kobo, coalesce(sum(s.loss_kobo), 0)::bigint as loss_kobo,
  coalesce(sum(s.collected_kobo + s.loss_kobo - s.held_kobo - s.returned_kobo - s.vendor_kobo - s.vendor_fee_kobo - s.buyer_fee_kobo - s.delivery_kobo
    - s.reversed_kobo), 0)::bigint as unexplained_kobo
from public.group_buys g left join public.orders o on o.group_buy_id = g.id left join ledger.order_sums s on s.order_id = o.id
where g.published_at is not null group by g.id;

-- Public once the payments of the window are counted. With fewer than three paying people a sum would disclose a single payment;
-- refunds to one or two people are not separated from the price difference.
create view public.buy_sheets as
select b.group_buy_id, b.status, b.product_name, b.unit, b.final_price, b.ceiling_price, b.paid_orders, b.refunds_due, b.refunds_done, b.payers >= 3 as has_sums,
  case when b.payers >= 3 then b.collected_kobo end as collected_kobo, case when b.payers >= 3 then b.held_kobo end as held_kobo,
  case when b.payers >= 3 then b.returned_kobo end as returned_kobo,
  case when b.payers >= 3 and b.other_returns not in (1, 2) then b.price_drop_kobo end as price_drop_kobo,
  case when b.payers >= 3 then b.vendor_kobo end as vendor_kobo, case when b.payers >= 3 then b.vendor_fee_kobo end as vendor_fee_kobo,
  case when b.payers >= 3 then b.buyer_fee_kobo end as buyer_fee_kobo, case when b.payers >= 3 then b.delivery_kobo end as delivery_kobo,
  case when b.payers >= 3 then b.reversed_kobo end as reversed_kobo, case when b.payers >= 3 then b.loss_kobo end as loss_kobo,
  case when b.payers >= 3 then b.unexplained_kobo end as unexplained_kobo
from ledger.buy_sums b where b.status in ('settling', 'confirmed', 'ready', 'completed', 'failed', 'cancelled');
comment on view public.buy_sheets is 'The public settlement sheet of a buy: sums of the ledger, no person. Null: fewer than three people have paid.';

create view public.own_buy_sums as
select b.group_buy_id, b.vendor_id, b.status, b.paid_orders, b.refunds_due, b.refunds_done, b.collected_kobo, b.held_kobo, b.price_drop_kobo, b.returned_kobo,
  b.vendor_kobo, b.vendor_fee_kobo, b.buyer_fee_kobo, b.delivery_kobo, b.reversed_kobo, b.loss_kobo, b.unexplained_kobo
from ledger.buy_sums b where b.vendor_id = (select rights.my_vendor_id()) or b.vendor_id in (select rights.overseen_vendor_ids());
comment on view public.own_buy_sums is 'The same sums without suppression, for the buy''s shop and its overseers.';

-- The vendor's earnings of each order so far: goods less the vendor's fee.
create view public.order_earnings as
select o.id as order_id, o.order_no, o.group_buy_id, o.vendor_id, o.buyer_name, rights.order_quantity_left(o.id) as quantity, o.status, o.created_at,
  (case when o.is_live and o.settled_at is null then coalesce(g.current_price * o.quantity, o.total_amount) else o.total_amount end * 100)::bigint
    - o.returned_goods_kobo as goods_kobo, o.vendor_fee_bps, s.held_kobo, s.vendor_kobo as earned_kobo, s.returned_kobo
from public.orders o join ledger.order_sums s on s.order_id = o.id left join public.group_buys g on g.id = o.group_buy_id
where o.vendor_id = (select rights.my_vendor_id()) or o.vendor_id in (select rights.overseen_vendor_ids());
comment on view public.order_earnings is 'A vendor''s earnings from an order. goods_kobo: after refunds; before settlement at the current price.';

-- Photographs of published buys for the staff who may hide them: overseers of the shop, and content staff.
create view public.judged_buy_pictures as
select k.id, k.group_buy_id, g.product_id, g.product_name, g.vendor_id, v.business_name, v.state, k.url, k.caption, k.created_at, k.hidden_at, k.hide_reason
from public.buy_pictures k join public.group_buys g on g.id = k.group_buy_id join public.vendors v on v.id = g.vendor_id
where g.published_at is not null and (v.id in (select rights.overseen_vendor_ids()) or (select rights.keeps_content()));

-- Open buys of the shops that the caller serves, for the desk of shop staff, who see only published buys.
create view public.buys_to_photograph as
select g.id, g.product_name, v.business_name, g.end_date, (select count(*)::integer from public.buy_pictures k where k.group_buy_id = g.id) as photographs
from public.group_buys g join public.vendors v on v.id = g.vendor_id
where g.status = 'active' and v.status = 'active' and v.id in (select rights.served_vendor_ids());

-- Candidates by their dates; domain/group-buys/selling/danger.ts decides which are in danger.
create view public.buys_to_watch as
with near as (
  select g.* from public.group_buys g where g.status = 'active' and g.end_date <= now() + interval '3 days'
  union all
  select g.* from public.group_buys g where g.status = 'closed' and g.payment_due_at <= now() + interval '3 days'
  union all
  select g.* from public.group_buys g where g.status = 'confirmed' and g.share_date <= (now() at time zone 'Africa/Lagos')::date + 1
)
select g.id, g.product_name, g.status, g.end_date, g.payment_due_at, g.share_date, g.min_participants, g.current_participants, g.paid_participants, g.vendor_id,
  v.business_name, v.state,
  case when g.status = 'confirmed' then exists (select from public.orders o join public.order_lines l on l.order_id = o.id
    where o.group_buy_id = g.id and l.packed_at is not null) else false end as has_packed
from near g join public.vendors v on v.id = g.vendor_id
where g.vendor_id in (select rights.overseen_vendor_ids());
comment on view public.buys_to_watch is 'For overseers: buys that close, fall due or are shared out soon, or should have been.';
