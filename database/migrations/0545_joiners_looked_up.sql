-- What is asked of people who join is looked up for each (docs/decisions/0051): a list of some dozens is never merged with all orders there are. The
-- limits keep the planner from doing so however small the tables were when it planned.
create or replace function public.facts_of_joiners(people uuid[], buys uuid[]) returns table (place integer, is_gone boolean, is_confirmed boolean, has_second_factor boolean,
  email text, full_name text, live_quantity integer, pending_id uuid, pending_quantity integer, pending_ceiling numeric, pending_due bigint, pending_delivery_fee bigint,
  pending_is_held boolean, pending_is_being_paid boolean, grade text, orders integer, kobo bigint, lapses integer)
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
  select w.place::integer, coalesce(u.deleted_at is not null or u.banned_until > now(), false), coalesce(u.email_confirmed_at is not null or u.phone_confirmed_at is not null, false),
    exists (select from auth.mfa_factors m where m.user_id = w.person and m.status = 'verified'),
    u.email, coalesce(f.full_name, ''), mine.units::integer,
    p.id, p.quantity, p.ceiling_unit_price, p.amount_due_kobo, p.delivery_fee_kobo, p.hold_expires_at is not null,
    case when p.id is not null then public.is_being_paid(p.id) end,
    s.grade, s.orders, s.kobo, s.lapses
  from unnest(people, buys) with ordinality as w (person, buy, place)
  join public.unpaid_standings(people) s on s.person = w.person
  left join lateral (select a.email, a.deleted_at, a.banned_until, a.email_confirmed_at, a.phone_confirmed_at from auth.users a where a.id = w.person limit 1) u on true
  left join lateral (select a.full_name from public.profiles a where a.id = w.person limit 1) f on true
  left join lateral (select o.id, o.quantity, o.ceiling_unit_price, o.amount_due_kobo, o.delivery_fee_kobo, o.hold_expires_at from public.orders o
    where o.group_buy_id = w.buy and o.user_id = w.person and o.status = 'pending' limit 1) p on true
  cross join lateral (select coalesce(sum(o.quantity), 0) as units from public.orders o where o.group_buy_id = w.buy and o.user_id = w.person and o.is_live) mine
  order by w.place;
end $$;
alter function public.facts_of_joiners(uuid[], uuid[]) rows 48;
alter function public.unpaid_standings(uuid[]) rows 48;
