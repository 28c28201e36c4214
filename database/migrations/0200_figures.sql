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

-- What the role areas list and count. All but the last view run with the reader's rights: row level security decides whose rows they hold.

create view public.all_orders with (security_invoker = true) as
select o.id, case when o.group_buy_id is null then 'bulk' else 'group_buy' end as kind, o.order_no, o.vendor_id, v.business_name as vendor_name,
  v.state as vendor_state, o.group_buy_id, l.names as product_name, o.quantity, l.unit, o.user_id, o.buyer_name, o.status, o.unit_price, o.total_amount,
  l.base_amount, o.fee_kobo, o.vendor_fee_kobo, o.amount_due_kobo, o.returned_kobo, o.fulfilment, o.created_at, o.is_live
from public.orders o left join public.vendors v on v.id = o.vendor_id
cross join lateral (
  select string_agg(product_name, ', ' order by product_name) as names, case when count(distinct unit) = 1 then min(unit) end as unit,
    sum(base_price * quantity) as base_amount
  from public.order_lines where order_id = o.id) l;
comment on view public.all_orders is 'Orders that the reader may see, with what is in them. base_amount: naira of the goods at the base price.';

create function public.lagos_month(instant timestamptz) returns date language sql stable set search_path = '' as
$$ select date_trunc('month', instant at time zone 'Africa/Lagos')::date $$;
create function public.first_reported_month() returns timestamptz language sql stable set search_path = '' as
$$ select (date_trunc('month', now() at time zone 'Africa/Lagos') - interval '11 months') at time zone 'Africa/Lagos' $$;
comment on function public.first_reported_month is 'Figures by month cover this month and the eleven before it.';

create view public.shop_months with (security_invoker = true) as
select public.lagos_month(created_at) as month, count(*)::integer as orders, count(*) filter (where is_live)::integer as live_orders,
  count(*) filter (where status = 'completed')::integer as completed_orders,
  coalesce(sum(total_amount) filter (where is_live), 0) as goods, coalesce(sum(vendor_fee_kobo) filter (where is_live), 0)::bigint as vendor_fee_kobo
from public.orders where vendor_id = (select rights.my_vendor_id()) and created_at >= public.first_reported_month() group by 1;
comment on view public.shop_months is 'The reader''s own shop by month of ordering; goods in naira, of live orders.';

create view public.overseen_months with (security_invoker = true) as
select v.state, public.lagos_month(o.created_at) as month, count(*)::integer as orders, count(*) filter (where is_live)::integer as live_orders,
  count(*) filter (where o.status = 'completed')::integer as completed_orders, count(*) filter (where o.status = 'expired')::integer as expired_orders,
  coalesce(sum(total_amount) filter (where is_live), 0) as goods,
  coalesce(sum(fee_kobo + vendor_fee_kobo) filter (where is_live), 0)::bigint as fees_kobo
from public.orders o join public.vendors v on v.id = o.vendor_id where o.vendor_id in (select rights.overseen_vendor_ids()) and o.created_at >= public.first_reported_month() group by 1, 2;
comment on view public.overseen_months is 'The shops a manager, coordinator or chief looks after, by state and month of ordering.';

create view public.own_months with (security_invoker = true) as
select public.lagos_month(created_at) as month, count(*)::integer as orders, sum(base_amount) as base_amount, sum(total_amount) as paid_amount
from public.all_orders where user_id = (select auth.uid()) and is_live and created_at >= public.first_reported_month() group by 1;
comment on view public.own_months is 'What the reader bought by month: naira at the base price, and at the price of their orders.';

create view public.shop_buyers with (security_invoker = true) as
select user_id, (array_agg(buyer_name order by created_at desc))[1] as buyer_name, count(*)::integer as orders,
  count(*) filter (where is_live)::integer as live_orders, coalesce(sum(total_amount) filter (where is_live), 0) as goods, max(created_at) as last_order_at
from public.orders where vendor_id = (select rights.my_vendor_id()) group by user_id;

create view public.overseen_buyers with (security_invoker = true) as
select user_id, (array_agg(buyer_name order by created_at desc))[1] as buyer_name, count(*)::integer as orders, count(distinct vendor_id)::integer as shops,
  count(*) filter (where is_live)::integer as live_orders, coalesce(sum(total_amount) filter (where is_live), 0) as goods, max(created_at) as last_order_at
