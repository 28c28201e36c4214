-- Payouts: what was taken from a vendor's account in the ledger, what the gateway was asked, and what it answered. Commands and jobs alone write.
create table public.payouts (
  id uuid primary key default gen_random_uuid(),
  reference text not null unique generated always as ('payout-' || id::text) stored check (reference ~ '^[a-z0-9_-]{16,50}$'),
  vendor_id uuid not null references public.vendors (id),
  bank_account_id uuid not null references public.bank_accounts (id),
  amount_kobo bigint not null check (amount_kobo between 1 and 99999999999999),
  gateway text not null check (gateway in ('paystack', 'local')),
  weekly_for date,
  asked_by uuid references public.profiles (id),
  status text not null default 'requested' check (status in ('requested', 'sent', 'needs_attention', 'arrived', 'failed', 'reversed')),
  trouble text check (trouble in ('balance', 'refused', 'silent', 'amount', 'contradiction', 'stopped')),
  trouble_text text check (char_length(trouble_text) <= 300),
  tries integer not null default 0,
  next_try_at timestamptz default clock_timestamp(),
  answered_at timestamptz,
  unsure_at timestamptz,
  arrived_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  constraint by_hand_or_weekly check ((weekly_for is null) = (asked_by is not null))
);
comment on table public.payouts is 'Transfers to vendors'' banks. The money leaves the vendor''s account in the ledger before the gateway hears of it.';
comment on column public.payouts.reference is 'Its one name at the gateway, made of its id: no retry can have another.';
comment on column public.payouts.weekly_for is 'The pay day of a weekly payout, in Lagos; null where the vendor asked for it.';
comment on column public.payouts.trouble is 'Why it is stuck or came back. contradiction: the gateway paid what it had said had failed.';
comment on column public.payouts.trouble_text is 'In the gateway''s words, for staff.';
comment on column public.payouts.answered_at is 'When the gateway last said what it knows of it.';
comment on column public.payouts.unsure_at is 'Since the last call without an answer: what was done then only the gateway knows. Set before each call, and taken back by its answer.';
comment on column public.payouts.next_try_at is 'When the gateway is asked next; null once there is nothing more to ask.';
create index payouts_of_shop on public.payouts (vendor_id, created_at desc);
create index payouts_to_try on public.payouts (next_try_at) where next_try_at is not null;
create index payouts_open on public.payouts (created_at) where status in ('requested', 'sent', 'needs_attention');
create index payouts_in_trouble on public.payouts (created_at desc) where trouble is not null;
create index payouts_of_account on public.payouts (bank_account_id);
create unique index one_payout_by_hand_at_a_time on public.payouts (vendor_id)
  where weekly_for is null and status in ('requested', 'sent', 'needs_attention');
create unique index one_weekly_payout_a_pay_day on public.payouts (vendor_id, weekly_for) where weekly_for is not null;

-- The last gate, behind the command and the job: money goes to the account in use, once it has stood, of an open shop that is not held.
create function public.guard_payout() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.bank_accounts a where a.id = new.bank_account_id and a.vendor_id = new.vendor_id and a.ended_at is null
    and public.bank_account_usable_from(a.since) <= clock_timestamp()) then
    raise exception 'Nothing is paid out to an account before it has stood for 48 hours' using errcode = 'PT409';
  end if;
  if not exists (select from public.vendors v where v.id = new.vendor_id and v.status = 'active')
    or exists (select from public.payout_terms t where t.vendor_id = new.vendor_id and t.held_at is not null) then
    raise exception 'Nothing is paid out to a shop that is closed or held' using errcode = 'PT409';
  end if;
  return new;
end $$;
revoke execute on function public.guard_payout() from public;
create trigger guard_payout before insert on public.payouts for each row execute function public.guard_payout();
create trigger payouts_touch before update on public.payouts for each row execute function public.touch_updated_at();

insert into public.allowed_moves (subject, from_status, to_status, causes)
select 'payout', from_status, unnest(string_to_array(to_statuses, ' ')), string_to_array(causes, ' ') from (values
  ('new', 'requested', 'vendor clock'),
  ('requested', 'sent failed', 'gateway'),
  ('sent', 'arrived failed needs_attention', 'gateway'),
  ('needs_attention', 'arrived failed', 'gateway'),
  ('needs_attention', 'sent', 'gateway chief'),
  ('arrived', 'reversed', 'gateway')
) as moves (from_status, to_statuses, causes);
create trigger watch_status after insert or update of status on public.payouts for each row execute function public.watch_status('payout');

alter table public.payouts enable row level security;
create policy own_payouts on public.payouts for select to authenticated using (vendor_id = (select rights.my_vendor_id()));
create policy chief_reads on public.payouts for select to authenticated using ((select rights.has_role('chief')));
create policy second_step on public.payouts as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select (id, reference, vendor_id, bank_account_id, amount_kobo, weekly_for, status, trouble, trouble_text, answered_at, arrived_at, created_at, updated_at)
  on public.payouts to authenticated;
-- What is paid, to whom and where is said once.
grant select, insert (id, vendor_id, bank_account_id, amount_kobo, gateway, weekly_for, asked_by),
  update (status, trouble, trouble_text, tries, next_try_at, answered_at, unsure_at, arrived_at) on public.payouts to service_role;
create trigger log_act after insert or update or delete on public.payouts for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('payout', 'id', '');

-- Added to the view as it is, so that no other subject is lost.
do $$
begin
  execute 'create or replace view public.waiting with (security_invoker = true) as ' || rtrim(pg_get_viewdef('public.waiting'::regclass), '; ') || '
    union all
    select ''payout''::text, status, ''chief''::text, count(*)::integer from public.payouts
    where (select rights.has_role(''chief'')) and status = ''needs_attention'' group by status';
end $$;
