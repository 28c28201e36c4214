-- The ledger "as at" a day, without a look at every account. An order has an account of its own, so the balances of a past day were made of all
-- orders there ever were; now each day that is over keeps what its accounts added up to, and only days that are not closed yet are added up.
create index transfers_by_moment on ledger.transfers (posted_at);

create table sums.closing_balances (
  day date not null,
  kind text not null references ledger.account_kinds,
  accounts bigint not null,
  debits_kobo bigint not null,
  credits_kobo bigint not null,
  primary key (day, kind)
);
comment on table sums.closing_balances is 'At the end of a day in Lagos, by kind: how many accounts have a balance, and all debits and credits until then. Limited accounts only; the others have sums.account_days.';
alter table sums.closing_balances enable row level security;

create function sums.end_of(day date) returns timestamptz language sql stable parallel safe set search_path = '' as
$$ select (day + 1)::timestamp at time zone 'Africa/Lagos' $$;

-- From the last day that is closed: each account's balance then is its balance now less what moved since.
create function sums.balances_since(closed date) returns table (day date, kind text, accounts bigint, debits_kobo bigint, credits_kobo bigint)
language sql stable set search_path = '' as $$
  with moved as (
    select w.account_id, (t.posted_at at time zone 'Africa/Lagos')::date as day, sum(w.debit) as debits, sum(w.credit) as credits
    from ledger.transfers t
    cross join lateral (values (t.debit_id, t.debit_kind, t.amount_kobo, 0::bigint), (t.credit_id, t.credit_kind, 0::bigint, t.amount_kobo)) w (account_id, kind, debit, credit)
    join ledger.account_kinds k on k.kind = w.kind and k.is_limited
    where t.phase in ('posted', 'taken') and t.posted_at >= coalesce(sums.end_of(closed), '-infinity') group by 1, 2
  ), run as (
    select a.kind, m.day, m.debits, m.credits,
      a.debits_kobo - a.credits_kobo - coalesce(sum(m.debits - m.credits) over later, 0) as at_end,
      a.debits_kobo - a.credits_kobo - coalesce(sum(m.debits - m.credits) over later, 0) - (m.debits - m.credits) as at_start
    from moved m join ledger.accounts a on a.id = m.account_id
    window later as (partition by m.account_id order by m.day desc rows between unbounded preceding and 1 preceding)
  ), daily as (
    select r.day, r.kind, sum((r.at_end <> 0)::integer - (r.at_start <> 0)::integer) as accounts, sum(r.debits) as debits, sum(r.credits) as credits
    from run r group by 1, 2
  )
  select d.day::date, k.kind, (coalesce(b.accounts, 0) + coalesce(sum(n.accounts) over until, 0))::bigint,
    (coalesce(b.debits_kobo, 0) + coalesce(sum(n.debits) over until, 0))::bigint,
    (coalesce(b.credits_kobo, 0) + coalesce(sum(n.credits) over until, 0))::bigint
  from generate_series(coalesce(closed + 1, (select min(daily.day) from daily))::timestamp, now() at time zone 'Africa/Lagos', interval '1 day') d (day)
  cross join ledger.account_kinds k
  left join sums.closing_balances b on b.day = closed and b.kind = k.kind
  left join daily n on n.day = d.day::date and n.kind = k.kind
  where k.is_limited
  window until as (partition by k.kind order by d.day)
$$;
comment on function sums.balances_since is 'The balances at the end of each day after the given closed one, until today; null: of all days.';

-- A day is closed an hour after its end. A movement with an earlier moment reopens its day and those after it; it waits while days are being
-- closed, so that none slips in between.
create function sums.close_days() returns integer language plpgsql security definer set search_path = '' as $$
declare
  over date := ((now() - interval '1 hour') at time zone 'Africa/Lagos')::date - 1;
  closed date;
  added integer;
begin
  select max(c.day) into closed from sums.closing_balances c;
  if closed >= over then return 0; end if;
  perform pg_advisory_xact_lock(hashtext('sums.close_days'));
  select max(c.day) into closed from sums.closing_balances c;
  insert into sums.closing_balances (day, kind, accounts, debits_kobo, credits_kobo)
  select b.day, b.kind, b.accounts, b.debits_kobo, b.credits_kobo from sums.balances_since(closed) b where b.day <= over;
  get diagnostics added = row_count;
  return added;
end $$;
comment on function sums.close_days is 'Keeps the closing balances of the days that are over and returns how many rows were added.';

create function sums.reopen_days() returns trigger language plpgsql security definer set search_path = '' as $$
declare first date;
begin
  select (min(a.posted_at) at time zone 'Africa/Lagos')::date into first from added a;
  if first < (clock_timestamp() at time zone 'Africa/Lagos')::date then
    perform pg_advisory_xact_lock_shared(hashtext('sums.close_days'));
    delete from sums.closing_balances c where c.day >= first;
  end if;
  return null;
end $$;
create trigger reopen_days after insert on ledger.transfers referencing new table as added for each statement execute function sums.reopen_days();

-- Of one day, from its closing balances or the last ones before it.
create function sums.balances_at(wanted date) returns table (kind text, accounts bigint, debits_kobo bigint, credits_kobo bigint)
language plpgsql stable security definer set search_path = '' as $$
declare closed date;
begin
  if not rights.has_role('chief') then return; end if;
  select max(c.day) into closed from sums.closing_balances c where c.day <= wanted;
  return query select c.kind, c.accounts, c.debits_kobo, c.credits_kobo from sums.closing_balances c where c.day = wanted;
  if closed is distinct from wanted then
    return query select n.kind, n.accounts, n.debits_kobo, n.credits_kobo from sums.balances_since(closed) n where n.day = wanted;
  end if;
end $$;
comment on function sums.balances_at is 'What the limited accounts of each kind had at the end of a day, for chiefs.';

create or replace view public.ledger_balances as
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

create or replace function sums.recount() returns void language plpgsql security definer set search_path = '' as $$
begin
  -- The first of them locks the rows that all of them count.
  perform sums.recount_orders_and_days();
  perform sums.recount_shops(), sums.recount_product_sets();
  delete from sums.closing_balances;
  perform sums.close_days();
end $$;

select sums.close_days();
revoke execute on function sums.end_of(date), sums.balances_since(date), sums.balances_at(date), sums.close_days(), sums.reopen_days() from public;
grant execute on function sums.balances_at(date) to authenticated, service_role;
grant execute on function sums.close_days() to service_role;
