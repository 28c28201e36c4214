-- What waits for the reader, and as whom: the tops of all dashboards. domain/waiting.ts says of every state who has to act, and a test
-- finds each of them here. With the reader's rights, so that nobody counts what they may not see.
create view public.waiting with (security_invoker = true) as
select 'group_buy'::text as subject, status, 'shop'::text as waiter, count(*)::integer as amount from public.group_buys
  where vendor_id = (select rights.my_vendor_id()) and (status in ('confirmed', 'ready') or (status = 'settling' and paid_participants > 0)) group by status
union all
select 'group_buy', status, 'overseer', count(*)::integer from public.group_buys
  where vendor_id in (select rights.overseen_vendor_ids()) and status = 'settling' and paid_participants > 0 group by status
union all
select 'order', status, 'buyer', count(*)::integer from public.orders
  where user_id = (select auth.uid()) and status in ('pending', 'ready') group by status
union all
select 'order', status, 'shop', count(*)::integer from public.orders
  where vendor_id = (select rights.my_vendor_id()) and (status = 'pending' or (status = 'paid' and group_buy_id is null)) group by status
union all
select 'order', status, 'chief', count(*)::integer from public.orders
  where (select rights.has_role('chief')) and status = 'refunding' group by status
union all
select 'vendor', status, 'overseer', count(*)::integer from public.vendors
  where id in (select rights.overseen_vendor_ids()) and status = 'pending' group by status
union all
select 'vendor', status, 'shop', count(*)::integer from public.vendors where owner_id = (select auth.uid()) and status = 'rejected' group by status
union all
select 'contact', status, 'overseer', count(*)::integer from public.contact_messages
  where (select rights.has_role('manager', 'coordinator', 'chief')) and status = 'new' group by status
union all
select 'email_log', status, 'chief', count(*)::integer from public.email_logs
  -- Its words are kept for 30 days, and a link that opens an account has run out by then.
  where (select rights.has_role('chief')) and status = 'failed' and kind not like 'auth-%' and created_at > now() - interval '30 days' group by status;
comment on view public.waiting is 'waiter: as what it waits for the reader: buyer, shop (its vendor), overseer (of its state), chief.';
grant select on public.waiting to authenticated, service_role;
