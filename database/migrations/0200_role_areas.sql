-- What the role areas list and count. All but the last view run with the reader's rights: row level security decides whose rows they hold.

-- Both kinds of orders side by side, as shops and staff read them.
create view public.all_orders with (security_invoker = true) as
select o.id, 'group_buy'::text as kind, o.order_no, o.vendor_id, v.business_name as vendor_name, v.state as vendor_state, o.group_buy_id,
  g.product_name, o.quantity, g.unit, o.user_id, o.buyer_name, o.status, o.unit_price, o.total_amount, g.base_price * o.quantity as base_amount,
  o.fee_kobo, o.vendor_fee_kobo, o.amount_due_kobo, o.returned_kobo, o.fulfilment, o.created_at,
  o.status not in ('expired', 'cancelled', 'refunding', 'refunded') as is_live
from public.orders o join public.group_buys g on g.id = o.group_buy_id left join public.vendors v on v.id = o.vendor_id
union all
select b.id, 'bulk'::text, b.order_no, b.vendor_id, v.business_name, v.state, null::uuid, i.names, i.quantity, i.unit, b.user_id, b.buyer_name, b.status,
  null::numeric, b.total_amount, b.total_amount, b.fee_kobo, b.vendor_fee_kobo, b.amount_due_kobo, b.returned_kobo, b.fulfilment, b.created_at,
  b.status not in ('expired', 'cancelled', 'refunding', 'refunded')
from public.bulk_orders b left join public.vendors v on v.id = b.vendor_id
cross join lateral (
  select string_agg(product_name, ', ' order by product_name) as names, sum(quantity)::integer as quantity,
    case when count(distinct unit) = 1 then min(unit) end as unit
  from public.bulk_order_items where bulk_order_id = b.id) i;
comment on view public.all_orders is 'Orders of group buys and bulk orders that the reader may see. base_amount: naira of the goods at the base price.';

create function public.lagos_month(instant timestamptz) returns date language sql stable set search_path = '' as
$$ select date_trunc('month', instant at time zone 'Africa/Lagos')::date $$;
create function public.first_reported_month() returns timestamptz language sql stable set search_path = '' as
$$ select (date_trunc('month', now() at time zone 'Africa/Lagos') - interval '11 months') at time zone 'Africa/Lagos' $$;
comment on function public.first_reported_month is 'Figures by month cover this month and the eleven before it.';

create view public.shop_months with (security_invoker = true) as
select public.lagos_month(created_at) as month, count(*)::integer as orders, count(*) filter (where is_live)::integer as live_orders,
  count(*) filter (where status = 'completed')::integer as completed_orders,
  coalesce(sum(total_amount) filter (where is_live), 0) as goods, coalesce(sum(vendor_fee_kobo) filter (where is_live), 0)::bigint as vendor_fee_kobo
from public.all_orders where vendor_id = (select rights.my_vendor_id()) and created_at >= public.first_reported_month() group by 1;
comment on view public.shop_months is 'The reader''s own shop by month of ordering; goods in naira, of live orders.';

create view public.overseen_months with (security_invoker = true) as
select vendor_state as state, public.lagos_month(created_at) as month, count(*)::integer as orders, count(*) filter (where is_live)::integer as live_orders,
  count(*) filter (where status = 'completed')::integer as completed_orders, count(*) filter (where status = 'expired')::integer as expired_orders,
  coalesce(sum(total_amount) filter (where is_live), 0) as goods,
  coalesce(sum(fee_kobo + vendor_fee_kobo) filter (where is_live), 0)::bigint as fees_kobo
from public.all_orders where vendor_id in (select rights.overseen_vendor_ids()) and created_at >= public.first_reported_month() group by 1, 2;
comment on view public.overseen_months is 'The shops a manager, coordinator or chief looks after, by state and month of ordering.';

create view public.own_months with (security_invoker = true) as
select public.lagos_month(created_at) as month, count(*)::integer as orders, sum(base_amount) as base_amount, sum(total_amount) as paid_amount
from public.all_orders where user_id = (select auth.uid()) and is_live and created_at >= public.first_reported_month() group by 1;
comment on view public.own_months is 'What the reader bought by month: naira at the base price, and at the price of their orders.';

create view public.shop_buyers with (security_invoker = true) as
select user_id, (array_agg(buyer_name order by created_at desc))[1] as buyer_name, count(*)::integer as orders,
  count(*) filter (where is_live)::integer as live_orders, coalesce(sum(total_amount) filter (where is_live), 0) as goods, max(created_at) as last_order_at
from public.all_orders where vendor_id = (select rights.my_vendor_id()) group by user_id;

create view public.overseen_buyers with (security_invoker = true) as
select user_id, (array_agg(buyer_name order by created_at desc))[1] as buyer_name, count(*)::integer as orders, count(distinct vendor_id)::integer as shops,
  count(*) filter (where is_live)::integer as live_orders, coalesce(sum(total_amount) filter (where is_live), 0) as goods, max(created_at) as last_order_at
from public.all_orders where vendor_id in (select rights.overseen_vendor_ids()) group by user_id;

-- How many of what, by state: one small list for the tops of the desks.
create view public.overseen_counts with (security_invoker = true) as
select 'group_buys'::text as subject, status, count(*)::integer as amount from public.group_buys
  where vendor_id in (select rights.overseen_vendor_ids()) group by status
union all
select 'orders', status, count(*)::integer from public.all_orders where vendor_id in (select rights.overseen_vendor_ids()) group by status
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

create view public.my_conversations with (security_invoker = true) as
select c.id, c.subject, c.order_id, c.bulk_order_id, c.last_message_at,
  (select string_agg(display_name, ', ') from public.conversation_members o where o.conversation_id = c.id and o.profile_id <> m.profile_id) as with_names,
  l.body as last_body, l.sender_id = m.profile_id as last_is_own, c.last_message_at > coalesce(m.last_read_at, '-infinity') as is_unread
from public.conversation_members m join public.conversations c on c.id = m.conversation_id
left join lateral (select body, sender_id from public.messages where conversation_id = c.id order by created_at desc, id limit 1) l on true
where m.profile_id = (select auth.uid());

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
  public.overseen_counts, public.my_conversations, public.audit_trail to authenticated, service_role;
grant execute on function public.lagos_month(timestamptz), public.first_reported_month() to authenticated, service_role;
