-- What is odd about the money of a region, for those who look after its shops: they read it and call people; a chief acts. No payer is named.
create view public.overseen_refunds as
select f.id, f.status, f.amount_kobo, f.reason, f.created_at, f.expected_by, o.order_no, o.vendor_id, v.business_name as vendor_name, v.state as vendor_state
from public.refunds f join public.orders o on o.id = f.order_id join public.vendors v on v.id = o.vendor_id
where f.status in ('needs_attention', 'failed') and o.vendor_id in (select rights.overseen_vendor_ids());
comment on view public.overseen_refunds is 'Refunds that stick, of orders in the reader''s region.';

create view public.overseen_odd_payments as
select p.id, p.reference, p.status, p.trouble, p.received_kobo, p.naira_kobo, p.created_at, min(o.order_no) as order_no, min(v.business_name) as vendor_name,
  min(v.state) as vendor_state
from public.payments p join public.payment_parts t on t.payment_id = p.id join public.orders o on o.id = t.order_id join public.vendors v on v.id = o.vendor_id
where p.trouble is not null and p.created_at > now() - interval '90 days' and o.vendor_id in (select rights.overseen_vendor_ids()) group by p.id;
comment on view public.overseen_odd_payments is 'Payments of the last 90 days that came in and did not pay what they were meant for, with orders in the reader''s region.';
grant select on public.overseen_refunds, public.overseen_odd_payments to authenticated, service_role;

-- Added to what waits already, whatever that is by now.
do $$
begin
  execute format('create or replace view public.waiting with (security_invoker = true) as %s union all %s',
    rtrim(pg_get_viewdef('public.waiting'::regclass), ';'),
    $view$
    select 'refund', status, 'region', count(*)::integer from public.overseen_refunds where (select rights.has_role('manager', 'coordinator')) group by status
    union all
    select 'payment', status, 'region', count(*)::integer from public.overseen_odd_payments
      where (select rights.has_role('manager', 'coordinator')) and status = 'reversed' group by status
    $view$);
end $$;
comment on view public.waiting is 'waiter: as what it waits for the reader: buyer, shop (its vendor), overseer (of its state), region (who reads it; a chief acts), chief.';
