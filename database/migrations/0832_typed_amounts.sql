-- Nobody mints money (design.md 9). Every amount that a member of staff types is a row here: bounds that follow from the goods it concerns, where
-- the money lies, and above a limit a second person. Commands enter it (server/payments/enter-amount.ts); what moves money asks for the row.
-- domain/payments/typed-amounts.ts holds the same acts and shares, and a test compares the two.
alter table public.settings disable trigger user;
insert into public.settings (key, value, effective_from, note) values
  ('amount_limit_act_naira', '20000', '-infinity', 'An amount that staff type needs a second person above this'),
  ('amount_limit_day_naira', '100000', '-infinity', 'What one member of staff may type alone in a day');
alter table public.settings enable trigger user;

create table public.typed_amounts (
  id uuid primary key default gen_random_uuid(),
  act text not null check (act in ('resale', 'part-back', 'refund-account', 'cash-banked')),
  subject text not null,
  subject_id uuid not null,
  -- Of the place or shop: a manager decides for their own states.
  state text not null references public.nigerian_states (name),
  what text not null check (char_length(what) between 3 and 300),
  amount_kobo bigint not null check (amount_kobo > 0),
  usual_from_kobo bigint not null,
  usual_to_kobo bigint not null,
  most_kobo bigint not null,
  -- Where money that came in lies.
  pickup_point_id uuid references public.pickup_points (id),
  bank_entry text check (bank_entry = upper(trim(bank_entry)) and char_length(bank_entry) between 4 and 60),
  input jsonb not null,
  entered_by uuid not null references public.profiles (id),
  entered_role text not null check (entered_role in ('manager', 'coordinator', 'chief')),
  entered_at timestamptz not null default clock_timestamp(),
  second_because text[] not null,
  status text not null check (status in ('waiting', 'done', 'refused', 'expired')),
  decided_by uuid references public.profiles (id),
  decided_at timestamptz,
  note text check (char_length(trim(note)) between 3 and 300),
  expires_at timestamptz not null default clock_timestamp() + interval '48 hours',
  constraint within_its_bounds check (amount_kobo <= most_kobo and usual_from_kobo <= usual_to_kobo),
  constraint says_where_the_money_lies check (case act when 'resale' then num_nonnulls(pickup_point_id, bank_entry) = 1
    when 'cash-banked' then num_nonnulls(pickup_point_id, bank_entry) = 2 else num_nonnulls(pickup_point_id, bank_entry) = 0 end),
  constraint two_people check (status in ('waiting', 'expired') or second_because = '{}' and decided_by is null
    or second_because <> '{}' and num_nonnulls(decided_by, decided_at) = 2 and decided_by <> entered_by)
);
comment on table public.typed_amounts is 'Amounts that staff typed, and those that wait for a second person. done: the act was carried out with it, once.';
comment on column public.typed_amounts.second_because is 'Why one person is not enough: act_limit, day_limit, unusual, always. Empty: one is.';
comment on column public.typed_amounts.input is 'What the command was called with, to carry it out when the second person agrees.';
create unique index one_amount_waits on public.typed_amounts (act, subject_id) where status = 'waiting';
create unique index a_bank_entry_counts_once on public.typed_amounts (bank_entry) where bank_entry is not null and status in ('waiting', 'done');
create index typed_amounts_of_person on public.typed_amounts (entered_by, entered_at);
create index typed_amounts_of_subject on public.typed_amounts (subject_id);
create index typed_amounts_waiting on public.typed_amounts (expires_at) where status = 'waiting';

-- What the goods say about the amount. Kobo.
create function public.amount_bounds(act text, subject_id uuid, out usual_from bigint, out usual_to bigint, out most bigint)
language plpgsql stable security definer set search_path = '' as $$
declare worth bigint;
begin
  case act
    -- Goods that are left, with the fee that was paid on them. Whatever they are sold for, nobody gets more than twice that.
    when 'resale' then
      select g.kobo + g.kobo * o.buyer_fee_bps / 10000 into worth from public.orders o cross join public.goods_left_kobo(o.id) as g (kobo) where o.id = $2;
      usual_from := (worth * 50 + 99) / 100; usual_to := worth * 120 / 100; most := worth * 2;
    when 'part-back' then
      select (o.total_amount * 100)::bigint - o.goods_back_kobo into most from public.orders o where o.id = $2;
      usual_from := 1; usual_to := most;
    when 'refund-account' then
      select f.amount_kobo into most from public.refunds f where f.id = $2;
      usual_from := most; usual_to := most;
    when 'cash-banked' then
      most := greatest(0, -coalesce(ledger.balance_kobo('place_cash', $2), 0));
      usual_from := 1; usual_to := most;
  end case;
