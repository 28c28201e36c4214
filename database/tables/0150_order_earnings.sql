-- Earnings by order: a shop sees its money by group buy and sharing day, and which order is in which payout (decision 0109).
create table sums.earnings (
  order_id uuid primary key,
  vendor_id uuid not null,
  group_buy_id uuid,
  share_day date,
  gross_kobo bigint not null,
  fee_kobo bigint not null,
  back_kobo bigint not null,
  paid_kobo bigint not null default 0,
  payout_id uuid,
  earned_at timestamptz not null
);
comment on table sums.earnings is 'Movements of a shop''s account by order, one row an order that moved it. gross less fee and back is what the order brought.';
comment on column sums.earnings.back_kobo is 'Gone back to the buyer or their bank, with goods that went back before their release, which gross_kobo holds too.';
comment on column sums.earnings.paid_kobo is 'In payouts that were not returned; the rest is in the shop''s balance.';
comment on column sums.earnings.payout_id is 'The latest of these payouts.';
create index earnings_of_shop on sums.earnings (vendor_id, share_day);
create index earnings_in_balance on sums.earnings (vendor_id, earned_at, order_id) where gross_kobo - fee_kobo - back_kobo <> paid_kobo;
alter table sums.earnings enable row level security;

insert into sums.earnings (order_id, vendor_id, group_buy_id, share_day, gross_kobo, fee_kobo, back_kobo, earned_at)
select l.order_id, coalesce(max(l.vendor_id::text)::uuid, o.vendor_id), o.group_buy_id,
  coalesce(g.share_date, (select min(n.share_date) from public.order_lines n where n.order_id = o.id)), sum(l.gross), sum(l.fee), sum(l.back), min(l.at)
from (
  select coalesce(case when t.debit_kind = 'escrow' then d.owner_id end, f.order_id, (select a.owner_id from ledger.transfers e join ledger.accounts a on a.id = e.debit_id
      where e.journal_id = t.journal_id and e.debit_kind = 'escrow' limit 1), c.owner_id) as order_id,
    case when t.debit_kind = 'vendor' then d.owner_id when t.credit_kind = 'vendor' then c.owner_id end as vendor_id,
    case when t.debit_kind = 'escrow' then t.amount_kobo else 0 end as gross,
    case t.kind when 'vendor_fee_earned' then t.amount_kobo when 'vendor_fee_return_owed' then -t.amount_kobo else 0 end as fee,
    case when t.debit_kind = 'escrow' then 0 else t.amount_kobo end as back, t.posted_at as at
  from ledger.transfers t join ledger.accounts d on d.id = t.debit_id join ledger.accounts c on c.id = t.credit_id
  left join public.refunds f on t.credit_kind = 'refund_due' and f.id = c.owner_id
  where t.phase in ('posted', 'captured') and t.kind in ('vendor_earned', 'vendor_delivery_earned', 'late_leave_charge', 'vendor_fee_earned', 'vendor_return_owed',
    'vendor_fee_return_owed', 'chargeback_passed_on')
  union all
  select p.order_id, null, p.goods_kobo - p.earned_goods_kobo, 0, p.goods_kobo - p.earned_goods_kobo, p.created_at
  from public.partial_refunds p where p.goods_kobo > p.earned_goods_kobo
) l left join public.orders o on o.id = l.order_id left join public.group_buys g on g.id = o.group_buy_id
group by l.order_id, o.id, g.id having coalesce(max(l.vendor_id::text)::uuid, o.vendor_id) is not null;
