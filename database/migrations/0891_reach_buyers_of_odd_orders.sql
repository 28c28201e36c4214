-- Where a staff page says "call the buyer", its reader can: of goods that nobody collected, that a shop gave out without a code, or whose money is stuck.
create function public.may_reach_buyer(order_id uuid, person uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select public.may_decide_uncollected($1, $2) and (
    exists (select from public.uncollected u where u.order_id = $1 and u.closed_at is null)
    or exists (select from public.hand_over_overrides x join public.hand_overs h on h.id = x.hand_over_id
      where h.order_id = $1 and x.by_shop and x.confirmed_at is null and h.released_at is null)
    or exists (select from public.refunds f where f.order_id = $1 and f.status in ('needs_attention', 'failed'))
    or exists (select from public.payment_parts t join public.payments p on p.id = t.payment_id
      where t.order_id = $1 and p.trouble is not null and p.created_at > now() - interval '90 days'))
$$;
comment on function public.may_reach_buyer is 'The buyer of an order with which something is wrong, for those who look after its shop and have no part in it.';
revoke execute on function public.may_reach_buyer(uuid, uuid) from public;
grant execute on function public.may_reach_buyer(uuid, uuid) to service_role;

create or replace view public.overseen_refunds as
select f.id, f.status, f.amount_kobo, f.reason, f.created_at, f.expected_by, o.order_no, o.vendor_id, v.business_name as vendor_name, v.state as vendor_state, f.order_id
from public.refunds f join public.orders o on o.id = f.order_id join public.vendors v on v.id = o.vendor_id
where f.status in ('needs_attention', 'failed') and o.vendor_id in (select rights.overseen_vendor_ids());

-- order_id: the first of the orders that the payment was for.
create or replace view public.overseen_odd_payments as
select p.id, p.reference, p.status, p.trouble, p.received_kobo, p.naira_kobo, p.created_at, min(o.order_no) as order_no, min(v.business_name) as vendor_name,
  min(v.state) as vendor_state, (array_agg(o.id order by o.order_no))[1] as order_id
from public.payments p join public.payment_parts t on t.payment_id = p.id join public.orders o on o.id = t.order_id join public.vendors v on v.id = o.vendor_id
where p.trouble is not null and p.created_at > now() - interval '90 days' and o.vendor_id in (select rights.overseen_vendor_ids())
group by p.id;
