-- Everyone who is or could be on a leaderboard: both boards use the same facts about a person.
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
comment on view public.board_facts is 'For the leaderboards only: granted to no role.';

-- The leaderboard of referrers is ranked by the number that it shows. Points are a private balance and only break ties.
create view public.top_referrers as
select row_number() over (order by successful_referrals desc, points_balance desc, id)::integer as rank,
  id, display_name, referrals, successful_referrals, joined_at, in_top_percent, completed_orders
from public.board_facts where is_referrer order by 1 limit 10;
comment on view public.top_referrers is 'Leaderboard: ten affiliates by successful referrals, then by points; names shortened, balances hidden, opt-out honoured.';

create view public.top_buyers as
select row_number() over (order by completed_orders desc, id)::integer as rank,
  id, display_name, completed_orders, joined_at, successful_referrals, in_top_percent
from public.board_facts where completed_orders > 0 order by 1 limit 10;

-- The specification's name for orders from the cart. Its condition repeats the policies of orders, and lets visitors count
-- completed orders of people on the leaderboards, which they could not do through orders.
create view public.bulk_orders as
select id, order_no, checkout_id, user_id, vendor_id, buyer_name, quantity, total_amount, fee_kobo, vendor_fee_kobo, referral_kobo, delivery_fee_kobo,
  peps_kobo, amount_due_kobo, returned_kobo, fulfilment, status, paid_at, ready_at, handed_over_at, completed_at, ended_at, end_reason, created_at, updated_at
from public.orders
where group_buy_id is null and (id in (select rights.my_order_ids()) or (select rights.is_service())
  or (select auth.uid()) is null and status = 'completed' and user_id in (select rights.board_ids()));
comment on view public.bulk_orders is 'Orders from the cart, as the specification names them.';

