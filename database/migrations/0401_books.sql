-- The operator's books: what the gateway has in its own, where the two differ, and what the nightly check found.
create table public.gateway_records (
  gateway text not null check (gateway in ('paystack', 'local')),
  kind text not null check (kind in ('payment', 'refund', 'payout', 'settlement')),
  id text not null check (char_length(id) between 1 and 100),
  reference text check (char_length(reference) <= 200),
  status text not null check (status in ('open', 'done', 'ended', 'reversed')),
  amount_kobo bigint not null check (amount_kobo between 0 and 99999999999999),
  fees_kobo bigint not null default 0 check (fees_kobo between 0 and 99999999999999),
  currency text not null default 'NGN',
  made_at timestamptz not null,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (gateway, kind, id)
);
comment on table public.gateway_records is 'The gateway''s own books, as it listed them last.';
comment on column public.gateway_records.reference is 'Of the payment or payout; of a refund its note, which is our id. Null: nothing of ours.';
comment on column public.gateway_records.amount_kobo is 'Of a settlement: what arrives at the bank.';
create index gateway_records_by_time on public.gateway_records (gateway, made_at);
create index gateway_records_by_reference on public.gateway_records (kind, reference);
create index gateway_records_open on public.gateway_records (gateway, made_at) where status = 'open';

create table public.book_comparisons (
  id uuid primary key default gen_random_uuid(),
  gateway text not null,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  records integer not null check (records >= 0),
  differences integer not null check (differences >= 0),
  made_at timestamptz not null default clock_timestamp()
);
comment on table public.book_comparisons is 'When the gateway''s books were compared with the ledger, and for which days in Lagos.';
create index book_comparisons_newest on public.book_comparisons (made_at desc);

create table public.book_differences (
  id uuid primary key default gen_random_uuid(),
  gateway text not null,
  kind text not null check (kind in ('payment', 'refund', 'payout', 'settlement')),
  reference text not null check (char_length(reference) <= 200),
  fault text not null check (fault in ('missing_here', 'missing_there', 'doubled', 'wrong_sum', 'wrong_state', 'chargeback')),
  gateway_kobo bigint,
  ledger_kobo bigint,
  gateway_status text,
  happened_at timestamptz not null,
  found_at timestamptz not null default clock_timestamp(),
  gone_at timestamptz,
  resolved_at timestamptz,
  resolved_by uuid references public.profiles (id),
  reason text check (char_length(reason) between 3 and 500),
  unique (gateway, kind, reference, fault),
  constraint resolved_with_a_reason check (num_nonnulls(resolved_at, resolved_by, reason) in (0, 3))
);
comment on table public.book_differences is 'Where the gateway and the ledger disagree, and chargebacks. Resolving one notes a reason and moves no money.';
comment on column public.book_differences.gone_at is 'A later comparison no longer found it: it settled itself.';
create index book_differences_open on public.book_differences (found_at) where resolved_at is null and gone_at is null;

create table public.audit_runs (
  id uuid primary key default gen_random_uuid(),
  cause text not null check (cause in ('night', 'asked')),
  asked_by uuid references public.profiles (id),
  started_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz not null default clock_timestamp(),
  findings jsonb not null check (jsonb_typeof(findings) = 'array'),
  transfers bigint not null,
  chain text not null,
  chain_until timestamptz not null
);
comment on table public.audit_runs is 'What the check of L1 to L23 found (money.md 2).';
comment on column public.audit_runs.findings is 'By rule: its name, how many, and the first few.';
comment on column public.audit_runs.chain is 'Hash over all movements up to chain_until: the next run recomputes it, so that no row before can have changed or gone.';
create index audit_runs_newest on public.audit_runs (started_at desc);

alter table public.gateway_records enable row level security;
alter table public.book_comparisons enable row level security;
alter table public.book_differences enable row level security;
alter table public.audit_runs enable row level security;
create policy chief_reads on public.gateway_records for select to authenticated using ((select rights.has_role('chief')));
create policy chief_reads on public.book_comparisons for select to authenticated using ((select rights.has_role('chief')));
create policy chief_reads on public.book_differences for select to authenticated using ((select rights.has_role('chief')));
create policy chief_reads on public.audit_runs for select to authenticated using ((select rights.has_role('chief')));
grant select on public.gateway_records, public.book_comparisons, public.book_differences, public.audit_runs to authenticated;
grant select, insert, update on public.gateway_records, public.book_differences to service_role;
grant select, insert on public.book_comparisons, public.audit_runs to service_role;

do $$
declare
  kept record;
begin
  for kept in select * from (values ('gateway_records', 'gateway-record'), ('book_comparisons', 'book-comparison'), ('book_differences', 'book-difference'),
    ('audit_runs', 'audit-run')) as tables (name, noun) loop
    execute format('create trigger log_act after insert or update or delete on public.%I for each row
      when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act(%L, ''id'', '''')', kept.name, kept.noun);
  end loop;
end $$;

-- A month at a time, so that years of movements need no more memory than one of them.
create function ledger.chain(until timestamptz) returns table (transfers bigint, hash text) language sql stable security definer set search_path = '' as $$
  select coalesce(sum(m.amount), 0)::bigint, encode(sha256(coalesce(string_agg(m.hash, '' order by m.month), '')), 'hex')
  from (select date_trunc('month', t.posted_at at time zone 'UTC') as month, count(*) as amount,
      sha256(string_agg(uuid_send(t.id) || uuid_send(t.debit_id) || uuid_send(t.credit_id) || int8send(t.amount_kobo) || convert_to(t.phase, 'UTF8'), ''
        order by t.posted_at, t.id)) as hash
    from ledger.transfers t where t.posted_at < until group by 1) m
$$;
comment on function ledger.chain is 'How many movements there were until then, and a hash over them.';
revoke execute on function ledger.chain(timestamptz) from public;
grant execute on function ledger.chain(timestamptz) to service_role;

-- Compared and checked once a night, from this hour in Lagos on.
alter table public.settings disable trigger user;
insert into public.settings (key, value, effective_from, note) values ('books_hour', '2', '-infinity', 'Hour in Lagos of the nightly check of the books');
alter table public.settings enable trigger user;
create function public.guard_books_hour() returns trigger language plpgsql set search_path = '' as $$
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric not in (select generate_series(0, 23)) then
    raise exception 'This setting is an hour from 0 to 23' using errcode = 'PT400';
  end if;
  return new;
end $$;
revoke execute on function public.guard_books_hour() from public;
create trigger guard_books_hour before insert on public.settings for each row when (new.key = 'books_hour') execute function public.guard_books_hour();

-- A bank may take a payment back until the goods are out: what the order holds goes with it.
update public.allowed_moves set causes = causes || '{gateway}'
where subject = 'order' and from_status in ('paid', 'confirmed', 'ready') and to_status = 'refunding';

-- Charges of the gateway that were noted on payments before they were booked.
select ledger.post('gateway-fee:' || reference, jsonb_build_array(jsonb_build_object('kind', 'gateway_charged', 'amount_kobo', gateway_fee_kobo)))
from public.payments where gateway_fee_kobo > 0 and status in ('succeeded', 'reversed');

-- The nightly check runs as the service, and compares written tiers with looked-up ones.
grant execute on function public.tier_thresholds(text), public.tier_prices(text) to service_role;
