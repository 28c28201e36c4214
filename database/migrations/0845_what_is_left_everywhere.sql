-- Every place shows what is left of an order after a short delivery: lists, labels, rosters, weigh-in, claims, held money and files.
create or replace function public.claimable_worth(of_order uuid) returns table (hand_over_id uuid, line_id uuid, quantity integer, worth_kobo bigint)
language sql stable security definer set search_path = '' as $$
  with lines as (
    select l.id, l.order_id, l.quantity, (l.unit_price * 100)::bigint as unit_kobo, public.short_units(l.id) as short_units from public.order_lines l where l.order_id = of_order
  ), short as (
    -- What came short is paid back by line, of what nobody had taken by then.
    select s.line_id, s.goods_kobo, s.created_at from (
      select x.line_id, coalesce(r.goods_kobo, x.goods_kobo) as goods_kobo, coalesce(r.created_at, x.created_at) as created_at
      from public.live_shortfall_shares x join lines l on l.id = x.line_id left join public.order_returns r on r.id = x.return_id) s
  ), taken as (
    select d.line_id, d.quantity, h.id, h.done_at, h.goods_kobo - coalesce((select sum(r.goods_kobo) from public.order_returns r where r.hand_over_id = h.id), 0) as left_kobo
    from public.hand_overs h join public.hand_over_lines d on d.hand_over_id = h.id where h.order_id = of_order and h.status = 'done'
  ), whole as (
    select (o.total_amount * 100)::bigint - o.goods_back_kobo as kobo from public.orders o where o.id = of_order
  ), units as (
    select t.id as hand_over_id, l.id as line_id, t.quantity, least(t.quantity * l.unit_kobo, t.left_kobo,
      (l.quantity - coalesce((select sum(e.quantity) from taken e where e.line_id = l.id and (e.done_at, e.id) < (t.done_at, t.id)), 0)) * l.unit_kobo
        - coalesce((select sum(s.goods_kobo) from short s where s.line_id = l.id and s.created_at <= t.done_at), 0)) as kobo
    from taken t join lines l on l.id = t.line_id
    union all
    select null, l.id, l.quantity - t.units - l.short_units, least((l.quantity - t.units) * l.unit_kobo - coalesce((select sum(s.goods_kobo) from short s where s.line_id = l.id), 0),
      public.takeable_kobo(of_order))
    from lines l cross join lateral (select coalesce(sum(e.quantity), 0)::integer as units from taken e where e.line_id = l.id) t where l.quantity - l.short_units > t.units
  )
  select u.hand_over_id, u.line_id, u.quantity, greatest(0, least(u.kobo, w.kobo))::bigint from units u cross join whole w
$$;

create or replace function public.waits_at_hub(of_line uuid) returns table (place text, until timestamptz) language sql stable security definer set search_path = '' as $$
  select p.name, (select h.due_until from public.hand_overs h where h.order_id = o.id and h.status = 'open')
  from public.order_lines l join public.orders o on o.id = l.order_id join public.pickup_points p on p.id = o.pickup_point_id and p.vendor_id is null
  cross join lateral (select sum(w.units_counted) as units from public.weigh_ins w
    where w.pickup_point_id = p.id and coalesce(w.group_buy_id, w.order_id) = coalesce(o.group_buy_id, o.id) and w.product_id = l.product_id) counted
  cross join lateral (select sum(x.quantity - public.short_units(x.id)) as units from public.order_lines x join public.orders y on y.id = x.order_id
    where y.pickup_point_id = p.id and x.product_id = l.product_id and coalesce(y.group_buy_id, y.id) = coalesce(o.group_buy_id, o.id)
      and y.is_paid and y.status not in ('refunding', 'refunded')) due
  where l.id = of_line and o.status in ('paid', 'confirmed', 'ready') and counted.units >= due.units
$$;

