create function sums.end_of(day date) returns timestamptz language sql stable parallel safe set search_path = '' as
$$ select (day + 1)::timestamp at time zone 'Africa/Lagos' $$;

-- Computed backwards from the last closed day: each account's balance at that time is its current balance less later movements.
create function sums.balances_since(closed date) returns table (day date, kind text, accounts bigint, debits_kobo bigint, credits_kobo bigint)
language sql stable set search_path = '' as $$
  with moved as (
    select w.account_id, (t.posted_at at time zone 'Africa/Lagos')::date as day, sum(w.debit) as debits, sum(w.credit) as credits
    from ledger.transfers t
    cross join lateral (values (t.debit_id, t.debit_kind, t.amount_kobo, 0::bigint), (t.credit_id, t.credit_kind, 0::bigint, t.amount_kobo)) w (account_id, kind, debit, credit)
    join ledger.account_kinds k on k.kind = w.kind and k.is_limited
    where t.phase in ('posted', 'captured') and t.posted_at >= coalesce(sums.end_of(closed), '-infinity') group by 1, 2
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
comment on function sums.balances_since(date) is 'The balances at the end of each day from the given closed day until today; null: of all days.';

-- A day is closed an hour after its end. A movement with an earlier time reopens its day and the following ones; it blocks while
-- days are being closed, so that none is missed.
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
comment on function sums.close_days() is 'Stores the closing balances of past days and returns how many rows it added.';

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

-- Balances of one day, from its closing balances or the latest earlier ones.
create function sums.balances_at(wanted date) returns table (kind text, accounts bigint, debits_kobo bigint, credits_kobo bigint)
language plpgsql stable security definer set search_path = '' as $$
declare closed date;
begin
  if not rights.has_role('chief') then return; end if;
  select max(c.day) into closed from sums.closing_balances c where c.day <= wanted;
  return query select c.kind, c.accounts, c.debits_kobo, c.credits_kobo from sums.closing_balances c where c.day = wanted;
  -- Before the first movement every balance is zero. Without this, days before all closed ones would be computed from all movements.
  if closed is null and not exists (select from ledger.transfers t where t.posted_at < sums.end_of(wanted)) then return; end if;
  if closed is distinct from wanted then
    return query select n.kind, n.accounts, n.debits_kobo, n.credits_kobo from sums.balances_since(closed) n where n.day = wanted;
  end if;
end $$;
comment on function sums.balances_at(date) is 'The balances of limited accounts by kind at the end of a day, for chiefs.';