from public.orders where vendor_id in (select rights.overseen_vendor_ids()) group by user_id;

-- How many of what, by state: one small list for the tops of the desks.
create view public.overseen_counts with (security_invoker = true) as
select 'group_buys'::text as subject, status, count(*)::integer as amount from public.group_buys
  where vendor_id in (select rights.overseen_vendor_ids()) group by status
union all
select 'orders', status, count(*)::integer from public.orders where vendor_id in (select rights.overseen_vendor_ids()) group by status
union all
select 'vendors', status, count(*)::integer from public.vendors where id in (select rights.overseen_vendor_ids()) group by status
union all
select 'products', case when available_quantity = 0 then 'sold out' else 'on sale' end, count(*)::integer from public.products
  where archived_at is null and vendor_id in (select rights.overseen_vendor_ids()) group by 2
union all
select 'people', role, count(*)::integer from public.profiles where (select rights.has_role('chief')) group by role
union all
select 'mails', status, count(*)::integer from public.email_logs group by status
union all
select 'contact', status, count(*)::integer from public.contact_messages group by status;
comment on view public.overseen_counts is 'subject: group_buys, orders, vendors, products, people (chief), mails (chief), contact.';

-- What sells: the live orders of the reported months by product, for the shop and for those who look after shops.
create view public.sold_lines with (security_invoker = true) as
select o.vendor_id, l.product_id, l.product_name, l.unit, l.quantity, l.unit_price * l.quantity as goods, o.is_paid
from public.orders o join public.order_lines l on l.order_id = o.id
where o.is_live and o.created_at >= public.first_reported_month();
comment on view public.sold_lines is 'One row for each product of each live order the reader may see, of this month and the eleven before it; goods in naira.';

create view public.shop_products_sold with (security_invoker = true) as
select product_id, min(product_name) as product_name, min(unit) as unit, count(*)::integer as orders, count(*) filter (where is_paid)::integer as paid_orders,
  sum(quantity)::integer as quantity, sum(goods) as goods
from public.sold_lines where vendor_id = (select rights.my_vendor_id()) group by product_id;
comment on view public.shop_products_sold is 'The reader''s own shop by product.';

create view public.overseen_products_sold with (security_invoker = true) as
select s.product_id, min(s.product_name) as product_name, min(s.unit) as unit, min(s.vendor_id::text)::uuid as vendor_id, min(v.business_name) as vendor_name,
  min(p.category) as category, count(*)::integer as orders, count(*) filter (where s.is_paid)::integer as paid_orders,
  sum(s.quantity)::integer as quantity, sum(s.goods) as goods
from public.sold_lines s left join public.vendors v on v.id = s.vendor_id left join public.products p on p.id = s.product_id
where s.vendor_id in (select rights.overseen_vendor_ids()) group by s.product_id;
comment on view public.overseen_products_sold is 'The products of the shops a manager, coordinator or chief looks after; category null when the reader no longer sees the product.';

create view public.overseen_categories with (security_invoker = true) as
select category, count(*)::integer as products, sum(orders)::integer as orders, sum(goods) as goods from public.overseen_products_sold group by category;

-- Names who did what. With its owner's rights: profiles of others are closed to coordinators; the condition admits the same readers as audit_log.
create view public.audit_trail as
select a.id, a.at, a.action, a.subject_type, a.subject_id, a.before, a.after, a.actor_id, p.full_name as actor_name, p.role as actor_role,
  coalesce(v.business_name, g.product_name, s.full_name) as subject_name
from public.audit_log a left join public.profiles p on p.id = a.actor_id
left join public.vendors v on a.subject_type = 'vendor' and v.id = a.subject_id
left join public.group_buys g on a.subject_type = 'group_buy' and g.id = a.subject_id
left join public.profiles s on a.subject_type = 'profile' and s.id = a.subject_id
where (select rights.has_role('chief', 'coordinator'));

grant select on public.all_orders, public.shop_months, public.overseen_months, public.own_months, public.shop_buyers, public.overseen_buyers,
  public.overseen_counts, public.audit_trail, public.sold_lines, public.shop_products_sold,
  public.overseen_products_sold, public.overseen_categories to authenticated, service_role;
grant execute on function public.lagos_month(timestamptz), public.first_reported_month() to authenticated, service_role;