end $$;
create function public.staff_rank(role text) returns integer language sql immutable parallel safe set search_path = '' as
$$ select case role when 'manager' then 1 when 'coordinator' then 2 when 'chief' then 3 else 0 end $$;

-- At least the same role, for that state, another household, and no part in it.
create function public.may_decide_amount(amount uuid, person uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.typed_amounts a join public.profiles p on p.id = person where a.id = amount
    and public.staff_rank(p.role) >= public.staff_rank(a.entered_role)
    and (p.role <> 'manager' or exists (select from public.manager_regions r where r.manager_id = person and r.state = a.state))
    and not public.has_part_in('amount', amount, person))
$$;

create function rights.may_agree_to(amount uuid) returns boolean language sql stable security definer set search_path = '' as
$$ select public.may_decide_amount(amount, auth.uid()) $$;
grant execute on function rights.may_agree_to(uuid) to authenticated, service_role;

create function public.guard_typed_amount() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  bounds record;
  alone bigint;
begin
  if tg_op = 'DELETE' then raise exception 'Amounts stay on record' using errcode = 'PT409'; end if;
  if tg_op = 'INSERT' then
    -- One person's amounts queue: two at once would each see a day without the other.
    perform pg_advisory_xact_lock(hashtextextended('typed-amount:' || new.entered_by, 0));
    select role into new.entered_role from public.profiles where id = new.entered_by;
    if public.has_part_in(new.subject, new.subject_id, new.entered_by) then
      raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
    end if;
    select * into bounds from public.amount_bounds(new.act, new.subject_id);
    if new.amount_kobo > coalesce(bounds.most, 0) then
      raise exception 'This is more than the goods it is about can account for' using errcode = 'PT400';
    end if;
    select coalesce(sum(a.amount_kobo), 0) into alone from public.typed_amounts a where a.entered_by = new.entered_by and a.status = 'done'
      and a.second_because = '{}' and a.entered_at >= date_trunc('day', clock_timestamp() at time zone 'Africa/Lagos') at time zone 'Africa/Lagos';
    new.usual_from_kobo := bounds.usual_from; new.usual_to_kobo := bounds.usual_to; new.most_kobo := bounds.most;
    -- The command says why too; here it is counted again, and nothing that was said is left out.
    new.second_because := array(select distinct r from unnest(new.second_because || array_remove(array[
      case when new.act = 'refund-account' then 'always' end,
      case when new.amount_kobo not between bounds.usual_from and bounds.usual_to then 'unusual' end,
      case when new.amount_kobo > public.whole_setting('amount_limit_act_naira') * 100::bigint then 'act_limit' end,
      case when alone + new.amount_kobo > public.whole_setting('amount_limit_day_naira') * 100::bigint then 'day_limit' end], null)) as r order by r);
    new.status := case when new.second_because = '{}' then 'done' else 'waiting' end;
    new.decided_by := null; new.decided_at := null; new.note := null;
    return new;
  end if;
  if old.status <> 'waiting' or new.status = 'waiting' then raise exception 'This was decided' using errcode = 'PT409'; end if;
  if to_jsonb(new) - array['status', 'decided_by', 'decided_at', 'note'] <> to_jsonb(old) - array['status', 'decided_by', 'decided_at', 'note'] then
    raise exception 'An amount stays what it is' using errcode = 'PT409';
  end if;
  if new.status = 'expired' then
    if old.expires_at > clock_timestamp() then raise exception 'It can still be decided' using errcode = 'PT409'; end if;
  elsif old.expires_at <= clock_timestamp() then
    raise exception 'Nobody decided in time. It has to be entered again' using errcode = 'PT409';
  elsif not public.may_decide_amount(new.id, new.decided_by) then
    raise exception 'Another person with at least the same role decides this' using errcode = 'PT403';
  end if;
  return new;
end $$;
create trigger guard_typed_amount before insert or update or delete on public.typed_amounts for each row execute function public.guard_typed_amount();

-- What moves the money names the amount that was entered for it; no two acts share one.
alter table public.uncollected add column amount_id uuid unique references public.typed_amounts (id);
alter table public.order_returns add column amount_id uuid unique references public.typed_amounts (id);
alter table public.refunds add column amount_id uuid references public.typed_amounts (id);
create function public.guard_amount_entered() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  wanted text := tg_argv[0];
  about uuid := (to_jsonb(new) ->> tg_argv[1])::uuid;
  kobo bigint := (to_jsonb(new) ->> tg_argv[2])::bigint;
