-- Journals as the chief reads them. What a line tells beside its movement is looked up by left joins on keys, which PostgreSQL leaves out where
-- nothing of it is asked for: a count reads one index, and the ids of a page are found before anything is looked up.
create or replace view ledger.told_lines as
select t.id, t.journal_id, j.key, t.line, t.kind, t.amount_kobo, t.phase, t.posted_at, j.cause, j.reason, t.debit_id, t.debit_kind, t.credit_id, t.credit_kind,
  o.id as order_id, o.order_no, o.status as order_status
from ledger.transfers t left join ledger.journals j on j.id = t.journal_id
left join ledger.accounts d on d.id = t.debit_id left join ledger.accounts c on c.id = t.credit_id
left join public.refunds f on f.id = case when t.debit_kind = 'refund_due' then d.owner_id when t.credit_kind = 'refund_due' then c.owner_id end
left join public.orders o on o.id = case when t.debit_kind = 'escrow' then d.owner_id when t.credit_kind = 'escrow' then c.owner_id else f.order_id end;

-- By the movements alone, so that both indexes of an account give its lines in the order of their moments.
create or replace view public.ledger_entries as
select e.account_id, e.is_debit, e.id, t.journal_id, t.key, t.line, t.kind, t.amount_kobo, t.phase, e.posted_at, t.cause, t.reason, t.debit_id, t.debit_kind,
  t.credit_id, t.credit_kind, t.order_id, t.order_no, t.order_status
from (
  select debit_id as account_id, true as is_debit, id, posted_at from ledger.transfers
  union all
  select credit_id, false, id, posted_at from ledger.transfers) e
left join ledger.told_lines t on t.id = e.id
where (select rights.has_role('chief'));

-- Order by order, each by the indexes of its accounts: a list of what touches all orders of the market took longer than a request may.
create or replace view public.ledger_buy_lines as
select b.id, t.journal_id, t.key, t.line, t.kind, t.amount_kobo, t.phase, b.posted_at, t.cause, t.reason, t.debit_id, t.debit_kind, t.credit_id, t.credit_kind,
  t.order_id, t.order_no, t.order_status, g.group_buy_id
from public.orders g cross join lateral (
  select t.id, t.posted_at from ledger.transfers t where t.debit_id = ledger.id_of('escrow:' || g.id)
  union select t.id, t.posted_at from ledger.transfers t where t.credit_id = ledger.id_of('escrow:' || g.id)
  union select t.id, t.posted_at from public.refunds f join ledger.transfers t on t.debit_id = ledger.id_of('refund_due:' || f.id) where f.order_id = g.id
  union select t.id, t.posted_at from public.refunds f join ledger.transfers t on t.credit_id = ledger.id_of('refund_due:' || f.id) where f.order_id = g.id
  union select t.id, t.posted_at from ledger.transfers t where t.journal_id in (ledger.id_of('reward:' || g.id), ledger.id_of('reward-back:' || g.id))) b
left join ledger.told_lines t on t.id = b.id
where (select rights.has_role('chief'));

-- A page's ids and how many there are, from the indexes of the account alone; then what the page shows of them.
create view public.ledger_account_lines as
select * from (
  select debit_id as account_id, id, posted_at from ledger.transfers
  union all
  select credit_id, id, posted_at from ledger.transfers) e
where (select rights.has_role('chief'));
comment on view public.ledger_account_lines is 'Which lines stand on an account: name the account (account_id). ledger_lines tells them.';

create view public.ledger_lines as
select * from ledger.told_lines where (select rights.has_role('chief'));
comment on view public.ledger_lines is 'Every line of the ledger, to be asked for by id.';
grant select on public.ledger_account_lines, public.ledger_lines to authenticated;