create view public.market_opening as
select coalesce((public.setting('market_opened_at') #>> '{}')::timestamptz, (select min(created_at) from public.profiles)) as opened_at;

-- The market's own figures, shown next to the marketing claims once there are enough settled orders.
create view public.market_figures as
select
  (select count(*) from public.profiles)::integer as members,
  (select count(*) from public.orders where status = 'completed' and group_buy_id is not null)::integer as settled_orders,
  (select round(avg(100 * (g.base_price - o.unit_price) / g.base_price), 1)
     from public.orders o join public.group_buys g on g.id = o.group_buy_id where o.status = 'completed') as average_savings_percent;

-- Counts by status: one small list for the headers of the staff desks.
create view public.overseen_counts with (security_invoker = true) as
select 'group_buys'::text as subject, status, count(*)::integer as amount from public.group_buys
  where vendor_id in (select rights.overseen_vendor_ids()) group by status
union all
select 'orders', o.status, sum(o.orders)::integer from sums.order_groups o
  where o.vendor_id in (select rights.overseen_vendor_ids()) group by o.status having sum(o.orders) > 0
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

-- The audit log with names. Runs with its owner's rights, because coordinators cannot read other profiles; the condition admits
-- the same readers as audit_log.
create view public.audit_trail as
select a.id, a.at, a.action, a.subject_type, a.subject_id, public.shortened(a.before) as before, public.shortened(a.after) as after, a.actor_id,
  p.full_name as actor_name, p.role as actor_role, coalesce(v.business_name, g.product_name, s.full_name, a.subject_name) as subject_name
from public.audit_log a left join public.profiles p on p.id = a.actor_id
left join public.vendors v on a.subject_type in ('vendor', 'shop', 'shop_detail', 'shop_figure') and v.id = a.subject_id
left join public.group_buys g on a.subject_type = 'group_buy' and g.id = a.subject_id
left join public.profiles s on a.subject_type in ('profile', 'manager_region') and s.id = a.subject_id
where (select rights.has_role('chief', 'coordinator'));

create view public.shop_months with (security_invoker = false) as
select month, sum(orders)::integer as placed, coalesce(sum(orders) filter (where is_paid), 0)::integer as orders,
  coalesce(sum(orders) filter (where is_promised), 0)::integer as promised_orders,
  coalesce(sum(orders) filter (where status = 'completed'), 0)::integer as completed_orders, coalesce(sum(goods) filter (where is_paid), 0) as goods,
  coalesce(sum(goods) filter (where is_promised), 0) as promised_goods, sum(vendor_fee_kobo)::bigint as vendor_fee_kobo
from sums.order_groups where vendor_id = (select rights.my_vendor_id()) and not (select rights.owes_second_step())
  and month >= (select public.lagos_month(public.first_reported_month()))
group by month having sum(orders) > 0;
comment on view public.shop_months is 'The reader''s own shop by month of ordering.';

create view public.overseen_months with (security_invoker = false) as
select v.state, f.month, sum(orders)::integer as placed, coalesce(sum(orders) filter (where is_paid), 0)::integer as orders,
  coalesce(sum(orders) filter (where is_promised), 0)::integer as promised_orders,
  coalesce(sum(orders) filter (where f.status = 'completed'), 0)::integer as completed_orders,
  coalesce(sum(orders) filter (where f.status = 'expired'), 0)::integer as expired_orders, coalesce(sum(goods) filter (where is_paid), 0) as goods,
  coalesce(sum(goods) filter (where is_promised), 0) as promised_goods, sum(buyer_fee_kobo + vendor_fee_kobo)::bigint as fees_kobo
from sums.order_groups f join public.vendors v on v.id = f.vendor_id
where f.vendor_id in (select rights.overseen_vendor_ids()) and f.month >= (select public.lagos_month(public.first_reported_month()))
group by v.state, f.month having sum(orders) > 0;
comment on view public.overseen_months is 'The shops that a manager, coordinator or chief oversees, by state and month of ordering.';

create view public.own_months with (security_invoker = true) as
select month, count(*) filter (where is_paid)::integer as orders, count(*) filter (where is_promised)::integer as promised_orders,
  coalesce(sum(base_amount) filter (where is_paid), 0) as base_amount, coalesce(sum(goods) filter (where is_paid), 0) as goods,
  coalesce(sum(goods) filter (where is_promised), 0) as promised_goods
from public.all_orders where user_id = (select auth.uid()) and is_live and created_at >= public.first_reported_month() group by month;
comment on view public.own_months is 'The reader''s purchases by month: naira at the base price, and at the price of their orders.';

-- Buyers by shop: stored sums of orders whose price is final, and the few others as they are.
create view sums.buyer_groups with (security_invoker = false) as
select vendor_id, user_id, placed, orders, 0 as promised_orders, goods, last_order_at from sums.buyers
union all
select o.vendor_id, o.user_id, 1, case when o.is_paid then 1 else 0 end, case when o.is_paid or not o.is_live then 0 else 1 end,
  case when o.is_paid then case when o.settled_at is null then coalesce(g.current_price * o.quantity, o.total_amount) else o.total_amount end else 0 end, o.created_at
from public.orders o left join public.group_buys g on g.id = o.group_buy_id where o.status in ('pending', 'paid');
comment on view sums.buyer_groups is 'Buyers of all shops: granted to no role.';

create view public.shop_buyers with (security_invoker = false) as
select b.user_id, (select n.buyer_name from public.orders n where n.user_id = b.user_id and n.vendor_id = (select rights.my_vendor_id())
    order by n.created_at desc limit 1) as buyer_name, b.orders, b.promised_orders, b.goods, b.last_order_at
from (
  select s.user_id, sum(s.orders)::integer as orders, sum(s.promised_orders)::integer as promised_orders, sum(s.goods) as goods, max(s.last_order_at) as last_order_at
  from sums.buyer_groups s where s.vendor_id = (select rights.my_vendor_id())
    and not (select rights.owes_second_step()) group by s.user_id having sum(s.placed) > 0) b;

create view public.shop_buyers_by_name with (security_invoker = false) as
select b.user_id, (select n.buyer_name from public.orders n where n.user_id = b.user_id and n.vendor_id = (select rights.my_vendor_id())
    order by n.created_at desc limit 1) as buyer_name, b.orders, b.promised_orders, b.goods, b.last_order_at, b.name_parts
from (
  select s.user_id, sum(s.orders)::integer as orders, sum(s.promised_orders)::integer as promised_orders, sum(s.goods) as goods, max(s.last_order_at) as last_order_at,
    search.plain(p.full_name) as name_parts
  from sums.buyer_groups s join public.profiles p on p.id = s.user_id where s.vendor_id = (select rights.my_vendor_id())
    and not (select rights.owes_second_step()) group by s.user_id, p.id having sum(s.placed) > 0) b;
comment on view public.shop_buyers_by_name is 'The same for a search by name_parts, the name of the account in plain letters: people are found first, and then added up.';

-- Lists of people, categories and accounts for the staff desks. They check themselves whose rows they show, like the views of the
-- ledger: row level security on orders, evaluated for each line of a year, took longer than the sums. Names and shops are looked
-- up only for the people who are shown.
create view public.overseen_buyers with (security_invoker = false) as
select b.user_id, (select n.buyer_name from public.orders n where n.user_id = b.user_id and n.vendor_id in (select rights.overseen_vendor_ids())
    order by n.created_at desc limit 1) as buyer_name, b.orders, b.promised_orders,
  (select count(*) from (select from sums.buyer_groups n where n.user_id = b.user_id and n.vendor_id in (select rights.overseen_vendor_ids())
    group by n.vendor_id having sum(n.placed) > 0) h)::integer as shops,
  b.goods, b.last_order_at
from (
  select s.user_id, sum(s.orders)::integer as orders, sum(s.promised_orders)::integer as promised_orders, sum(s.goods) as goods, max(s.last_order_at) as last_order_at
  from sums.buyer_groups s where s.vendor_id in (select rights.overseen_vendor_ids())
    and not (select rights.owes_second_step()) group by s.user_id having sum(s.placed) > 0) b;

create view public.overseen_buyers_by_name with (security_invoker = false) as
select b.user_id, (select n.buyer_name from public.orders n where n.user_id = b.user_id and n.vendor_id in (select rights.overseen_vendor_ids())
    order by n.created_at desc limit 1) as buyer_name, b.orders, b.promised_orders,
  (select count(*) from (select from sums.buyer_groups n where n.user_id = b.user_id and n.vendor_id in (select rights.overseen_vendor_ids())
    group by n.vendor_id having sum(n.placed) > 0) h)::integer as shops,
  b.goods, b.last_order_at, b.name_parts
from (
  select s.user_id, sum(s.orders)::integer as orders, sum(s.promised_orders)::integer as promised_orders, sum(s.goods) as goods, max(s.last_order_at) as last_order_at,
    search.plain(p.full_name) as name_parts
  from sums.buyer_groups s join public.profiles p on p.id = s.user_id where s.vendor_id in (select rights.overseen_vendor_ids())
    and not (select rights.owes_second_step()) group by s.user_id, p.id having sum(s.placed) > 0) b;
comment on view public.overseen_buyers_by_name is 'The same for a search by name_parts, the name of the account in plain letters: people are found first, and then added up.';

create view public.shop_products_sold with (security_invoker = false) as
select product_id, min(product_name) as product_name, min(unit) as unit, sum(orders)::integer as orders, sum(promised_orders)::integer as promised_orders,
  sum(quantity)::integer as quantity, sum(goods) as goods
from sums.sold_products where vendor_id = (select rights.my_vendor_id()) group by product_id;
comment on view public.shop_products_sold is 'The reader''s own shop by product; an order has each product once, so lines equal orders here.';

create view public.overseen_products_sold with (security_invoker = false) as
select s.product_id, min(s.product_name) as product_name, min(s.unit) as unit, min(s.vendor_id::text)::uuid as vendor_id, min(v.business_name) as vendor_name,
  min(p.category) as category, sum(s.orders)::integer as orders, sum(s.promised_orders)::integer as promised_orders, sum(s.quantity)::integer as quantity,
  sum(s.goods) as goods
from sums.sold_products s left join public.vendors v on v.id = s.vendor_id left join public.products p on p.id = s.product_id
where s.vendor_id in (select rights.overseen_vendor_ids()) group by s.product_id;
comment on view public.overseen_products_sold is 'The products of the shops that a manager, coordinator or chief oversees; category is null when the reader can no longer read the product.';

create view public.overseen_categories with (security_invoker = false) as
with sold as (
  select p.category, count(distinct s.product_id)::integer as products, sum(s.orders) as lines, sum(s.goods) as goods
  from sums.sold_products s join public.products p on p.id = s.product_id
  where s.orders > 0 and s.vendor_id in (select rights.overseen_vendor_ids()) group by p.category
), sets as (
  select product_ids, sum(orders) as orders from (
    select product_ids, orders from sums.product_sets
    where month >= (select public.lagos_month(public.first_reported_month())) and vendor_id in (select rights.overseen_vendor_ids())
    union all
    select array_agg(l.product_id order by l.product_id), 1 from public.orders o join public.order_lines l on l.order_id = o.id
    where o.status = 'paid' and o.group_buy_id is null and o.created_at >= (select public.first_reported_month())
      and o.vendor_id in (select rights.overseen_vendor_ids()) group by o.id having count(*) > 1) b
  where not (select rights.owes_second_step()) group by product_ids
), counted_twice as (
  -- An order with several products of a category is counted once for each.
  select category, sum(orders * (products - 1)) as lines from (
    select p.category, b.product_ids, min(b.orders) as orders, count(*) as products
    from sets b cross join lateral unnest(b.product_ids) i (id) join public.products p on p.id = i.id group by 1, 2 having count(*) > 1) c
  group by category
)
select category, s.products, (s.lines - coalesce(c.lines, 0))::integer as orders, s.goods from sold s left join counted_twice c using (category);
comment on view public.overseen_categories is 'Orders with goods of this category: an order with goods of two categories counts in both, so only goods add up to the total.';

create view public.shop_money_months with (security_invoker = false) as
select m.vendor_id, m.account_id, m.month, m.movements, m.came_in_kobo, m.went_out_kobo, m.fee_kobo,
  sum(m.came_in_kobo - m.went_out_kobo) over (partition by m.vendor_id order by m.month)::bigint as closing_kobo
from (
  select vendor_id, account_id, date_trunc('month', day)::date as month, sum(movements)::integer as movements, sum(came_in_kobo)::bigint as came_in_kobo,
    sum(went_out_kobo)::bigint as went_out_kobo, sum(fee_kobo)::bigint as fee_kobo
  from sums.shop_days where not (select rights.owes_second_step()) and (vendor_id = (select rights.my_vendor_id()) or (select rights.has_role('chief')))
  group by 1, 2, 3) m;
comment on view public.shop_money_months is 'Movements on the shop''s account for each month that had any, and the closing balance.';

-- Group buys of the reader's own shop by their last day, newest first, with what became of their orders. Only the orders of one page
-- are counted.
create function public.shop_buy_figures(since timestamptz default null, until timestamptz default null, after_at timestamptz default null, after_id uuid default null, most integer default 25)
returns table (id uuid, product_name text, unit text, status text, end_date timestamptz, participants integer, tier_thresholds integer[], target_quantity integer, quantity integer,
  price numeric, joined integer, paid integer, handed_over integer, timed integer, on_time integer, uncollected integer, goods numeric)
language sql stable security definer set search_path = '' set jit = off as $$
  with shop as materialized (select rights.my_vendor_id() as id
  ), page as materialized (
    select g.* from shop s join public.group_buys g on g.vendor_id = s.id
    where g.published_at is not null and (since is null or g.end_date >= since) and (until is null or g.end_date < until)
      and (after_at is null or g.end_date <= after_at and (g.end_date < after_at or g.id > after_id))
    order by g.end_date desc, g.id limit least(greatest(most, 1), 100)
  ), left_over as materialized (
    select o.group_buy_id, count(*) as orders from shop s join public.uncollected u on u.vendor_id = s.id join public.orders o on o.id = u.order_id
    where o.group_buy_id in (select p.id from page p) group by o.group_buy_id
  )
  select p.id, p.product_name, p.unit, p.status, p.end_date, coalesce(p.settled_participants, p.current_participants), p.tier_thresholds, p.target_quantity,
    p.current_quantity, coalesce(p.final_price, p.current_price), o.joined, o.paid, o.handed_over, o.timed, o.on_time, coalesce(l.orders, 0)::integer, o.goods
  from page p cross join lateral (
    select count(*)::integer as joined, count(*) filter (where o.paid_at is not null)::integer as paid,
      count(*) filter (where o.handed_over_at is not null)::integer as handed_over,
      count(*) filter (where o.status = 'completed' and o.handed_over_at is not null and o.ready_at is not null and o.fulfilment <> 'stockpile')::integer as timed,
      count(*) filter (where o.status = 'completed' and o.handed_over_at <= o.ready_at + interval '24 hours' and o.fulfilment <> 'stockpile')::integer as on_time,
      coalesce(sum(case when o.is_live and o.settled_at is null then p.current_price * o.quantity else o.total_amount end) filter (where o.is_paid), 0) as goods
    from public.orders o where o.group_buy_id = p.id) o
  left join left_over l on l.group_buy_id = p.id
  order by p.end_date desc, p.id
$$;
comment on function public.shop_buy_figures(timestamptz, timestamptz, timestamptz, uuid, integer) is 'goods: in paid orders, naira. joined: orders ever made. @null none';

-- The size of a file of orders, by the same filters as the list; a search is not counted.
create function public.shop_order_count(states text[] default null, is_bulk boolean default null, month date default null, buy uuid default null, only_paid boolean default false)
returns integer language sql stable security definer set search_path = '' set jit = off as $$
  select count(*)::integer from public.orders o where o.vendor_id = (select rights.my_vendor_id())
    and (states is null or o.status = any (states)) and (is_bulk is null or (o.group_buy_id is null) = is_bulk) and (buy is null or o.group_buy_id = buy)
    and (not only_paid or o.is_paid) and (month is null or o.created_at >= month::timestamp at time zone 'Africa/Lagos'
      and o.created_at < (month + interval '1 month') at time zone 'Africa/Lagos')
$$;
comment on function public.shop_order_count(text[], boolean, date, uuid, boolean) is 'Orders of the reader''s own shop.';


-- None of the columns is null, which the generated types take from the query.
create view public.waiting with (security_invoker = true) as
  select coalesce(w.subject, '') as subject, coalesce(w.status, '') as status, coalesce(w.waiter, '') as waiter, coalesce(w.amount, 0) as amount
  from sums.waiting_counts() w;
comment on view public.waiting is 'Counts of items that wait for the reader, by capacity: buyer, shop (its vendor), overseer (of its state), region (reads only; a chief acts), chief, content.';
