-- Irregular refunds and payments of a region, for overseers of its shops: they read them and call people; a chief acts. Payers
-- are not named.
create view public.overseen_refunds as
select f.id, f.status, f.amount_kobo, f.reason, f.created_at, f.expected_by, o.order_no, o.vendor_id, v.business_name as vendor_name, v.state as vendor_state, f.order_id
from public.refunds f join public.orders o on o.id = f.order_id join public.vendors v on v.id = o.vendor_id
where f.status in ('needs_attention', 'failed') and o.vendor_id in (select rights.overseen_vendor_ids());
comment on view public.overseen_refunds is 'Stuck refunds of orders in the reader''s region.';

-- order_id: the first of the orders that the payment was for.
create view public.overseen_odd_payments as
select p.id, p.reference, p.status, p.trouble, p.received_kobo, p.naira_kobo, p.created_at, min(o.order_no) as order_no, min(v.business_name) as vendor_name,
  min(v.state) as vendor_state, (array_agg(o.id order by o.order_no))[1] as order_id
from public.payments p join public.payment_parts t on t.payment_id = p.id join public.orders o on o.id = t.order_id join public.vendors v on v.id = o.vendor_id
where p.trouble is not null and p.created_at > now() - interval '90 days' and o.vendor_id in (select rights.overseen_vendor_ids())
group by p.id;
comment on view public.overseen_odd_payments is 'Payments of the last 90 days that were received and did not pay for their order, with orders in the reader''s region.';

-- Orders whose money is held: before the release by has_open_dispute, afterwards by disputed_kobo.
create view ledger.disputed_orders as
select t.order_id, d.payment_id, d.gateway, d.id as dispute_id
from public.disputes d join public.payment_parts t on t.payment_id = d.payment_id where d.status = 'open';
comment on view ledger.disputed_orders is 'Orders with a payment that the payer''s bank reclaims. None of their money leaves the market until the dispute has ended.';

-- Refunds that have not arrived, with everything that a chief needs to act, for chiefs.
create view public.late_refunds as
select f.id, f.status, f.amount_kobo, f.reason, f.created_at, f.expected_by, f.next_try_at, f.tries, f.failures, f.order_id, o.order_no, f.payment_id, p.reference,
  p.user_id as buyer_id, b.full_name as buyer_name, k.name as to_bank, right(f.to_account_number, 4) as to_last_four,
  (select t.status from public.typed_amounts t where t.act = 'refund-account' and t.subject_id = f.id and t.status = 'waiting' limit 1) is not null as waits_for_second
from public.refunds f join public.payments p on p.id = f.payment_id left join public.orders o on o.id = f.order_id
left join public.profiles b on b.id = p.user_id left join public.banks k on k.code = f.to_bank_code
where (select rights.has_role('chief')) and not (select rights.owes_second_step())
  and (f.status in ('needs_attention', 'failed') or f.status in ('requested', 'sent') and f.expected_by < (now() at time zone 'Africa/Lagos')::date);
comment on view public.late_refunds is 'Stuck, failed, or past the day that their buyer was told.';

create view public.payment_list as
select p.id, p.reference, p.created_at, p.status, p.trouble, p.gateway, case p.gateway when 'peps' then 'peps' else coalesce(p.channel, p.way) end as method,
  p.naira_kobo + p.peps_kobo as amount_kobo, p.peps_kobo, p.received_kobo, p.gateway_fee_kobo, p.charged_back_kobo, p.user_id, f.full_name as payer_name
from public.payments p left join public.profiles f on f.id = p.user_id
where (select rights.has_role('chief')) and not (select rights.owes_second_step());
comment on view public.payment_list is 'Every payment, for chiefs. method: how it was paid, or how its payer wanted to pay.';
comment on column public.payment_list.amount_kobo is 'Asked for, in naira and PEPS together.';

-- More than 92 days are refused: each payment of the days is read.
create function public.payment_sums(since timestamptz, until timestamptz, of_state text default null, of_method text default null,
  least_kobo bigint default null, most_kobo bigint default null)
returns table (status text, payments integer, amount_kobo bigint, peps_kobo bigint, received_kobo bigint, gateway_fee_kobo bigint, charged_back_kobo bigint)
language sql stable set search_path = '' as $$
  select p.status, count(*)::integer, sum(p.amount_kobo)::bigint, sum(p.peps_kobo)::bigint, coalesce(sum(p.received_kobo), 0)::bigint, sum(p.gateway_fee_kobo)::bigint,
    sum(p.charged_back_kobo)::bigint
  from public.payment_list p
  where p.created_at >= since and p.created_at < until and until - since <= interval '92 days'
    and (of_state is null or case of_state when 'attention' then p.trouble is not null else p.status = of_state end)
    and (of_method is null or p.method = of_method)
    and p.amount_kobo between coalesce(least_kobo, 0) and coalesce(most_kobo, 9223372036854775807)
  group by p.status
$$;
comment on function public.payment_sums(timestamptz, timestamptz, text, text, bigint, bigint) is 'Sums of the payments that a chief''s list shows, by status. Nothing for more than 92 days.';

create view public.difference_payments as
select d.payment_id, d.order_id, 'delivery' as kind, d.status, d.created_at from public.delivery_upgrades d
union all select p.payment_id, p.order_id, 'price', p.status, p.created_at from public.price_payments p;
comment on view public.difference_payments is 'Payments that pay no order but more for a paid one. kind: a more expensive delivery, or a higher price that its buyer agreed to.';
