-- For everybody: what is repeated, when the next round opens, and what the latest one costs at most.
create view public.repeating_buys as
select c.id, c.period, c.status, c.next_opens_at, c.next_end_date, c.next_share_date, c.vendor_id, v.business_name as shop, c.product_id, g.id as group_buy_id,
  g.product_name, g.unit, g.status as round_status, g.end_date, g.min_quantity, g.max_quantity, g.payment_mode, g.buyer_fee_bps,
  public.price_at(g.tier_thresholds, g.tier_prices, g.base_price, g.min_participants) as ceiling_price
from public.buy_cycles c join public.vendors v on v.id = c.vendor_id and v.status = 'active' cross join lateral (
  select r.* from public.group_buys r where r.cycle_id = c.id and r.published_at is not null order by r.published_at desc limit 1) g
where c.status <> 'ended';
comment on view public.repeating_buys is 'Cycles of active shops, with their latest round. ceiling_price: naira per unit at most, if the next round costs what that one did.';

create view public.own_standing_orders as
select s.id, s.cycle_id, s.quantity, s.most_kobo, s.mode, s.status, s.pause_reason, s.skips_next, s.created_at, s.ended_at, c.period, c.status as cycle_status,
  c.next_opens_at, c.next_share_date, p.name as product_name, p.unit, v.business_name as shop, v.id as vendor_id,
  r.outcome, r.reason, r.at as round_at, r.group_buy_id, r.order_id, o.status as order_status
from public.standing_orders s join public.buy_cycles c on c.id = s.cycle_id join public.products p on p.id = c.product_id join public.vendors v on v.id = c.vendor_id
left join lateral (select w.* from public.standing_rounds w where w.standing_order_id = s.id order by w.at desc limit 1) r on true
left join public.orders o on o.id = r.order_id
where s.person_id = (select auth.uid()) and not (select rights.owes_second_step());
comment on view public.own_standing_orders is 'The reader''s standing orders with what became of the last one. @null outcome, reason, round_at, group_buy_id, order_id, order_status';

create view public.own_cycles as
select c.id, c.product_id, c.period, c.status, c.pause_reason, c.next_opens_at, c.next_end_date, c.next_share_date, c.created_at, c.ended_at, p.name as product_name, p.unit,
  g.id as group_buy_id, g.status as round_status, g.end_date,
  (select count(*)::integer from public.standing_orders s where s.cycle_id = c.id and s.status = 'active') as standing_orders,
  (select coalesce(sum(s.quantity), 0)::integer from public.standing_orders s where s.cycle_id = c.id and s.status = 'active' and not s.skips_next) as standing_units
from public.buy_cycles c join public.products p on p.id = c.product_id left join lateral (
  select r.id, r.status, r.end_date from public.group_buys r where r.cycle_id = c.id order by r.published_at desc nulls last limit 1) g on true
where c.vendor_id = (select rights.my_vendor_id()) and not (select rights.owes_second_step());
comment on view public.own_cycles is 'Cycles of the reader''s own shop. standing_units: what the next round is asked for, without those who skip it. @null group_buy_id, round_status, end_date';
