-- What one person may promise without paying: pending orders of both kinds, what is to pay for them, and a share of one buy. The limits are
-- settings and grow with paid orders, or with an operator who has verified the account. domain/orders/unpaid-promises.ts gives the reasons.
-- First values are in force from the beginning of time, which the guards allow to nobody later.
alter table public.settings disable trigger user;
insert into public.settings (key, value, effective_from, note) values
  ('unpaid_new_orders', '5', '-infinity', 'Unpaid orders of a new account'),
  ('unpaid_new_naira', '500000', '-infinity', 'Naira that a new account may owe'),
  ('unpaid_known_after', '3', '-infinity', 'Paid orders after which an account is no longer new'),
  ('unpaid_known_orders', '15', '-infinity', 'Unpaid orders of an account with paid orders'),
  ('unpaid_known_naira', '2000000', '-infinity', 'Naira that an account with paid orders may owe'),
  ('unpaid_verified_orders', '40', '-infinity', 'Unpaid orders of a verified account'),
  ('unpaid_verified_naira', '10000000', '-infinity', 'Naira that a verified account may owe'),
  ('unpaid_share_percent', '25', '-infinity', 'Of a target, unpaid by one person, where the vendor set no maximum'),
  ('unpaid_lapses', '2', '-infinity', 'Expired reservations after which a person pays to join'),
  ('unpaid_lapse_days', '60', '-infinity', 'So long an expired reservation counts'),
  ('pay_to_join_hold_minutes', '30', '-infinity', 'A place in a buy that is paid on joining is held this long');
alter table public.settings enable trigger user;

