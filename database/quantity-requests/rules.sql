-- With units already ordered. Null: this buy has no maximum for a person.
create function public.own_max_quantity(buy uuid, person uuid, usual integer) returns integer language sql stable security definer set search_path = '' as $$
  select case when usual is not null then greatest(usual, (select max(r.quantity) from public.quantity_requests r
    where r.group_buy_id = $1 and r.person_id = $2 and r.status = 'granted')) end
$$;
comment on function public.own_max_quantity(uuid, uuid, integer) is 'The most that this person may take of a buy: its usual maximum, or more if the shop has granted it.';

-- The viewer's own terms of joining a buy: whom it is for, and what they have asked the shop for.
create function public.own_terms(buy uuid) returns table (business text, granted_quantity integer, requested_quantity integer, request_status text)
language sql stable security definer set search_path = '' as $$
  select (select b.name from public.businesses b where b.id = public.ordering_business(auth.uid())),
    (select max(r.quantity) from public.quantity_requests r where r.group_buy_id = $1 and r.person_id = auth.uid() and r.status = 'granted'),
    l.quantity, l.status
  from (select 1) one left join lateral (select r.quantity, r.status from public.quantity_requests r
    where r.group_buy_id = $1 and r.person_id = auth.uid() order by r.created_at desc limit 1) l on true
  where auth.uid() is not null and not rights.owes_second_step()
$$;
