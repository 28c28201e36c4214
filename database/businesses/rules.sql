create function rights.my_business_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select m.business_id from public.business_members m
  where m.person_id = auth.uid() and m.accepted_at is not null and m.ended_at is null and not rights.owes_second_step()
$$;

-- Ordering for a company that is not verified any more is ordering for oneself. Every join needs it three times: plpgsql
-- caches its plan.
-- Without settings and rights of its own, so that PostgreSQL inlines it into the statement of its caller: every order asks.
create function public.business_to_order_for(person uuid) returns setof uuid language sql stable as $$
  select m.business_id from public.business_members m join public.businesses b on b.id = m.business_id and b.status = 'verified'
  where m.person_id = person and m.accepted_at is not null and m.ended_at is null and m.orders_for_business
$$;

create function public.ordering_businesses(people uuid[]) returns uuid[] language plpgsql stable security definer set search_path = '' as $$
begin
  return array(select (select b.id from public.business_to_order_for(p.id) b (id)) from unnest(people) with ordinality p (id, place) order by p.place);
end $$;
comment on function public.ordering_businesses(uuid[]) is 'The verified company that each person''s new orders are for, by position; null for themselves.';

create function public.ordering_business(person uuid) returns uuid language plpgsql stable security definer set search_path = '' as $$
begin
  return (public.ordering_businesses(array[person]))[1];
end $$;
comment on function public.ordering_business(uuid) is 'The same for one person.';

create function rights.ordering_name(person uuid) returns text language sql stable security definer set search_path = '' as $$
  select coalesce((select b.name from public.businesses b where b.id = public.ordering_business($1)), (select p.full_name from public.profiles p where p.id = $1), '')
$$;

create function rights.business_invitations_of(person uuid) returns setof uuid language sql stable security definer set search_path = '' as $$
  select m.id from public.business_members m join public.businesses b on b.id = m.business_id and b.status = 'verified'
    cross join lateral rights.confirmed_addresses($1) u
  where m.role = 'buyer' and m.accepted_at is null and m.ended_at is null and m.created_at > now() - interval '14 days' and (m.email = u.email or m.phone = u.phone)
$$;

create function rights.owns_business(business uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.business_members m where m.business_id = $1 and m.person_id = auth.uid() and m.role = 'owner' and m.ended_at is null)
    and not rights.owes_second_step()
$$;
