-- Views that answer across the walls of row level security, each with just the columns its screen shows.
-- They run with their owner's rights on purpose (no security_invoker).

-- A name as the boards show it: first name and an initial.
create function public.board_name(full_name text) returns text language sql immutable set search_path = '' as $$
  select split_part(trim(full_name), ' ', 1) || coalesce(' ' || nullif(left(split_part(trim(full_name), ' ', 2), 1), '') || '.', '')
$$;

-- Everybody who stands on a board or could: what both boards say of a person is the same.
create view public.board_facts as
with done as (
  select user_id, count(*) as completed_orders from public.orders where status = 'completed' group by user_id
), counted as (
  select r.referrer_id, count(*) as referrals, count(r.settled_at) as successful_referrals from public.referrals r group by r.referrer_id
), referrers as (
  select p.id, c.referrals, c.successful_referrals, rank() over (order by c.successful_referrals desc, c.referrals desc) as referrer_rank,
    count(*) over () as referrers
  from counted c join public.profiles p on p.id = c.referrer_id where p.role <> 'vendor'
)
select p.id, public.board_name(p.full_name) as display_name, p.points_balance, p.created_at as joined_at, r.id is not null as is_referrer,
  coalesce(r.referrals, 0)::integer as referrals, coalesce(r.successful_referrals, 0)::integer as successful_referrals,
  coalesce(d.completed_orders, 0)::integer as completed_orders,
  coalesce(r.referrer_rank <= greatest(1, ceil(r.referrers * 0.01)) and r.successful_referrals > 0, false) as in_top_percent
from public.profiles p left join referrers r on r.id = p.id left join done d on d.user_id = p.id
where not p.hidden_from_boards and (r.id is not null or d.user_id is not null);
comment on view public.board_facts is 'For the boards alone: granted to nobody.';

create view public.top_referrers as
select row_number() over (order by points_balance desc, successful_referrals desc, id)::integer as rank,
  id, display_name, referrals, successful_referrals, joined_at, in_top_percent, completed_orders
from public.board_facts where is_referrer order by 1 limit 10;
comment on view public.top_referrers is 'Leaderboard: ten affiliates by points (specification, section 7), names shortened, balances not shown, opt-out honoured.';

create view public.top_buyers as
select row_number() over (order by completed_orders desc, id)::integer as rank,
  id, display_name, completed_orders, joined_at, successful_referrals, in_top_percent
from public.board_facts where completed_orders > 0 order by 1 limit 10;

create function rights.board_ids() returns setof uuid language sql stable security definer set search_path = '' as
$$ select id from public.top_referrers union select id from public.top_buyers $$;
create policy on_the_boards on public.profiles for select using (id in (select rights.board_ids()));
create policy of_people_on_the_boards on public.referrals for select using (referrer_id in (select rights.board_ids()));

-- The specification's name for orders from the cart. Its condition repeats the policies of orders, and lets visitors count what people on
-- the boards completed, which they could not do through orders themselves.
create view public.bulk_orders as
select id, order_no, checkout_id, user_id, vendor_id, buyer_name, quantity, total_amount, fee_kobo, vendor_fee_kobo, referral_kobo, delivery_fee_kobo,
  peps_kobo, amount_due_kobo, returned_kobo, fulfilment, status, paid_at, ready_at, handed_over_at, completed_at, ended_at, end_reason, created_at, updated_at
from public.orders
where group_buy_id is null and (id in (select rights.my_order_ids()) or (select rights.is_service())
  or (select auth.uid()) is null and status = 'completed' and user_id in (select rights.board_ids()));
comment on view public.bulk_orders is 'Orders from the cart, as the specification names them.';

create view public.market_opening as
select coalesce((public.setting('market_opened_at') #>> '{}')::timestamptz, (select min(created_at) from public.profiles)) as opened_at;

-- The market's own figures beside the marketing claims, once there are enough settled orders.
create view public.market_figures as
select
  (select count(*) from public.profiles)::integer as members,
  (select count(*) from public.orders where status = 'completed' and group_buy_id is not null)::integer as settled_orders,
  (select round(avg(100 * (g.base_price - o.unit_price) / g.base_price), 1)
     from public.orders o join public.group_buys g on g.id = o.group_buy_id where o.status = 'completed') as average_savings_percent;

-- When stockpiled goods leave is the buyer's choice, up to 14 days after ready: such a hand-over is neither late nor slow. Their orders still
-- count as completed and in the revenue.
create function public.recompute_vendor_metrics() returns void language sql security definer set search_path = '' as $$
  with judged as (
    select *, status = 'completed' and fulfilment <> 'stockpile' and ready_at is not null and handed_over_at is not null as is_timed from public.orders
  ), counted as (
    select vendor_id, count(*) filter (where status not in ('expired', 'cancelled')) as total,
      count(*) filter (where status = 'completed') as completed,
      coalesce(sum(total_amount) filter (where status = 'completed'), 0) as revenue,
      avg(extract(epoch from handed_over_at - ready_at) / 3600) filter (where is_timed) as hours,
      100.0 * count(*) filter (where is_timed and handed_over_at <= ready_at + interval '24 hours') / nullif(count(*) filter (where is_timed), 0) as on_time
    from judged group by vendor_id
  ), rated as (select vendor_id, avg(rating) as rating, count(*) as ratings from public.reviews group by vendor_id)
  insert into public.vendor_metrics (vendor_id, total_orders, completed_orders, total_revenue, average_delivery_time, on_time_rate, rating, rating_count, updated_at)
  select v.id, coalesce(c.total, 0), coalesce(c.completed, 0), coalesce(c.revenue, 0), round(c.hours::numeric, 1), round(c.on_time, 2), round(r.rating, 2), coalesce(r.ratings, 0), now()
  from public.vendors v left join counted c on c.vendor_id = v.id left join rated r on r.vendor_id = v.id
  on conflict (vendor_id) do update set total_orders = excluded.total_orders, completed_orders = excluded.completed_orders,
    total_revenue = excluded.total_revenue, average_delivery_time = excluded.average_delivery_time, on_time_rate = excluded.on_time_rate,
    rating = excluded.rating, rating_count = excluded.rating_count, updated_at = excluded.updated_at
$$;

grant select on public.top_referrers, public.top_buyers, public.market_opening, public.market_figures to anon, authenticated, service_role;
grant select (id, user_id, status) on public.bulk_orders to anon;
grant select on public.bulk_orders to authenticated, service_role;
-- A view's functions run with its reader's rights.
grant execute on function public.board_name(text) to anon, authenticated, service_role;
grant execute on function public.recompute_vendor_metrics() to service_role;
grant execute on function rights.board_ids(), rights.my_order_ids() to anon, authenticated, service_role;
