-- Views that answer across the walls of row level security, each with just the columns its screen shows.
-- They run with their owner's rights on purpose (no security_invoker).

create view public.top_referrers as
with counted as (
  select r.referrer_id, count(*) as referrals, count(r.settled_at) as successful_referrals from public.referrals r group by r.referrer_id
), ranked as (
  select p.id, p.full_name, p.points_balance, p.created_at, c.referrals, c.successful_referrals, p.hidden_from_boards,
    rank() over (order by c.successful_referrals desc, c.referrals desc) as referrer_rank, count(*) over () as referrers
  from counted c join public.profiles p on p.id = c.referrer_id where p.role <> 'vendor'
)
select row_number() over (order by points_balance desc, successful_referrals desc, id)::integer as rank,
  id, split_part(trim(full_name), ' ', 1) || coalesce(' ' || nullif(left(split_part(trim(full_name), ' ', 2), 1), '') || '.', '') as display_name,
  referrals::integer, successful_referrals::integer, created_at as joined_at,
  (referrer_rank <= greatest(1, ceil(referrers * 0.01)) and successful_referrals > 0) as in_top_percent,
  (select count(*) from public.orders o where o.user_id = ranked.id and o.status = 'completed')::integer
    + (select count(*) from public.bulk_orders b where b.user_id = ranked.id and b.status = 'completed')::integer as completed_orders
from ranked where not hidden_from_boards
order by 1 limit 10;
comment on view public.top_referrers is 'Leaderboard: ten affiliates by points (specification, section 7), names shortened, balances not shown, opt-out honoured.';

create view public.top_buyers as
with done as (
  select user_id, count(*) as completed_orders from (
    select user_id from public.orders where status = 'completed'
    union all
    select user_id from public.bulk_orders where status = 'completed') as orders_of_both_kinds
  group by user_id
)
select row_number() over (order by d.completed_orders desc, p.id)::integer as rank,
  p.id, split_part(trim(p.full_name), ' ', 1) || coalesce(' ' || nullif(left(split_part(trim(p.full_name), ' ', 2), 1), '') || '.', '') as display_name,
  d.completed_orders::integer, p.created_at as joined_at,
  (select count(*) from public.referrals r where r.referrer_id = p.id and r.settled_at is not null)::integer as successful_referrals,
  false as in_top_percent
from done d join public.profiles p on p.id = d.user_id
where not p.hidden_from_boards
order by 1 limit 10;

create function rights.board_ids() returns setof uuid language sql stable security definer set search_path = '' as
$$ select id from public.top_referrers union select id from public.top_buyers $$;
create policy on_the_boards on public.profiles for select using (id in (select rights.board_ids()));
create policy of_people_on_the_boards on public.referrals for select using (referrer_id in (select rights.board_ids()));
create policy of_people_on_the_boards on public.bulk_orders for select to anon
  using (status = 'completed' and user_id in (select rights.board_ids()));

create view public.market_opening as
select coalesce((public.setting('market_opened_at') #>> '{}')::timestamptz, (select min(created_at) from public.profiles)) as opened_at;

-- The market's own figures beside the marketing claims, once there are enough settled orders.
create view public.market_figures as
select
  (select count(*) from public.profiles)::integer as members,
  (select count(*) from public.orders where status = 'completed')::integer as settled_orders,
  (select round(avg(100 * (g.base_price - o.unit_price) / g.base_price), 1)
     from public.orders o join public.group_buys g on g.id = o.group_buy_id where o.status = 'completed') as average_savings_percent;

-- The chief's list of people with e-mails; coordinators see their managers. The auth service's own admin call needs the secret key.
create view public.user_directory as
select p.id, u.email, u.phone, p.full_name, p.role, p.created_at, u.last_sign_in_at, (u.email_confirmed_at is not null or u.phone_confirmed_at is not null) as confirmed
from public.profiles p left join auth.users u on u.id = p.id
where (select rights.has_role('chief')) or (p.role = 'manager' and (select rights.has_role('coordinator')));

-- Filter choices for Browse Deals, Group Buys and Vendor Shops.
create view public.vendor_choices as
select v.id, v.business_name, v.location from public.vendors v where v.status = 'active';
create view public.share_date_choices as
select distinct p.share_date from public.products p join public.vendors v on v.id = p.vendor_id
where p.archived_at is null and v.status = 'active' and p.share_date >= (now() at time zone 'Africa/Lagos')::date;

create function public.recompute_vendor_metrics() returns void language sql security definer set search_path = '' as $$
  with everything as (
    select vendor_id, status, total_amount, ready_at, handed_over_at from public.orders
    union all select vendor_id, status, total_amount, ready_at, handed_over_at from public.bulk_orders
  ), counted as (
    select vendor_id, count(*) filter (where status not in ('expired', 'cancelled')) as total,
      count(*) filter (where status = 'completed') as completed,
      coalesce(sum(total_amount) filter (where status = 'completed'), 0) as revenue,
      avg(extract(epoch from handed_over_at - ready_at) / 3600) filter (where status = 'completed') as hours,
      100.0 * count(*) filter (where status = 'completed' and handed_over_at <= ready_at + interval '24 hours')
        / nullif(count(*) filter (where status = 'completed' and handed_over_at is not null), 0) as on_time
    from everything group by vendor_id
  ), rated as (select vendor_id, avg(rating) as rating, count(*) as ratings from public.reviews group by vendor_id)
  insert into public.vendor_metrics (vendor_id, total_orders, completed_orders, total_revenue, average_delivery_time, on_time_rate, rating, rating_count, updated_at)
  select v.id, coalesce(c.total, 0), coalesce(c.completed, 0), coalesce(c.revenue, 0), round(c.hours::numeric, 1), round(c.on_time, 2), round(r.rating, 2), coalesce(r.ratings, 0), now()
  from public.vendors v left join counted c on c.vendor_id = v.id left join rated r on r.vendor_id = v.id
  on conflict (vendor_id) do update set total_orders = excluded.total_orders, completed_orders = excluded.completed_orders,
    total_revenue = excluded.total_revenue, average_delivery_time = excluded.average_delivery_time, on_time_rate = excluded.on_time_rate,
    rating = excluded.rating, rating_count = excluded.rating_count, updated_at = excluded.updated_at
$$;

grant select on public.top_referrers, public.top_buyers, public.market_opening, public.market_figures, public.vendor_choices, public.share_date_choices
  to anon, authenticated, service_role;
grant select on public.user_directory to authenticated, service_role;
grant execute on function public.recompute_vendor_metrics() to service_role;
grant execute on function rights.board_ids() to anon, authenticated, service_role;