create or replace view public.order_figures with (security_invoker = true) as
select o.id, o.vendor_id, o.user_id, o.buyer_name, o.group_buy_id, o.status, o.created_at, public.lagos_month(o.created_at) as month, o.is_paid,
  o.status = 'pending' as is_promised, w.goods,
  case when o.is_paid then floor(w.goods * o.buyer_fee_bps / 100) else 0 end::bigint as buyer_fee_kobo,
  case when o.is_paid then floor(w.goods * o.vendor_fee_bps / 100) else 0 end::bigint as vendor_fee_kobo,
  o.order_no, o.quantity, o.unit_price, o.total_amount, o.fee_kobo, o.amount_due_kobo, o.returned_kobo, o.fulfilment, o.is_live, o.delivered_by,
  o.pickup_point_id, o.delivery_zone_id, rights.order_quantity_left(o.id) as quantity_left,
  w.goods - (o.goods_back_kobo + rights.order_reserved_kobo(o.id)) / 100.0 as goods_left,
  greatest(0, o.fee_kobo - rights.order_fee_back_kobo(o.id)) as fee_left_kobo,
  case when o.is_paid then floor((w.goods - (o.goods_back_kobo + rights.order_reserved_kobo(o.id)) / 100.0) * o.vendor_fee_bps / 100) else 0 end::bigint as vendor_fee_left_kobo
from public.orders o left join public.group_buys g on g.id = o.group_buy_id
cross join lateral (select case when o.is_live and o.settled_at is null then coalesce(g.current_price * o.quantity, o.total_amount) else o.total_amount end as goods) w;
comment on column public.order_figures.goods_left is 'Goods without what came back or is on its way back. goods: as sold, which figures add up.';
comment on column public.order_figures.quantity_left is 'Units that the order is about now, without what came short.';

create or replace view public.all_orders with (security_invoker = true) as
select f.id, case when f.group_buy_id is null then 'bulk' else 'group_buy' end as kind, f.order_no, f.vendor_id, v.business_name as vendor_name,
  v.state as vendor_state, f.group_buy_id, l.names as product_name, f.quantity, l.unit, f.user_id, f.buyer_name, f.status, f.unit_price,
  f.total_amount, l.base_amount, f.fee_kobo, f.vendor_fee_kobo, f.amount_due_kobo, f.returned_kobo, f.fulfilment, f.created_at, f.is_live, f.month,
  f.is_paid, f.is_promised, f.goods, f.delivered_by, p.name as place, p.street || ', ' || p.lga as place_street, p.opening_hours as place_hours,
  p.closed_at is not null as is_place_closed, z.name as zone, a.recipient || ', ' || a.street || ', ' || a.lga as door, l.kg,
  f.quantity_left, f.goods_left, f.fee_left_kobo, f.vendor_fee_left_kobo
from public.order_figures f left join public.vendors v on v.id = f.vendor_id
left join public.pickup_points p on p.id = f.pickup_point_id left join public.delivery_zones z on z.id = f.delivery_zone_id
left join public.order_addresses a on a.order_id = f.id
left join lateral (
  select string_agg(product_name, ', ' order by product_name) as names, case when count(distinct unit) = 1 then min(unit) end as unit,
    sum(base_price * quantity) as base_amount,
    case when bool_and(kg_per_unit is not null) then sum(kg_per_unit * (quantity - rights.short_units(id))) end as kg
  from public.order_lines where order_id = f.id) l on true;

-- Held for a shop: of orders that go on, goods that have neither been released nor come back, less the vendor's fee on them.
create or replace view public.shop_balances as
select v.id as vendor_id, v.business_name, v.status as shop_status, coalesce(h.held_kobo, 0)::bigint as held_kobo, coalesce(h.orders, 0)::integer as held_orders,
  coalesce(b.balance_kobo, 0::bigint) as releasable_kobo, coalesce(p.on_its_way_kobo, 0)::bigint as on_its_way_kobo, coalesce(p.paid_out_kobo, 0)::bigint as paid_out_kobo
