-- Who reads what is held and what was not collected.
-- For views alone: `rights` is no schema of the wire.
create function rights.units_left_of(order_id uuid) returns table (line_id uuid, quantity integer) language sql stable security definer set search_path = '' as
$$ select u.line_id, u.quantity from public.units_left($1) u $$;
create function rights.grace_of(order_id uuid, due_until timestamptz) returns timestamptz language sql stable security definer set search_path = '' as
$$ select public.grace_until($1, $2) $$;
revoke execute on function rights.units_left_of(uuid), rights.grace_of(uuid, timestamptz) from public;
grant execute on function rights.units_left_of(uuid), rights.grace_of(uuid, timestamptz) to authenticated, service_role;

alter table public.uncollected enable row level security;
create policy own_or_overseen_uncollected on public.uncollected for select to authenticated
  using (buyer_id = (select auth.uid()) or vendor_id in (select rights.overseen_vendor_ids()));
create policy second_step on public.uncollected as restrictive for all to authenticated using (not (select rights.owes_second_step()));
alter table public.uncollected_calls enable row level security;
create policy calls_with_uncollected on public.uncollected_calls for select to authenticated using (order_id in (select u.order_id from public.uncollected u));
create policy second_step on public.uncollected_calls as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select (order_id, buyer_id, vendor_id, pickup_point_id, kind, perishes, due_until, opened_at, wish, wished_at, closed_at, outcome, hand_over_id, reason,
  handling_bps, proceeds_kobo, handling_kobo, back_kobo) on public.uncollected to authenticated;
grant select (id, order_id, reached, note, called_at) on public.uncollected_calls to authenticated;

-- What is left of one's own orders that are ready, line by line.
create view public.own_goods_left as
select o.id as order_id, u.line_id, u.quantity from public.orders o cross join lateral rights.units_left_of(o.id) u
where o.user_id = (select auth.uid()) and o.status = 'ready' and not (select rights.owes_second_step());
-- When one's own time to collect, and the grace after it, ends.
create view public.own_collections as
select h.order_id, h.kind, h.due_from, h.due_until, rights.grace_of(h.order_id, h.due_until) as grace_until
from public.hand_overs h join public.orders o on o.id = h.order_id
where o.user_id = (select auth.uid()) and h.status = 'open' and h.due_until is not null and not (select rights.owes_second_step());

-- Goods in a place: for whom, since when, where, until when. For those who serve it and those who look after its shops; no money.
create view public.held_goods as
select h.id, h.order_id, o.order_no::integer, o.user_id as buyer_id, o.buyer_name, h.kind, h.pickup_point_id, o.vendor_id, v.business_name as shop_name, v.state,
  coalesce(p.name, v.business_name) as place_name, h.due_from, h.due_until, rights.grace_of(o.id, h.due_until) as grace_until, s.shelf,
  rights.goods_of_hand_over(h.id) as lines,
  (select coalesce(sum(u.quantity * coalesce(l.kg_per_unit, 0)), 0)::float8 from rights.units_left_of(o.id) u join public.order_lines l on l.id = u.line_id) as kg,
  n.opened_at, n.wish, (select count(*) from public.uncollected m where m.buyer_id = o.user_id)::integer as missed
from public.hand_overs h join public.orders o on o.id = h.order_id join public.vendors v on v.id = o.vendor_id left join public.pickup_points p on p.id = h.pickup_point_id
left join public.uncollected n on n.order_id = o.id and n.closed_at is null
left join lateral (select string_agg(distinct w.shelf, ', ') as shelf from public.weigh_ins w join public.order_lines l on l.order_id = o.id and l.product_id = w.product_id
  where w.pickup_point_id = h.pickup_point_id and coalesce(w.group_buy_id, w.order_id) = coalesce(o.group_buy_id, o.id) and w.shelf <> '') s on true
where not (select rights.owes_second_step()) and h.status = 'open' and h.kind <> 'delivery'
  and (o.vendor_id in (select rights.overseen_vendor_ids()) or case when h.pickup_point_id is null then o.vendor_id in (select rights.hand_over_shops_of(auth.uid()))
    else h.pickup_point_id in (select rights.hand_over_places_of(auth.uid())) end);
comment on view public.held_goods is 'missed: how often this buyer has left goods until grace was over.';
create view public.held_rooms as
select p.id, p.name, p.stockpile_capacity_kg as capacity_kg, ceil(public.stockpiled_kg(p.id))::integer as stockpiled_kg
from public.pickup_points p where p.stockpile_capacity_kg > 0 and not (select rights.owes_second_step()) and p.id in (select rights.hand_over_places_of(auth.uid()));
comment on view public.held_rooms is 'Room of the places where the reader hands over: kept and promised.';
grant select on public.own_goods_left, public.own_collections, public.held_goods, public.held_rooms to authenticated, service_role;

do $$
begin
  execute format('create or replace view public.waiting with (security_invoker = true) as %s union all %s',
    rtrim(pg_get_viewdef('public.waiting'::regclass), ';'),
    $view$
    select 'uncollected', 'open', 'overseer', count(*)::integer from public.uncollected where closed_at is null and vendor_id in (select rights.overseen_vendor_ids()) having count(*) > 0
    union all
    select 'uncollected', 'open', 'buyer', count(*)::integer from public.uncollected where closed_at is null and buyer_id = (select auth.uid()) having count(*) > 0
    union all
    select 'uncollected', 'open', 'shop', count(*)::integer from public.held_goods where opened_at is not null
      and (vendor_id = (select rights.my_vendor_id())) having count(*) > 0
    $view$);
end $$;
comment on view public.waiting is 'waiter: as what it waits for the reader: buyer, shop (its vendor), overseer (of its state), region (who reads it; a chief acts), chief.';

-- Handling is income of the market, and VAT is contained in it.
create or replace view public.vat_report as
with income as (
  select t.posted_at, m.account, case when t.credit_kind = m.account then t.amount_kobo else -t.amount_kobo end as kobo
  from ledger.transfers t cross join (values ('buyer_fee'), ('vendor_fee'), ('delivery'), ('handling')) as m (account)
  where t.phase in ('posted', 'taken') and m.account in (t.debit_kind, t.credit_kind)
), daily as (
  select (posted_at at time zone 'Africa/Lagos')::date as day, account, sum(kobo)::bigint as kobo from income group by 1, 2
), rated as (
  select date_trunc('month', day)::date as month, account, public.vat_rate_on(day at time zone 'Africa/Lagos') as vat_bps, sum(kobo)::bigint as kobo from daily group by 1, 2, 3
)
select month, vat_bps,
  coalesce(sum(kobo) filter (where account = 'buyer_fee'), 0)::bigint as buyer_fee_kobo,
  coalesce(sum(kobo) filter (where account = 'vendor_fee'), 0)::bigint as vendor_fee_kobo,
  coalesce(sum(kobo) filter (where account = 'delivery'), 0)::bigint as delivery_kobo,
  sum(kobo)::bigint as income_kobo, public.vat_within(sum(kobo)::bigint, vat_bps) as vat_kobo,
  coalesce(sum(kobo) filter (where account = 'handling'), 0)::bigint as handling_kobo
from rated where (select rights.has_role('chief')) group by month, vat_bps;
