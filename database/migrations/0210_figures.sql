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