from public.vendors v left join ledger.accounts b on b.kind = 'vendor' and b.owner_id = v.id
left join (select f.vendor_id, sum(greatest(0, (f.goods_left * 100)::bigint - f.vendor_fee_left_kobo
      - coalesce((select sum(d.released_kobo - floor(d.released_kobo * o.vendor_fee_bps / 10000)) from public.hand_overs d where d.order_id = f.id and d.released_at is not null), 0))) as held_kobo,
    count(*) as orders
  from public.order_figures f join public.orders o on o.id = f.id join ledger.accounts a on a.kind = 'escrow' and a.owner_id = f.id
  where f.status in ('paid', 'confirmed', 'ready', 'collected', 'delivered') and a.balance_kobo > 0 group by f.vendor_id) h on h.vendor_id = v.id
left join lateral (select sum(amount_kobo) filter (where status in ('requested', 'sent', 'needs_attention')) as on_its_way_kobo,
    sum(amount_kobo) filter (where status = 'arrived') as paid_out_kobo from public.payouts where vendor_id = v.id) p on true
where not (select rights.owes_second_step()) and (v.id = (select rights.my_vendor_id()) or (select rights.has_role('chief')));

create or replace view public.order_earnings as
select o.id as order_id, o.order_no, o.group_buy_id, o.vendor_id, o.buyer_name, rights.order_quantity_left(o.id) as quantity, o.status, o.created_at,
  (case when o.is_live and o.settled_at is null then coalesce(g.current_price * o.quantity, o.total_amount) else o.total_amount end * 100)::bigint
    - o.goods_back_kobo as goods_kobo, o.vendor_fee_bps, s.held_kobo, s.vendor_kobo as earned_kobo, s.returned_kobo
from public.orders o join ledger.order_sums s on s.order_id = o.id left join public.group_buys g on g.id = o.group_buy_id
where o.vendor_id = (select rights.my_vendor_id()) or o.vendor_id in (select rights.overseen_vendor_ids());

create or replace view public.packing_lines as
select l.id, l.order_id, o.order_no::integer, o.vendor_id, o.group_buy_id, coalesce(o.group_buy_id::text, 'bulk-' || coalesce(d.share_date::text, 'any') || '-' || o.vendor_id) as batch,
  coalesce(g.share_date, d.share_date) as share_date, coalesce(g.product_name, 'Bulk orders') as batch_name, coalesce(g.status, 'bulk') as batch_status,
  o.buyer_name, right(u.phone, 2) as phone_end, o.fulfilment, o.pickup_point_id, p.name as place, o.status, o.ready_at,
  l.product_id, l.product_name, l.unit, greatest(0, l.quantity - rights.short_units(l.id)) as quantity, l.packed_at, v.business_name as shop,
  coalesce(s.missing, 0)::bigint as missing_thousandths, coalesce(s.entries, 0)::integer as shortfalls, l.kg_per_unit, coalesce(g.category, q.category) as category,
  p.closed_at is not null and o.status in ('paid', 'confirmed') as is_waiting
from public.orders o cross join lateral (select * from public.order_lines where order_id = o.id offset 0) l
join public.vendors v on v.id = o.vendor_id left join public.group_buys g on g.id = o.group_buy_id
left join public.pickup_points p on p.id = o.pickup_point_id left join auth.users u on u.id = o.user_id join public.products q on q.id = l.product_id
left join lateral (select min(c.share_date) as share_date from public.order_lines c where c.order_id = o.id and o.group_buy_id is null) d on true
left join lateral (select sum(h.missing_thousandths) filter (where f.status not in ('taken-back', 'refused')) as missing, count(*) as entries
  from public.shortfall_shares h join public.shortfalls f on f.id = h.shortfall_id where h.line_id = l.id) s on true
where o.vendor_id in (select rights.served_vendor_ids()) and o.is_paid and o.status <> 'completed' and (o.group_buy_id is null or o.status <> 'paid')
  -- Says the same again, in the words of the index.
  and o.status in ('pending', 'paid', 'confirmed', 'ready', 'collected', 'delivered');
comment on column public.packing_lines.quantity is 'To pack and to hand over: without what came short (missing_thousandths).';

