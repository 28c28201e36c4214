-- Where vendors are paid out to. An account is never changed, only followed by another one; it has to stand for 48 hours before money goes there
-- (domain/payouts/bank-account.ts says the same), so that whoever gets hold of a session gains nothing before its owner has read the mail.
create table public.banks (
  code text primary key check (code ~ '^[0-9]{3,6}$'),
  name text not null check (char_length(name) between 2 and 100),
  listed_at timestamptz not null default now()
);
comment on table public.banks is 'The gateway''s list of banks, asked for once a day.';

create table public.bank_accounts (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references public.vendors (id),
  bank_code text not null check (bank_code ~ '^[0-9]{3,6}$'),
  bank_name text not null,
  account_number text not null check (account_number ~ '^[0-9]{10}$'),
  last_four text not null generated always as (right(account_number, 4)) stored,
  account_name text not null check (char_length(account_name) between 1 and 200),
  payee_code text,
  added_by uuid not null references public.profiles (id),
  since timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint ends_after_it_began check (ended_at >= since)
);
comment on table public.bank_accounts is 'Every account that a shop has been paid out to, with its days; the one without an end is in use.';
comment on column public.bank_accounts.account_number is 'Read by the service alone: people see last_four, their own account''s too.';
comment on column public.bank_accounts.account_name is 'As the bank says it; the vendor confirmed it.';
comment on column public.bank_accounts.payee_code is 'Its name at the gateway, once money went there.';
create unique index one_bank_account_at_a_time on public.bank_accounts (vendor_id) where ended_at is null;
create index bank_accounts_of_shop on public.bank_accounts (vendor_id, since desc);

create function public.bank_account_usable_from(since timestamptz) returns timestamptz language sql immutable parallel safe set search_path = '' as
$$ select since + interval '48 hours' $$;
comment on function public.bank_account_usable_from is 'A new account waits, the first one of a shop too.';
revoke execute on function public.bank_account_usable_from(timestamptz) from public;
grant execute on function public.bank_account_usable_from(timestamptz) to authenticated, service_role;

create table public.payout_terms (
  vendor_id uuid primary key references public.vendors (id),
  weekly_since timestamptz,
  held_at timestamptz,
  held_by uuid references public.profiles (id),
  hold_reason text check (char_length(hold_reason) between 3 and 300),
  updated_at timestamptz not null default now(),
  constraint a_hold_has_its_reason check ((held_at is null) = (hold_reason is null))
);
comment on table public.payout_terms is 'How a shop is paid out; a shop without a row takes its money out by hand.';
comment on column public.payout_terms.weekly_since is 'Since when the shop is paid out every week; null: by hand alone.';
comment on column public.payout_terms.held_at is 'A chief has stopped payouts to this shop, for the reason given.';
create trigger payout_terms_touch before update on public.payout_terms for each row execute function public.touch_updated_at();

-- First values are in force from the beginning of time, which the guards allow to nobody later.
alter table public.settings disable trigger user;
insert into public.settings (key, value, effective_from, note) values
  ('payout_least_naira', '1000', '-infinity', 'Least amount of a payout'),
  ('payout_weekday', '5', '-infinity', 'Day of weekly payouts: 1 is Monday, 7 is Sunday');
alter table public.settings enable trigger user;
create function public.guard_payout_setting() returns trigger language plpgsql set search_path = '' as $$
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric % 1 <> 0
    or (new.key = 'payout_weekday' and (new.value #>> '{}')::numeric not between 1 and 7)
    or (new.key = 'payout_least_naira' and (new.value #>> '{}')::numeric not between 100 and 1000000) then
    raise exception 'The day of payouts is 1 (Monday) to 7 (Sunday), the least amount 100 to 1,000,000 naira' using errcode = 'PT400';
  end if;
  return new;
end $$;
revoke execute on function public.guard_payout_setting() from public;
create trigger guard_payout_setting before insert on public.settings for each row when (new.key like 'payout\_%') execute function public.guard_payout_setting();

alter table public.banks enable row level security;
alter table public.bank_accounts enable row level security;
alter table public.payout_terms enable row level security;
create policy signed_in_read on public.banks for select to authenticated using (true);
create policy own_bank_accounts on public.bank_accounts for select to authenticated using (vendor_id = (select rights.my_vendor_id()));
create policy chief_reads on public.bank_accounts for select to authenticated using ((select rights.has_role('chief')));
create policy second_step on public.bank_accounts as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy own_terms on public.payout_terms for select to authenticated using (vendor_id = (select rights.my_vendor_id()));
create policy chief_reads on public.payout_terms for select to authenticated using ((select rights.has_role('chief')));
create policy second_step on public.payout_terms as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.banks to authenticated;
grant select (id, vendor_id, bank_code, bank_name, last_four, account_name, since, ended_at) on public.bank_accounts to authenticated;
grant select (vendor_id, weekly_since, held_at, hold_reason) on public.payout_terms to authenticated;
grant select, insert, update, delete on public.banks to service_role;
-- Since when it stands is the database's to say, and what it is never changes.
grant select, insert (id, vendor_id, bank_code, bank_name, account_number, account_name, added_by), update (payee_code, ended_at) on public.bank_accounts to service_role;
grant select, insert, update on public.payout_terms to service_role;
do $$
declare
  kept record;
begin
  for kept in select * from (values ('banks', 'bank', 'code', ''), ('bank_accounts', 'bank-account', 'id', 'account_number payee_code'),
    ('payout_terms', 'payout-terms', 'vendor_id', '')) as tables (name, noun, id, hidden) loop
    execute format('create trigger log_act after insert or update or delete on public.%I for each row
      when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act(%L, %L, %L)', kept.name, kept.noun, kept.id, kept.hidden);
  end loop;
end $$;
