-- Limits on unpaid promises (design.md, section 8), enforced here and in domain/orders/unpaid/unpaid-promises.ts, which gives the
-- reasons. A test compares the two (tests/prices/unpaid-promises-agree.test.ts).

-- Counts, kobo and units are those after the order is written. held_until: of the order; is_added_to: it was reserved, to be paid
-- later, before it grew.
create function public.promise_fault(limits jsonb, grade text, orders integer, kobo bigint, quantity integer, most_units integer, has_paid boolean, held_by_new integer,
  most_of_new integer, hold timestamptz, is_added_to boolean, held_until timestamptz) returns text language sql immutable
  return case
    when orders > (limits ->> ('unpaid_' || grade || '_orders'))::integer then 'Too many orders are unpaid'
    when kobo > (limits ->> ('unpaid_' || grade || '_naira'))::bigint * 100 then 'Too much is unpaid'
    when quantity > most_units then 'Too large a part of this group buy is unpaid'
    when not has_paid and held_by_new > most_of_new then 'New accounts hold enough of this group buy unpaid'
    when hold is not null and is_added_to then 'Pay for what is reserved before you add to it'
    when coalesce(held_until, 'infinity') > hold then 'This place is paid on joining' end;
comment on function public.promise_fault(jsonb, text, integer, bigint, integer, integer, boolean, integer, integer, timestamp with time zone, boolean, timestamp with time zone) is
  'Null where an order may be promised. hold: until when its place is held if it must be paid on joining. As promiseFault in domain/orders/unpaid/unpaid-promises.ts.';

create function public.unpaid_limits() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_object_agg(key, value) from (
    select distinct on (key) key, value from public.settings
    where (key like 'unpaid\_%' or key = 'pay_to_join_hold_minutes') and effective_from <= now() and withdrawn_at is null
    order by key, effective_from desc) s
$$;
comment on function public.unpaid_limits() is 'The current settings that limit unpaid promises, by key: read together, because every join needs them.';

create function public.promises_key(person uuid, business uuid) returns bigint language sql immutable
  return hashtextextended('promises ' || coalesce(business, person)::text, 0);

-- Serialises the promises of one person, or of the company that they order for, whichever buys they are for; others do not block.
-- Taken before the lock on the buy.
create function public.await_own_promises(person uuid) returns void language sql
  return pg_advisory_xact_lock(public.promises_key(person, public.ordering_business(person)));

-- Plans are cached for the lifetime of a connection, and the first ones are often made while a table is small: sequential scans
-- are disabled here, and orders are looked up by expressions that only one index has (0200), so that a join costs the same in a
-- grown market.
create function public.unpaid_standings(people uuid[], businesses uuid[]) returns table (person uuid, business uuid, grade text, orders integer, kobo bigint, lapses integer)
language plpgsql stable rows 48 security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
#variable_conflict use_column
declare
  limits jsonb := public.unpaid_limits();
  known_after integer := (limits ->> 'unpaid_known_after')::integer;
  lapse_from timestamptz := now() - make_interval(days => (limits ->> 'unpaid_lapse_days')::integer);
begin
  return query
  select p.id, p.business,
    case when p.business is not null or exists (select from public.verified_accounts v where v.profile_id = p.id) then 'verified'
      when (select count(*) from (select from public.orders o where case when o.is_paid then o.user_id end = p.id limit known_after) paid) >= known_after then 'known'
      else 'new' end,
    case when p.business is null then mine.orders else together.orders end::integer, case when p.business is null then mine.kobo else together.kobo end::bigint,
    mine.lapses::integer
  from unnest(people, businesses) p (id, business)
  cross join lateral (select count(*) filter (where o.status = 'pending' and o.is_live and o.business_id is null) as orders,
    coalesce(sum(o.amount_due_kobo) filter (where o.status = 'pending' and o.is_live and o.business_id is null), 0) as kobo,
    -- Counts reservations, which could be paid later. Expired holds and carts are not counted.
    count(*) filter (where o.status = 'expired' and o.hold_expires_at is null and o.group_buy_id is not null and o.ended_at > lapse_from) as lapses
    from public.orders o where case when o.status in ('pending', 'expired') then o.user_id end = p.id) mine
  cross join lateral (select count(*) as orders, coalesce(sum(o.amount_due_kobo), 0) as kobo
    from public.orders o where case when o.status = 'pending' then o.business_id end = p.business and o.is_live) together;
end $$;
comment on function public.unpaid_standings(uuid[], uuid[]) is 'Unpaid promises of people, or of all members of the companies that they order for together, and how many each person let lapse. By position; grade: new, known or verified.';

create function public.unpaid_standings(people uuid[]) returns table (person uuid, grade text, orders integer, kobo bigint, lapses integer)
language sql stable rows 48 security definer set search_path = '' as $$
  select s.person, s.grade, s.orders, s.kobo, s.lapses
  from public.unpaid_standings(people, public.ordering_businesses(people)) s
$$;
comment on function public.unpaid_standings(uuid[]) is 'The same for many people and the companies that their next orders are for.';

-- Every join calls this twice under the lock of a buy: plpgsql caches its plans.
create function public.unpaid_standing(person uuid) returns table (grade text, orders integer, kobo bigint, lapses integer, limits jsonb)
language sql stable security definer set search_path = '' as
$$ select s.grade, s.orders, s.kobo, s.lapses, public.unpaid_limits() from public.unpaid_standings(array[unpaid_standing.person]) s $$;
comment on function public.unpaid_standing(uuid) is 'A person''s unpaid promises, and how many they let lapse. grade: new, known or verified.';

-- Until when a reservation is held if it must be paid on joining; null otherwise.
create function public.hold_of(mode text, lapses integer, limits jsonb) returns timestamptz language sql stable
  return case when mode = 'pay_to_join' or lapses >= (limits ->> 'unpaid_lapses')::integer
    then now() + make_interval(mins => (limits ->> 'pay_to_join_hold_minutes')::integer) end;

create function public.has_paid_before(person uuid) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (select from public.orders o where case when o.is_paid then o.user_id end = person) $$;

-- Adds up only a buy with many unpaid units: elsewhere all unpaid units are an upper bound, which is far below the limit.
create function public.held_by_new(buy uuid, unpaid integer, most integer) returns integer language plpgsql stable security definer set search_path = '' as $$
begin
  if unpaid * 4 <= most then return unpaid; end if;
  return (select coalesce(sum(o.quantity), 0) from public.orders o where o.group_buy_id = buy and o.status = 'pending' and o.is_live
    and not exists (select from public.orders p where case when p.is_paid then p.user_id end = o.user_id));
end $$;
comment on function public.held_by_new(uuid, integer, integer) is 'Units that people without a paid order hold unpaid in a buy, or an upper bound far below the limit.';

create function public.most_of_new(min_quantity integer, target_quantity integer, limits jsonb) returns integer language sql immutable parallel safe
  return greatest(min_quantity, target_quantity * (limits ->> 'unpaid_new_share_percent')::integer / 100);
comment on function public.most_of_new(integer, integer, jsonb) is 'Same rule as maxNewBuyerUnits in domain/orders/unpaid/unpaid-promises.ts.';

create function public.most_unpaid_units(min_quantity integer, max_quantity integer, target_quantity integer, limits jsonb) returns integer language sql immutable parallel safe
  return case when max_quantity is null then greatest(min_quantity, target_quantity * (limits ->> 'unpaid_share_percent')::integer / 100) end;
comment on function public.most_unpaid_units(integer, integer, integer, jsonb) is 'Same rule as maxUnpaidUnits in domain/orders/unpaid/unpaid-promises.ts.';
