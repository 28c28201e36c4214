-- What the secret key writes past the commands is told (0270).
do $$
declare
  kept record;
begin
  for kept in select * from (values ('payments', 'payment', 'id', ''), ('payment_parts', 'payment-part', 'payment_id', ''), ('refunds', 'refund', 'id', ''),
    ('gateway_events', 'gateway-event', 'id', '')) as tables (name, noun, id, hidden) loop
    execute format('create trigger log_act after insert or update or delete on public.%I for each row
      when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act(%L, %L, %L)', kept.name, kept.noun, kept.id, kept.hidden);
  end loop;
end $$;

-- Money that sticks waits for the chief; a payment that has begun waits for its buyer.
create or replace view public.waiting with (security_invoker = true) as
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
  where (select rights.has_role('chief')) and status = 'failed' and kind not like 'auth-%' and created_at > now() - interval '30 days' group by status
union all
select 'payment', status, 'buyer', count(*)::integer from public.payments
  where user_id = (select auth.uid()) and status = 'initiated' and expires_at > now() group by status
union all
select 'payment', status, 'chief', count(*)::integer from public.payments where (select rights.has_role('chief')) and status = 'reversed' group by status
union all
select 'refund', status, 'chief', count(*)::integer from public.refunds
  where (select rights.has_role('chief')) and status in ('needs_attention', 'failed') group by status;