-- Units are due without what came short. What is ready lies at the place, also where nobody weighed it in; what was taken has been there.
create or replace view public.expected_deliveries as
select e.*, coalesce(w.parts, 0)::integer as parts, coalesce(w.units, 0)::bigint as units_counted, w.grams as grams_counted,
  coalesce(s.entries, 0)::integer as shortfalls, coalesce(s.missing, 0)::bigint as missing_thousandths, coalesce(t.ready, 0)::bigint as units_ready, coalesce(t.taken, 0)::bigint as units_taken
from (
  select o.pickup_point_id, p.name as place, p.vendor_id is null as is_hub, o.vendor_id, v.business_name as shop, coalesce(o.group_buy_id, o.id) as subject_id,
    o.group_buy_id, case when o.group_buy_id is null then o.id end as order_id, case when o.group_buy_id is null then o.order_no::integer end as order_no,
    case when o.group_buy_id is null then l.id end as line_id, l.product_id, l.product_name, l.unit, coalesce(g.share_date, l.share_date) as share_date,
    count(*)::integer as orders, sum(l.quantity)::bigint as units
  from public.orders o join public.order_lines l on l.order_id = o.id join public.pickup_points p on p.id = o.pickup_point_id
  join public.vendors v on v.id = o.vendor_id left join public.group_buys g on g.id = o.group_buy_id
  where o.pickup_point_id in (select rights.served_place_ids()) and (o.status in ('confirmed', 'ready') or o.status = 'paid' and o.group_buy_id is null)
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
) e
left join lateral (select max(x.part) as parts, sum(x.units_counted) as units, sum(x.grams_counted) as grams from public.weigh_ins x
  where x.pickup_point_id = e.pickup_point_id and coalesce(x.group_buy_id, x.order_id) = e.subject_id and x.product_id = e.product_id) w on true
left join lateral (select count(*) as entries, sum(f.missing_thousandths) filter (where f.pickup_point_id is not distinct from e.pickup_point_id
    and f.status not in ('taken-back', 'refused')) as missing
  from public.shortfalls f where f.group_buy_id = e.group_buy_id or f.line_id = e.line_id) s on true
left join lateral (select sum(greatest(0, l.quantity - rights.short_units(l.id) - t.units)) filter (where o.status = 'ready') as ready, sum(t.units) as taken
  from public.orders o join public.order_lines l on l.order_id = o.id
  cross join lateral (select coalesce(sum(x.quantity), 0) as units from public.hand_over_lines x where x.line_id = l.id) t
  where o.pickup_point_id = e.pickup_point_id and coalesce(o.group_buy_id, o.id) = e.subject_id and l.product_id = e.product_id
    and o.status in ('ready', 'collected', 'delivered', 'completed')) t on true;
comment on view public.expected_deliveries is 'By place, buy (or order from the cart) and product: units on their way, counted, entered as missing, ready there and taken.';

create or replace view public.buy_shortfalls as
select f.group_buy_id, f.kind, sum(f.missing_thousandths)::bigint as missing_thousandths
from public.shortfalls f join public.group_buys g on g.id = f.group_buy_id and g.status in ('confirmed', 'ready', 'completed')
where f.status = 'carried-out' group by f.group_buy_id, f.kind;

-- Only what is ready can be handed over; what is confirmed is still to come.
create or replace view public.place_orders as
select p.id, count(o.id) filter (where o.status in ('pending', 'paid', 'confirmed'))::integer as to_come, count(o.id) filter (where o.status = 'ready')::integer as to_hand_over,
  ceil(public.stockpiled_kg(p.id))::integer as stockpiled_kg
from public.pickup_points p left join public.orders o on o.pickup_point_id = p.id and o.status in ('pending', 'paid', 'confirmed', 'ready')
where (select rights.has_role('coordinator', 'chief')) group by p.id;

create view public.order_lines_left with (security_invoker = true) as
select l.id, l.order_id, greatest(0, l.quantity - rights.short_units(l.id)) as quantity_left from public.order_lines l;
comment on view public.order_lines_left is 'Of each line, the units that it is about now: as ordered, without what came short.';
grant select on public.order_lines_left to authenticated, service_role;