create function public.guard_unpaid_setting() returns trigger language plpgsql security definer set search_path = '' as $$
declare most integer := case when new.key like '%\_naira' then 1000000000 when new.key like '%\_percent' then 100 else 10000 end;
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric not between 0 and most or (new.value #>> '{}')::numeric % 1 <> 0 then
    raise exception 'This setting is a whole number from 0 to %', most using errcode = 'PT400';
  end if;
  return new;
end $$;
create trigger guard_unpaid_setting before insert on public.settings for each row when (new.key like 'unpaid\_%')
  execute function public.guard_unpaid_setting();

create function public.unpaid_limits() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_object_agg(key, value) from (
    select distinct on (key) key, value from public.settings where (key like 'unpaid\_%' or key = 'pay_to_join_hold_minutes') and effective_from <= now()
    order by key, effective_from desc) s
$$;
comment on function public.unpaid_limits is 'The settings in force that bound unpaid promises, by key: read together, because every join needs them.';

create table public.verified_accounts (
  profile_id uuid primary key references public.profiles (id) on delete cascade,
  verified_by uuid references public.profiles (id),
  verified_at timestamptz not null default now()
);
comment on table public.verified_accounts is 'Accounts that an operator knows, such as restaurants: they may owe more. Written by a command.';
alter table public.verified_accounts enable row level security;
create policy own_verification on public.verified_accounts for select to authenticated using (profile_id = (select auth.uid()));
create policy chief_reads on public.verified_accounts for select to authenticated using ((select rights.has_role('chief')));
create policy second_step on public.verified_accounts as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.verified_accounts to authenticated;
grant select, insert, delete on public.verified_accounts to service_role;

alter table public.orders add column hold_expires_at timestamptz;
comment on column public.orders.hold_expires_at is '@filled by the join where the place must be paid on joining: unpaid until then, the order expires. Null: payment is due with the buy.';
update public.orders o set hold_expires_at = o.created_at + interval '30 minutes'
from public.group_buys g where g.id = o.group_buy_id and g.payment_mode = 'pay_to_join' and o.status in ('pending', 'expired');
create index orders_held on public.orders (hold_expires_at) where status = 'pending' and hold_expires_at is not null;
create index orders_unpaid_of_person on public.orders (user_id) where status in ('pending', 'expired');

-- One person's promises stand in line at this lock, whichever buys they are for; other people do not meet it. It is taken before the lock on the buy.
create function public.await_own_promises(person uuid) returns void language sql volatile set search_path = '' as
$$ select pg_advisory_xact_lock(hashtextextended('promises ' || person::text, 0)) $$;

-- Every join asks twice, under the lock of a buy: plpgsql keeps its plans.
create function public.unpaid_standing(person uuid) returns table (grade text, orders integer, kobo bigint, lapses integer, limits jsonb)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  known_after integer;
  lapse_from timestamptz;
begin
  limits := public.unpaid_limits();
  known_after := (limits ->> 'unpaid_known_after')::integer;
  lapse_from := now() - make_interval(days => (limits ->> 'unpaid_lapse_days')::integer);
  select count(*) filter (where o.status = 'pending'), coalesce(sum(o.amount_due_kobo) filter (where o.status = 'pending'), 0),
    -- A reservation is what could be paid later. A hold that ran out is none, and a cart is none.
    count(*) filter (where o.status = 'expired' and o.hold_expires_at is null and o.group_buy_id is not null and o.ended_at > lapse_from)
  into orders, kobo, lapses from public.orders o where o.user_id = person and o.status in ('pending', 'expired');
  grade := case when exists (select from public.verified_accounts v where v.profile_id = person) then 'verified'
    when (select count(*) from (select from public.orders p where p.user_id = person and p.is_paid limit known_after) paid) >= known_after then 'known'
    else 'new' end;
  return next;
end $$;
comment on function public.unpaid_standing is 'What a person has promised and not paid, and what they let lapse. grade: new, known or verified.';

-- The last gate, for whatever writes a pending order. It changes nothing but the row itself.
create function public.bound_promise() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  -- What the row counted before: its own part is in the standing already.
  former_orders integer := case when tg_op = 'UPDATE' and old.status = 'pending' then 1 else 0 end;
  former_kobo bigint := case when former_orders = 1 then old.amount_due_kobo else 0 end;
  former_units integer := case when former_orders = 1 then old.quantity else 0 end;
  mine record;
  buy record;
begin
  if former_orders = 1 and new.quantity <= former_units and new.amount_due_kobo <= former_kobo then return new; end if;
  perform public.await_own_promises(new.user_id);
  select * into mine from public.unpaid_standing(new.user_id);
  if mine.orders - former_orders + 1 > (mine.limits ->> ('unpaid_' || mine.grade || '_orders'))::integer then
    raise exception 'Too many orders are unpaid' using errcode = 'PT409';
  end if;
  if mine.kobo - former_kobo + new.amount_due_kobo > (mine.limits ->> ('unpaid_' || mine.grade || '_naira'))::bigint * 100 then
    raise exception 'Too much is unpaid' using errcode = 'PT409';
  end if;
  if new.group_buy_id is null then return new; end if;
  select g.target_quantity, g.min_quantity, g.max_quantity, g.payment_mode into buy from public.group_buys g where g.id = new.group_buy_id;
  if buy.max_quantity is null
    and new.quantity > greatest(buy.min_quantity, buy.target_quantity * (mine.limits ->> 'unpaid_share_percent')::integer / 100) then
    raise exception 'Too large a part of this group buy is unpaid' using errcode = 'PT409';
  end if;
  if buy.payment_mode = 'pay_to_join' or mine.lapses >= (mine.limits ->> 'unpaid_lapses')::integer then
    if former_orders = 1 and old.hold_expires_at is null then
      raise exception 'Pay for what is reserved before you add to it' using errcode = 'PT409';
    end if;
    -- What is added to a held order is held no longer than the rest of it.
    new.hold_expires_at := coalesce(case when former_orders = 1 then old.hold_expires_at end,
      now() + make_interval(mins => (mine.limits ->> 'pay_to_join_hold_minutes')::integer));
  end if;
  return new;
end $$;
create trigger bound_promise before insert or update of status, quantity, amount_due_kobo on public.orders for each row
  when (new.status = 'pending') execute function public.bound_promise();

revoke execute on function public.unpaid_standing(uuid), public.await_own_promises(uuid), public.bound_promise(), public.guard_unpaid_setting() from public;
grant execute on function public.unpaid_limits() to anon, authenticated, service_role;
grant execute on function public.unpaid_standing(uuid), public.await_own_promises(uuid) to service_role;
