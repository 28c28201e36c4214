-- A failed mail waits for the chief as long as it can be sent again: its words are kept for 30 days, and a link that opens an account has
-- run out by then. Otherwise whoever signs up with a wrong address would leave the chief something to do.
create or replace view public.overseen_counts with (security_invoker = true) as
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
select 'mails to repeat', status, count(*)::integer from public.email_logs
  where status = 'failed' and kind not like 'auth-%' and created_at > now() - interval '30 days' group by status
union all
select 'contact', status, count(*)::integer from public.contact_messages group by status;
comment on view public.overseen_counts is 'subject: group_buys, orders, vendors, products, people (chief), mails and mails to repeat (chief), contact.';
