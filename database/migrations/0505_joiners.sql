-- What is asked of all people of a batch of joins at once (docs/decisions/0051): the same that rights.is_gone, is_confirmed, has_second_factor and
-- email_of say of one, and what each has in the buy.
create function public.facts_of_joiners(people uuid[], buys uuid[]) returns table (place integer, is_gone boolean, is_confirmed boolean, has_second_factor boolean,
  email text, full_name text, live_quantity integer, pending_id uuid, pending_quantity integer, pending_ceiling numeric, pending_due bigint, pending_delivery_fee bigint,
  pending_is_held boolean, pending_is_being_paid boolean, grade text, orders integer, kobo bigint, lapses integer)
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
  select w.place::integer, coalesce(u.deleted_at is not null or u.banned_until > now(), false), coalesce(u.email_confirmed_at is not null or u.phone_confirmed_at is not null, false),
    exists (select from auth.mfa_factors m where m.user_id = w.person and m.status = 'verified'),
    u.email, coalesce(f.full_name, ''),
    coalesce((select sum(o.quantity) from public.orders o where o.group_buy_id = w.buy and o.user_id = w.person and o.is_live), 0)::integer,
    p.id, p.quantity, p.ceiling_unit_price, p.amount_due_kobo, p.delivery_fee_kobo, p.hold_expires_at is not null,
    case when p.id is not null then public.is_being_paid(p.id) end,
    s.grade, s.orders, s.kobo, s.lapses
  from unnest(people, buys) with ordinality as w (person, buy, place)
  join public.unpaid_standings(people) s on s.person = w.person
  left join auth.users u on u.id = w.person
  left join public.profiles f on f.id = w.person
  left join public.orders p on p.group_buy_id = w.buy and p.user_id = w.person and p.status = 'pending'
  order by w.place;
end $$;
comment on function public.facts_of_joiners is 'One row for each pair of the two lists, by its place in them. Nobody stands in the list twice.';

-- Locks in the order of all locks (docs/decisions/0013): what people have promised, their rows, the buys.
create function public.await_joiners(people uuid[], buys uuid[]) returns void language plpgsql volatile security definer set search_path = '' as $$
begin
  perform public.await_own_promises(p.id) from (select w.id from unnest(people) w (id) order by w.id) p;
  perform from public.profiles where id = any (people) order by id for key share;
  perform from public.group_buys where id = any (buys) order by id for no key update;
end $$;
revoke execute on function public.facts_of_joiners(uuid[], uuid[]), public.await_joiners(uuid[], uuid[]) from public;
grant execute on function public.facts_of_joiners(uuid[], uuid[]), public.await_joiners(uuid[], uuid[]) to service_role;
