-- Balances by day. Limited accounts have running totals, from which later movements are subtracted; the others have daily sums.
create view public.ledger_balances as
select d.day::date as as_at, b.kind, b.side, b.owner, b.accounts, b.debits_kobo, b.credits_kobo,
  case when b.side in ('asset', 'expense') then b.debits_kobo - b.credits_kobo else b.credits_kobo - b.debits_kobo end as balance_kobo
from generate_series(timestamp '2020-01-01', now() at time zone 'Africa/Lagos', interval '1 day') d (day)
cross join lateral (
  select k.kind, k.side, k.owner, coalesce(s.accounts, 0)::integer as accounts, coalesce(s.debits, 0)::bigint as debits_kobo,
    coalesce(s.credits, 0)::bigint as credits_kobo
  from ledger.account_kinds k left join (
    select n.kind, n.accounts, n.debits_kobo as debits, n.credits_kobo as credits from sums.balances_at(d.day::date) n
    union all
    select e.kind, count(*) filter (where e.debits <> e.credits), sum(e.debits), sum(e.credits) from (
      select a.kind, sum(s.debits_kobo) as debits, sum(s.credits_kobo) as credits
      from sums.account_days s join ledger.accounts a on a.id = s.account_id where s.day <= d.day::date group by a.id) e group by e.kind
  ) s on s.kind = k.kind) b
where (select rights.has_role('chief'));
comment on view public.ledger_balances is 'Balances by kind of account at the end of a day in Lagos: filter by the day (as_at), or every day is computed.';

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
left join (select account_id, sum(debits_kobo) as debits, sum(credits_kobo) as credits from sums.account_days group by account_id) s on s.account_id = a.id
where (select rights.has_role('chief'));
comment on view public.ledger_accounts is 'Every account with its current balance; limited ones from their running totals.';

-- Journals for the chief's pages. Details beyond the movement come from left joins on keys, which PostgreSQL removes when their
-- columns are not selected: a count reads one index, and a page's ids are found before details are looked up.
create view ledger.line_facts as
select t.id, t.journal_id, j.key, t.line, t.kind, t.amount_kobo, t.phase, t.posted_at, j.cause, j.reason, t.debit_id, t.debit_kind, t.credit_id, t.credit_kind,
  o.id as order_id, o.order_no, o.status as order_status
from ledger.transfers t left join ledger.journals j on j.id = t.journal_id
left join ledger.accounts d on d.id = t.debit_id left join ledger.accounts c on c.id = t.credit_id
left join public.refunds f on f.id = case when t.debit_kind = 'refund_due' then d.owner_id when t.credit_kind = 'refund_due' then c.owner_id end
left join public.orders o on o.id = case when t.debit_kind = 'escrow' then d.owner_id when t.credit_kind = 'escrow' then c.owner_id else f.order_id end;

-- Filters on the movements only, so that both indexes of an account return its lines in order of time.
create view public.ledger_entries as
select e.account_id, e.is_debit, e.id, t.journal_id, t.key, t.line, t.kind, t.amount_kobo, t.phase, e.posted_at, t.cause, t.reason, t.debit_id, t.debit_kind,
  t.credit_id, t.credit_kind, t.order_id, t.order_no, t.order_status
from (
  select debit_id as account_id, true as is_debit, id, posted_at from ledger.transfers
  union all
  select credit_id, false, id, posted_at from ledger.transfers) e
left join ledger.line_facts t on t.id = e.id
where (select rights.has_role('chief'));
comment on view public.ledger_entries is 'Postings by account: each movement appears on two accounts.';

-- Movements of an order's money: what is held for it, its refunds, and the reward for it.
create view ledger.order_transfers as
select o.id as order_id, t.id as transfer_id from public.orders o join ledger.transfers t on t.debit_id = ledger.id_of('escrow:' || o.id)
union select o.id, t.id from public.orders o join ledger.transfers t on t.credit_id = ledger.id_of('escrow:' || o.id)
union select f.order_id, t.id from public.refunds f join ledger.transfers t on t.debit_id = ledger.id_of('refund_due:' || f.id)
union select f.order_id, t.id from public.refunds f join ledger.transfers t on t.credit_id = ledger.id_of('refund_due:' || f.id)
union select o.id, t.id from public.orders o join ledger.transfers t on t.journal_id in (ledger.id_of('reward:' || o.id), ledger.id_of('reward-reversal:' || o.id));

create view public.ledger_order_lines as
select t.*, b.order_id as about_order_id from ledger.order_transfers b join ledger.line_facts t on t.id = b.transfer_id
where (select rights.has_role('chief'));

-- Looked up order by order through the indexes of the accounts: filtering the movements of all orders took longer than a request
-- may.
create view public.ledger_buy_lines as
select b.id, t.journal_id, t.key, t.line, t.kind, t.amount_kobo, t.phase, b.posted_at, t.cause, t.reason, t.debit_id, t.debit_kind, t.credit_id, t.credit_kind,
  t.order_id, t.order_no, t.order_status, g.group_buy_id
from public.orders g cross join lateral (
  select t.id, t.posted_at from ledger.transfers t where t.debit_id = ledger.id_of('escrow:' || g.id)
  union select t.id, t.posted_at from ledger.transfers t where t.credit_id = ledger.id_of('escrow:' || g.id)
  union select t.id, t.posted_at from public.refunds f join ledger.transfers t on t.debit_id = ledger.id_of('refund_due:' || f.id) where f.order_id = g.id
  union select t.id, t.posted_at from public.refunds f join ledger.transfers t on t.credit_id = ledger.id_of('refund_due:' || f.id) where f.order_id = g.id
  union select t.id, t.posted_at from ledger.transfers t where t.journal_id in (ledger.id_of('reward:' || g.id), ledger.id_of('reward-reversal:' || g.id))) b
left join ledger.line_facts t on t.id = b.id
where (select rights.has_role('chief'));

create view public.ledger_payment_lines as
select t.*, b.payment_id from (
  select p.id as payment_id, t.id as transfer_id from public.payments p
  join ledger.transfers t on t.journal_id in (ledger.id_of('payment:' || p.reference), ledger.id_of('payment:' || p.id), ledger.id_of('gateway-fee:' || p.reference),
    ledger.id_of('reversed:' || p.reference), ledger.id_of('hold:' || p.id), ledger.id_of('hold-ended:' || p.id))
  union select f.payment_id, t.id from public.refunds f join ledger.transfers t on t.debit_id = ledger.id_of('refund_due:' || f.id)
  union select f.payment_id, t.id from public.refunds f join ledger.transfers t on t.credit_id = ledger.id_of('refund_due:' || f.id)
) b join ledger.line_facts t on t.id = b.transfer_id
where (select rights.has_role('chief'));

-- The ids of a page and the total count come from the indexes of the account alone; details are then looked up for that page.
create view public.ledger_account_lines as
select * from (
  select debit_id as account_id, id, posted_at, amount_kobo from ledger.transfers
  union all
  select credit_id, id, posted_at, amount_kobo from ledger.transfers) e
where (select rights.has_role('chief'));
comment on view public.ledger_account_lines is 'Ids of the lines of an account: filter by account_id. Details: ledger_lines.';

create view public.ledger_lines as
select * from ledger.line_facts where (select rights.has_role('chief'));
comment on view public.ledger_lines is 'Every line of the ledger; filter by id.';
