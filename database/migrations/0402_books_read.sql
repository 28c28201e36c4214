-- The ledger as the chief reads it. The schema itself stays closed: these views show it to chiefs alone, and nothing in them can be written.
create view public.ledger_balances as
select d.day::date as as_at, b.kind, b.side, b.owner, b.accounts, b.debits_kobo, b.credits_kobo,
  case when b.side in ('asset', 'expense') then b.debits_kobo - b.credits_kobo else b.credits_kobo - b.debits_kobo end as balance_kobo
from generate_series(timestamp '2020-01-01', now() at time zone 'Africa/Lagos', interval '1 day') as d (day)
cross join lateral (
  select k.kind, k.side, k.owner, coalesce(s.accounts, 0)::integer as accounts, coalesce(s.debits, 0)::bigint as debits_kobo,
    coalesce(s.credits, 0)::bigint as credits_kobo
  from ledger.account_kinds k left join (
    select e.kind, count(*) filter (where e.debits <> e.credits) as accounts, sum(e.debits) as debits, sum(e.credits) as credits
    from (
      select t.account_id, t.kind, sum(t.debit) as debits, sum(t.credit) as credits from (
        select debit_id as account_id, debit_kind as kind, amount_kobo as debit, 0 as credit from ledger.transfers
        where phase in ('posted', 'taken') and posted_at < (d.day::date + 1)::timestamp at time zone 'Africa/Lagos'
        union all
        select credit_id, credit_kind, 0, amount_kobo from ledger.transfers
        where phase in ('posted', 'taken') and posted_at < (d.day::date + 1)::timestamp at time zone 'Africa/Lagos'
      ) t group by t.account_id, t.kind
    ) e group by e.kind
  ) s on s.kind = k.kind
) b
where (select rights.has_role('chief'));
comment on view public.ledger_balances is 'What stood on the accounts of each kind at the end of a day in Lagos: name the day (as_at), or every day is computed.';

create view public.ledger_accounts as
select a.id, a.kind, k.side, a.owner_id, a.opened_at,
  case k.owner when 'order' then 'Order ' || o.order_no when 'person' then p.full_name when 'vendor' then v.business_name when 'payment' then y.reference
    when 'refund' then coalesce('Order ' || r.order_no, z.reference) when 'payout' then left(a.owner_id::text, 8) end as owner_name,
  coalesce(o.status, f.status, y.status) as owner_status, a.held_kobo,
  coalesce(s.debits, a.debits_kobo)::bigint as debits_kobo, coalesce(s.credits, a.credits_kobo)::bigint as credits_kobo,
  ((coalesce(s.credits, a.credits_kobo) - coalesce(s.debits, a.debits_kobo)) * case when k.side in ('asset', 'expense') then -1 else 1 end)::bigint as balance_kobo
from ledger.accounts a join ledger.account_kinds k on k.kind = a.kind
left join public.orders o on a.kind = 'escrow' and o.id = a.owner_id
left join public.profiles p on k.owner = 'person' and p.id = a.owner_id
left join public.vendors v on a.kind = 'vendor' and v.id = a.owner_id
left join public.payments y on a.kind = 'unapplied' and y.id = a.owner_id
left join public.refunds f on a.kind = 'refund_due' and f.id = a.owner_id
left join public.orders r on r.id = f.order_id
left join public.payments z on z.id = f.payment_id
left join lateral (
  select coalesce(sum(t.amount_kobo) filter (where t.debit_id = a.id), 0) as debits, coalesce(sum(t.amount_kobo) filter (where t.credit_id = a.id), 0) as credits
  from ledger.transfers t where not a.is_limited and a.id in (t.debit_id, t.credit_id) and t.phase in ('posted', 'taken')
  having not a.is_limited
) s on true
where (select rights.has_role('chief'));
comment on view public.ledger_accounts is 'Every account with what stands on it now; of limited ones from their running totals.';

create view ledger.told_lines as
select t.id, t.journal_id, j.key, t.line, t.kind, t.amount_kobo, t.phase, t.posted_at, j.cause, j.reason, t.debit_id, t.debit_kind, t.credit_id, t.credit_kind,
  o.id as order_id, o.order_no, o.status as order_status
from ledger.transfers t join ledger.journals j on j.id = t.journal_id
join ledger.accounts d on d.id = t.debit_id join ledger.accounts c on c.id = t.credit_id
left join public.refunds f on f.id = case when t.debit_kind = 'refund_due' then d.owner_id when t.credit_kind = 'refund_due' then c.owner_id end
left join public.orders o on o.id = case when t.debit_kind = 'escrow' then d.owner_id when t.credit_kind = 'escrow' then c.owner_id else f.order_id end;

create view public.ledger_entries as
select * from (
  select t.debit_id as account_id, true as is_debit, t.* from ledger.told_lines t
  union all
  select t.credit_id, false, t.* from ledger.told_lines t
) e where (select rights.has_role('chief'));
comment on view public.ledger_entries is 'What was written on an account: each movement stands on two.';

-- What touches an order's money: what is held for it, its refunds, and the reward for it.
create view ledger.order_transfers as
select o.id as order_id, t.id as transfer_id from public.orders o join ledger.transfers t on t.debit_id = ledger.id_of('escrow:' || o.id)
union select o.id, t.id from public.orders o join ledger.transfers t on t.credit_id = ledger.id_of('escrow:' || o.id)
union select f.order_id, t.id from public.refunds f join ledger.transfers t on t.debit_id = ledger.id_of('refund_due:' || f.id)
union select f.order_id, t.id from public.refunds f join ledger.transfers t on t.credit_id = ledger.id_of('refund_due:' || f.id)
union select o.id, t.id from public.orders o join ledger.transfers t on t.journal_id in (ledger.id_of('reward:' || o.id), ledger.id_of('reward-back:' || o.id));

create view public.ledger_order_lines as
select t.*, b.order_id as about_order_id from ledger.order_transfers b join ledger.told_lines t on t.id = b.transfer_id
where (select rights.has_role('chief'));

create view public.ledger_buy_lines as
select t.*, g.group_buy_id from public.orders g join ledger.order_transfers b on b.order_id = g.id join ledger.told_lines t on t.id = b.transfer_id
where (select rights.has_role('chief'));

create view public.ledger_payment_lines as
select t.*, b.payment_id from (
  select p.id as payment_id, t.id as transfer_id from public.payments p
  join ledger.transfers t on t.journal_id in (ledger.id_of('payment:' || p.reference), ledger.id_of('payment:' || p.id), ledger.id_of('gateway-fee:' || p.reference),
    ledger.id_of('reversed:' || p.reference), ledger.id_of('hold:' || p.id), ledger.id_of('hold-ended:' || p.id))
  union select f.payment_id, t.id from public.refunds f join ledger.transfers t on t.debit_id = ledger.id_of('refund_due:' || f.id)
  union select f.payment_id, t.id from public.refunds f join ledger.transfers t on t.credit_id = ledger.id_of('refund_due:' || f.id)
) b join ledger.told_lines t on t.id = b.transfer_id
where (select rights.has_role('chief'));

grant select on public.ledger_balances, public.ledger_accounts, public.ledger_entries, public.ledger_order_lines, public.ledger_buy_lines,
  public.ledger_payment_lines to authenticated;
-- A view lends its owner's rights to tables, not to functions. The schema is closed to them, so nobody can call it by name.
grant execute on function ledger.id_of(text) to authenticated;
