-- Every line of the ledger that changes what an order brings its shop, and goods that went back before their release.
create view ledger.earning_lines as
select t.journal_id, coalesce(case when t.debit_kind = 'escrow' then d.owner_id end, f.order_id, (
    select a.owner_id from ledger.transfers e join ledger.accounts a on a.id = e.debit_id where e.journal_id = t.journal_id and e.debit_kind = 'escrow' limit 1
  ), c.owner_id) as order_id,
  case when t.debit_kind = 'vendor' then d.owner_id when t.credit_kind = 'vendor' then c.owner_id end as vendor_id,
  case when t.debit_kind = 'escrow' then t.amount_kobo else 0 end as gross_kobo,
  case t.kind when 'vendor_fee_earned' then t.amount_kobo when 'vendor_fee_return_owed' then -t.amount_kobo else 0 end as fee_kobo,
  case when t.debit_kind = 'escrow' then 0 else t.amount_kobo end as back_kobo, t.posted_at, t.id as transfer_id
from ledger.transfers t join ledger.accounts d on d.id = t.debit_id join ledger.accounts c on c.id = t.credit_id
left join public.refunds f on t.credit_kind = 'refund_due' and f.id = c.owner_id
where t.phase in ('posted', 'captured') and t.kind in ('vendor_earned', 'vendor_delivery_earned', 'late_leave_charge', 'vendor_fee_earned', 'vendor_return_owed',
  'vendor_fee_return_owed', 'chargeback_passed_on')
union all
select null, p.order_id, null, p.goods_kobo - p.earned_goods_kobo, 0, p.goods_kobo - p.earned_goods_kobo, p.created_at, p.id
from public.partial_refunds p where p.goods_kobo > p.earned_goods_kobo;
comment on view ledger.earning_lines is 'By order: gross less fee and back is what its shop''s account got. vendor_id is null on lines that do not touch that account.';

-- Runs after update_totals, which locks the shop's account. Every writer of these rows holds that lock, so there is no deadlock.
create function sums.follow_earnings() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  journals uuid[] := array(select distinct journal_id from added where 'vendor' in (debit_kind, credit_kind) and kind not like 'payout\_%' and phase in ('posted', 'captured'));
begin
  if journals = '{}' then return null; end if;
  insert into sums.earnings as e (order_id, vendor_id, group_buy_id, share_day, gross_kobo, fee_kobo, back_kobo, earned_at)
  select n.order_id, n.vendor_id, o.group_buy_id, public.share_day_of(n.order_id), n.gross, n.fee, n.back, n.at
  from (select l.order_id, max(l.vendor_id::text)::uuid as vendor_id, sum(l.gross_kobo) as gross, sum(l.fee_kobo) as fee, sum(l.back_kobo) as back, min(l.posted_at) as at
    from ledger.earning_lines l where l.journal_id = any (journals) group by l.order_id) n
  left join public.orders o on o.id = n.order_id where n.vendor_id is not null order by n.order_id
  on conflict (order_id) do update set gross_kobo = e.gross_kobo + excluded.gross_kobo, fee_kobo = e.fee_kobo + excluded.fee_kobo,
    back_kobo = e.back_kobo + excluded.back_kobo;
  return null;
end $$;

create function sums.follow_returns() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform ledger.locked_balance_kobo('vendor', o.vendor_id) from public.orders o where o.id = new.order_id;
  insert into sums.earnings as e (order_id, vendor_id, group_buy_id, share_day, gross_kobo, fee_kobo, back_kobo, earned_at)
  select o.id, o.vendor_id, o.group_buy_id, public.share_day_of(o.id), new.goods_kobo - new.earned_goods_kobo, 0, new.goods_kobo - new.earned_goods_kobo, new.created_at
  from public.orders o where o.id = new.order_id
  on conflict (order_id) do update set gross_kobo = e.gross_kobo + excluded.gross_kobo, back_kobo = e.back_kobo + excluded.back_kobo;
  return null;
end $$;

create function sums.recount_earnings() returns void language sql set search_path = '' as $$
  delete from sums.earnings;
  insert into sums.earnings (order_id, vendor_id, group_buy_id, share_day, gross_kobo, fee_kobo, back_kobo, earned_at, paid_kobo, payout_id)
  select n.order_id, coalesce(n.vendor_id, o.vendor_id), o.group_buy_id, public.share_day_of(n.order_id), n.gross, n.fee, n.back, n.at, coalesce(p.kobo, 0), p.payout_id
  from (select l.order_id, max(l.vendor_id::text)::uuid as vendor_id, sum(l.gross_kobo) as gross, sum(l.fee_kobo) as fee, sum(l.back_kobo) as back,
      min(l.posted_at) as at from ledger.earning_lines l group by l.order_id) n
  left join public.orders o on o.id = n.order_id
  left join (select q.order_id, sum(q.amount_kobo) as kobo, (array_agg(y.id order by y.created_at desc, y.id))[1] as payout_id
    from public.payout_orders q join public.payouts y on y.id = q.payout_id and y.status not in ('failed', 'reversed') group by q.order_id) p on p.order_id = n.order_id
  where coalesce(n.vendor_id, o.vendor_id) is not null;
$$;

-- Oldest earnings first; those under a dispute last, because a payout leaves them in the balance. An order that cost more than it
-- brought since its payout lowers the next one.
create function sums.fill_payout() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform ledger.locked_balance_kobo('vendor', new.vendor_id);
  with waiting as (
    select e.order_id, e.gross_kobo - e.fee_kobo - e.back_kobo - e.paid_kobo as kobo, e.earned_at,
      e.order_id in (select d.order_id from ledger.disputed_orders d) as is_disputed
    from sums.earnings e where e.vendor_id = new.vendor_id and e.gross_kobo - e.fee_kobo - e.back_kobo <> e.paid_kobo
  ), laid_out as (
    select order_id, kobo, sum(kobo) over (order by kobo > 0, is_disputed, earned_at, order_id) as upto from waiting
  ), taken as (
    insert into public.payout_orders (payout_id, order_id, amount_kobo)
    select new.id, order_id, least(kobo, new.amount_kobo - (upto - kobo)) from laid_out where kobo < 0 or upto - kobo < new.amount_kobo
    returning order_id, amount_kobo
  )
  update sums.earnings e set paid_kobo = e.paid_kobo + t.amount_kobo, payout_id = new.id from taken t where t.order_id = e.order_id;
  return null;
end $$;

create function sums.empty_payout() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform ledger.locked_balance_kobo('vendor', new.vendor_id);
  update sums.earnings e set paid_kobo = e.paid_kobo - n.amount_kobo, payout_id = (
      select p.id from public.payout_orders q join public.payouts p on p.id = q.payout_id
      where q.order_id = e.order_id and p.status not in ('failed', 'reversed') order by p.created_at desc, p.id limit 1)
  from public.payout_orders n where n.payout_id = new.id and e.order_id = n.order_id;
  return null;
end $$;
