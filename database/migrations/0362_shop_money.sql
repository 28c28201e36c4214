-- What a shop's owner and a chief read of the ledger, which is closed to people: balances, and the movements of the shop's account. Both views run
-- with their owner's rights, so each says itself whose rows it shows.
create view public.shop_balances as
select v.id as vendor_id, v.business_name, v.status as shop_status, coalesce(h.held_kobo, 0)::bigint as held_kobo, coalesce(h.orders, 0)::integer as held_orders,
  coalesce(ledger.balance_kobo('vendor', v.id), 0) as releasable_kobo,
  coalesce(p.on_its_way_kobo, 0)::bigint as on_its_way_kobo, coalesce(p.paid_out_kobo, 0)::bigint as paid_out_kobo
from public.vendors v
left join lateral (
  -- Net of the vendor's fee, by the figures of every desk (order_figures), as long as its money is in escrow.
  select sum((f.goods * 100)::bigint - floor(f.goods * o.vendor_fee_bps / 100)::bigint) as held_kobo, count(*) as orders
  from public.order_figures f join public.orders o on o.id = f.id join ledger.accounts a on a.kind = 'escrow' and a.owner_id = f.id
  where f.vendor_id = v.id and f.is_paid and a.balance_kobo > 0) h on true
left join lateral (
  select sum(amount_kobo) filter (where status in ('requested', 'sent', 'needs_attention')) as on_its_way_kobo,
    sum(amount_kobo) filter (where status = 'arrived') as paid_out_kobo
  from public.payouts where vendor_id = v.id) p on true
where not (select rights.owes_second_step()) and (v.id = (select rights.my_vendor_id()) or (select rights.has_role('chief')));
comment on view public.shop_balances is 'One row for the reader''s own shop, or for every shop where the reader is a chief.';
comment on column public.shop_balances.held_kobo is 'Of paid orders that are not handed over, less the vendor''s fee; the price may still fall until a buy is settled.';
comment on column public.shop_balances.releasable_kobo is 'The shop''s account in the ledger: what it may take out.';

create view public.shop_movements as
select t.id, a.owner_id as vendor_id, t.posted_at, t.kind, case when t.credit_id = a.id then t.amount_kobo else -t.amount_kobo end as amount_kobo,
  sum(case when t.credit_id = a.id then t.amount_kobo else -t.amount_kobo end) over (partition by a.owner_id order by t.posted_at, t.id)::bigint as balance_kobo,
  o.id as order_id, o.order_no, coalesce(g.product_name, l.names) as product_name, coalesce(fee.amount_kobo, 0) as fee_kobo, p.id as payout_id, p.reference
from ledger.accounts a
join ledger.transfers t on a.id in (t.debit_id, t.credit_id) and t.phase in ('posted', 'taken')
left join ledger.accounts other on other.id = case when t.credit_id = a.id then t.debit_id else t.credit_id end
left join public.orders o on other.kind = 'escrow' and o.id = other.owner_id
left join public.group_buys g on g.id = o.group_buy_id
left join lateral (select string_agg(product_name, ', ' order by product_name) as names from public.order_lines where order_id = o.id) l on true
left join ledger.transfers fee on fee.journal_id = t.journal_id and fee.kind = 'vendor_fee_earned' and t.kind = 'vendor_earned'
left join ledger.journals j on j.id = t.journal_id and t.kind like 'payout\_%'
left join public.payouts p on j.id is not null and p.id = (case when t.kind = 'payout_begun' or t.kind = 'payout_failed' then other.owner_id
  else substring(j.key from '[0-9a-f-]{36}$')::uuid end)
where a.kind = 'vendor' and not (select rights.owes_second_step()) and (a.owner_id = (select rights.my_vendor_id()) or (select rights.has_role('chief')));
comment on view public.shop_movements is 'Every movement of the shop''s account in the ledger with the balance after it: its statement.';
comment on column public.shop_movements.fee_kobo is 'The vendor''s fee that was taken with it; the amount is without it.';
grant select on public.shop_balances, public.shop_movements to authenticated, service_role;
