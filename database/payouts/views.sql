-- Held for a shop: goods of running orders that are neither released nor refunded, less the vendor's fee.
create view public.shop_balances as
select v.id as vendor_id, v.business_name, v.status as shop_status, coalesce(h.held_kobo, 0)::bigint as held_kobo, coalesce(h.orders, 0)::integer as held_orders,
  greatest(0, coalesce(b.balance_kobo, 0) - d.kobo)::bigint as releasable_kobo, least(coalesce(b.balance_kobo, 0), d.kobo)::bigint as disputed_kobo,
  coalesce(p.on_its_way_kobo, 0)::bigint as on_its_way_kobo, coalesce(p.paid_out_kobo, 0)::bigint as paid_out_kobo, coalesce(p.on_its_way, 0)::integer as on_its_way_payouts
from public.vendors v left join ledger.accounts b on b.kind = 'vendor' and b.owner_id = v.id
cross join lateral (select case when v.id in (select o.vendor_id from ledger.disputed_orders t join public.orders o on o.id = t.order_id)
    then ledger.disputed_kobo(v.id) else 0 end as kobo) d
left join (select f.vendor_id, sum(greatest(0, (f.goods_left * 100)::bigint - f.vendor_fee_left_kobo
      - coalesce((select sum(d.released_kobo - floor(d.released_kobo * o.vendor_fee_bps / 10000)) from public.hand_overs d where d.order_id = f.id and d.released_at is not null), 0))) as held_kobo,
    count(*) as orders
  from public.order_figures f join public.orders o on o.id = f.id join ledger.accounts a on a.kind = 'escrow' and a.owner_id = f.id
  where f.status in ('paid', 'confirmed', 'ready', 'collected', 'delivered') and a.balance_kobo > 0 group by f.vendor_id) h on h.vendor_id = v.id
left join lateral (select sum(amount_kobo) filter (where status in ('requested', 'sent', 'needs_attention')) as on_its_way_kobo,
    count(*) filter (where status in ('requested', 'sent', 'needs_attention')) as on_its_way, sum(amount_kobo) filter (where status = 'arrived') as paid_out_kobo from public.payouts where vendor_id = v.id) p on true
where not (select rights.owes_second_step()) and (v.id = (select rights.my_vendor_id()) or (select rights.has_role('chief')));
comment on view public.shop_balances is 'One row for the reader''s own shop, or for every shop if the reader is a chief.';
comment on column public.shop_balances.held_kobo is 'Of paid orders that are not handed over, less the vendor''s fee; the price may still fall until a buy is settled.';
comment on column public.shop_balances.releasable_kobo is 'The part of the shop''s account that can be paid out.';
comment on column public.shop_balances.disputed_kobo is 'The rest of the account: earned with orders whose payment a bank disputes, and held until the dispute has ended.';

-- The balance after a movement is computed from earlier days and the day itself, and only if it is selected. Filters on the
-- movements only, so that both indexes of an account return its lines in order of time.
create view public.shop_movements as
select t.id, a.owner_id as vendor_id, t.posted_at, t.kind, t.amount_kobo,
  ((select coalesce(sum(d.came_in_kobo - d.went_out_kobo), 0) from sums.shop_days d
      where d.account_id = t.account_id and d.day < (t.posted_at at time zone 'Africa/Lagos')::date)
    + (select coalesce(sum(b.amount_kobo), 0) from ledger.transfers b where b.credit_id = t.account_id and b.phase in ('posted', 'captured')
      and b.posted_at >= (t.posted_at at time zone 'Africa/Lagos')::date::timestamp at time zone 'Africa/Lagos' and (b.posted_at, b.id) <= (t.posted_at, t.id))
    - (select coalesce(sum(b.amount_kobo), 0) from ledger.transfers b where b.debit_id = t.account_id and b.phase in ('posted', 'captured')
      and b.posted_at >= (t.posted_at at time zone 'Africa/Lagos')::date::timestamp at time zone 'Africa/Lagos' and (b.posted_at, b.id) <= (t.posted_at, t.id))
  )::bigint as balance_kobo,
  o.id as order_id, o.order_no, coalesce(g.product_name, l.names) as product_name,
  coalesce((select sum(f.amount_kobo)::bigint from ledger.transfers f
    where f.journal_id = t.journal_id and f.kind = 'vendor_fee_earned' and t.kind = 'vendor_earned'), 0) as fee_kobo, p.id as payout_id, p.reference,
  t.account_id
from (
  select credit_id as account_id, credit_kind as account_kind, debit_id as other_id, id, journal_id, kind, phase, posted_at, amount_kobo from ledger.transfers
  union all
  select debit_id, debit_kind, credit_id, id, journal_id, kind, phase, posted_at, -amount_kobo from ledger.transfers) t
left join ledger.accounts a on a.id = t.account_id
left join ledger.accounts other on other.id = t.other_id
left join public.orders o on o.id = case when other.kind = 'escrow' then other.owner_id end
left join public.group_buys g on g.id = o.group_buy_id
left join lateral (select string_agg(product_name, ', ' order by product_name) as names from public.order_lines where order_id = o.id) l on true
left join ledger.journals j on j.id = t.journal_id and t.kind like 'payout\_%'
left join public.payouts p on p.id = case when t.kind in ('payout_begun', 'payout_failed') then other.owner_id else substring(j.key from '[0-9a-f-]{36}$')::uuid end
where t.account_kind = 'vendor' and t.phase in ('posted', 'captured') and not (select rights.owes_second_step())
  and (t.account_id = (select ledger.id_of('vendor:' || rights.my_vendor_id())) or (select rights.has_role('chief')));
comment on view public.shop_movements is 'The statement of a shop''s account: every movement with the balance after it.';
comment on column public.shop_movements.fee_kobo is 'The vendor''s fee that was deducted with it; the amount excludes it.';
comment on column public.shop_movements.account_id is 'The shop''s account: filtering by it reads movements in order of time.';
