-- A view reads tables with its owner's rights, but calls functions with its reader's: no vendor may ask the ledger for a balance. The account's row has it.
create or replace view public.shop_balances as
select v.id as vendor_id, v.business_name, v.status as shop_status, coalesce(h.held_kobo, 0)::bigint as held_kobo, coalesce(h.orders, 0)::integer as held_orders,
  coalesce(b.balance_kobo, 0) as releasable_kobo,
  coalesce(p.on_its_way_kobo, 0)::bigint as on_its_way_kobo, coalesce(p.paid_out_kobo, 0)::bigint as paid_out_kobo
from public.vendors v
left join ledger.accounts b on b.kind = 'vendor' and b.owner_id = v.id
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
