-- The whole list of what waits for whom, with large short deliveries: for the shop, which answers what others have entered, and for those
-- who oversee it, once the shop contests it or where its own side has entered it.
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
  where (select rights.has_role('chief')) and status in ('needs_attention', 'failed') group by status
union all
select 'payout', status, 'chief', count(*)::integer from public.payouts
  where (select rights.has_role('chief')) and status = 'needs_attention' group by status
union all
select 'refund', 'overdue', 'chief', count(*)::integer from public.refunds
  where (select rights.has_role('chief')) and status in ('requested', 'sent')
    and expected_by < (now() at time zone 'Africa/Lagos')::date having count(*) > 0
union all
select 'refund', status, 'region', count(*)::integer from public.overseen_refunds where (select rights.has_role('manager', 'coordinator')) group by status
union all
select 'payment', status, 'region', count(*)::integer from public.overseen_odd_payments
  where (select rights.has_role('manager', 'coordinator')) and status = 'reversed' group by status
union all
select 'claim', status, 'shop', count(*)::integer from public.claims where vendor_id = (select rights.my_vendor_id()) and status = 'open' group by status
union all
select 'claim', status, 'overseer', count(*)::integer from public.claims
  where vendor_id in (select rights.overseen_vendor_ids()) and status in ('disputed', 'proposed') group by status
union all
select 'claim', status, 'chief', count(*)::integer from public.claims where (select rights.has_role('chief')) and status = 'appealed' group by status
union all
select 'lot', status, 'overseer', count(*)::integer from public.lot_incidents
  where vendor_id in (select rights.overseen_vendor_ids()) and status = 'open' group by status
union all
select 'lot', status, 'chief', count(*)::integer from public.lot_incidents where (select rights.has_role('chief')) and status = 'appealed' group by status
union all
select 'rating', 'reported', 'overseer', count(*)::integer from public.judged_reviews
  where reported_at is not null and judged_at is null and vendor_id in (select rights.overseen_vendor_ids()) having count(*) > 0
union all
select 'rating', 'reported', 'content', count(*)::integer from public.judged_reviews
  where reported_at is not null and judged_at is null and (select rights.has_role('administrator', 'supervisor')) having count(*) > 0
union all
select 'uncollected', 'open', 'overseer', count(*)::integer from public.uncollected where closed_at is null and vendor_id in (select rights.overseen_vendor_ids()) having count(*) > 0
union all
select 'uncollected', 'open', 'buyer', count(*)::integer from public.uncollected where closed_at is null and buyer_id = (select auth.uid()) having count(*) > 0
union all
select 'uncollected', 'open', 'shop', count(*)::integer from public.held_goods where opened_at is not null
  and (vendor_id = (select rights.my_vendor_id())) having count(*) > 0
union all
select 'question', 'asked', 'shop', count(*)::integer from public.judged_questions
  where vendor_id = (select rights.my_vendor_id()) and answer is null and hidden_at is null having count(*) > 0
union all
select 'question', 'reported', 'content', count(*)::integer from public.judged_questions
  where reported_at is not null and judged_at is null and (select rights.keeps_content()) having count(*) > 0
union all
select 'amount', status, 'overseer', count(*)::integer from public.listed_amounts where may_decide group by status
union all
select 'shop_change', status, 'overseer', count(*)::integer from public.shop_changes
  where vendor_id in (select rights.overseen_vendor_ids()) and status = 'open' group by status
union all
select 'shortfall', 'waiting', 'shop', count(*)::integer from public.short_deliveries
  where status = 'waiting' and vendor_id = (select rights.my_vendor_id()) and not by_shop and contested_at is null and may_answer having count(*) > 0
union all
select 'shortfall', 'contested', 'overseer', count(*)::integer from public.short_deliveries
  where status = 'waiting' and vendor_id in (select rights.overseen_vendor_ids()) and (by_shop or contested_at is not null) and may_answer having count(*) > 0;