begin
  if not exists (select from public.typed_amounts a where a.id = (to_jsonb(new) ->> 'amount_id')::uuid and a.act = wanted and a.subject_id = about
      and a.amount_kobo = kobo and a.status = 'done') then
    raise exception 'This amount was not entered, or waits for a second person' using errcode = 'PT409';
  end if;
  return new;
end $$;
create trigger names_its_amount before update on public.uncollected for each row
  when (new.outcome = 'resale' and old.outcome is null) execute function public.guard_amount_entered('resale', 'order_id', 'proceeds_kobo');
create trigger names_its_amount before insert on public.order_returns for each row
  when (new.created_by is not null and rights.cause() = 'chief') execute function public.guard_amount_entered('part-back', 'order_id', 'goods_kobo');
create trigger names_its_amount before update on public.refunds for each row
  when (new.to_account_number is not null and new.to_account_number is distinct from old.to_account_number)
  execute function public.guard_amount_entered('refund-account', 'id', 'amount_kobo');

-- Cash that a place took for goods it sold is owed by that place until it is in the bank.
alter table ledger.account_kinds drop constraint account_kinds_owner_check,
  add constraint account_kinds_owner_check check (owner in ('platform', 'order', 'person', 'vendor', 'payment', 'refund', 'payout', 'place'));
insert into ledger.account_kinds (kind, side, owner, is_limited) values ('place_cash', 'asset', 'place', false);
insert into ledger.movements (kind, debit_kind, credit_kind) values
  ('cash_resale_handling', 'place_cash', 'handling'), ('cash_resale_as_peps', 'place_cash', 'peps'),
  ('cash_resale_return_owed', 'place_cash', 'refund_due'), ('cash_banked', 'bank', 'place_cash');

create view public.place_cash as
select p.id as pickup_point_id, p.name, p.state, p.vendor_id, (select coalesce(sum(case when t.debit_id = a.id then t.amount_kobo else -t.amount_kobo end), 0)
  from ledger.transfers t where a.id in (t.debit_id, t.credit_id) and t.phase in ('posted', 'taken'))::bigint as owed_kobo
from public.pickup_points p join ledger.accounts a on a.kind = 'place_cash' and a.owner_id = p.id
where (select rights.has_role('coordinator', 'chief')) and not (select rights.owes_second_step()) or (select rights.is_service())
  or p.state in (select r.state from public.manager_regions r where r.manager_id = (select auth.uid()) and (select rights.has_role('manager')));
comment on view public.place_cash is 'Cash that places owe, for staff: coordinators and chiefs see all, managers those of their states.';

create view public.listed_amounts as
select a.id, a.act, a.subject, a.subject_id, a.state, a.what, a.amount_kobo, a.usual_from_kobo, a.usual_to_kobo, a.pickup_point_id, a.bank_entry,
  e.full_name as entered_name, a.entered_by = (select auth.uid()) as is_own, a.entered_role, a.entered_at, a.second_because,
  case when a.status = 'waiting' and a.expires_at <= now() then 'expired' else a.status end as status, d.full_name as decided_name, a.decided_at, a.note, a.expires_at,
  a.input ->> 'reason' as reason, a.input ->> 'payer' as payer,
  case when a.act = 'refund-account' then concat_ws(' ', a.input ->> 'bank_name', '****' || right(a.input ->> 'account_number', 4), a.input ->> 'account_name') end as goes_to,
  a.status = 'waiting' and a.expires_at > now() and rights.may_agree_to(a.id) as may_decide
from public.typed_amounts a join public.profiles e on e.id = a.entered_by left join public.profiles d on d.id = a.decided_by
where not (select rights.owes_second_step()) and (a.entered_by = (select auth.uid()) or (select rights.has_role('coordinator', 'chief'))
  or (select rights.has_role('manager')) and a.state in (select r.state from public.manager_regions r where r.manager_id = (select auth.uid())));
comment on view public.listed_amounts is 'Amounts that staff typed, for those who look after the state. may_decide: the reader may be the second person.';
grant select on public.place_cash, public.listed_amounts to authenticated, service_role;

revoke execute on function public.amount_bounds(text, uuid), public.staff_rank(text), public.may_decide_amount(uuid, uuid), public.guard_typed_amount(),
  public.guard_amount_entered() from public;
grant execute on function public.amount_bounds(text, uuid), public.may_decide_amount(uuid, uuid) to service_role;
alter table public.typed_amounts enable row level security;
grant select, insert, update on public.typed_amounts to service_role;
create trigger log_act after insert or update or delete on public.typed_amounts for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('typed-amount', 'id', 'input');

-- Nobody pays N50,000 for a delivery. Prices that stand are left to the audit.
alter table public.delivery_zones add constraint a_fee_that_somebody_pays check (fee_kobo <= 5000000) not valid;
