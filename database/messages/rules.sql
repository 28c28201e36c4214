create function rights.my_conversation_ids() returns setof uuid language sql stable security definer set search_path = '' as
$$ select conversation_id from public.conversation_members where profile_id = auth.uid() $$;

create function rights.may_write_to(writer uuid, person uuid, shop uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles w where w.id = writer and w.role in ('manager', 'coordinator', 'chief'))
    and writer <> person and rights.can_sign_in(person)
    and case when shop is not null then exists (select from public.vendors v where v.id = shop and v.owner_id = person and rights.person_oversees(writer, v.state))
    else exists (select from public.profiles p where p.id = person and p.role in ('manager', 'coordinator', 'chief', 'administrator', 'supervisor'))
      or exists (select from public.profiles w where w.id = writer and w.role in ('coordinator', 'chief'))
      or exists (select from public.vendors v where v.owner_id = person and rights.person_oversees(writer, v.state))
      or exists (select from public.orders o join public.vendors v on v.id = o.vendor_id where o.user_id = person and rights.person_oversees(writer, v.state))
    end
$$;
comment on function rights.may_write_to(uuid, uuid, uuid) is 'Whether a member of staff may write to a person, or to a shop and then its owner: staff to each other, managers within their states, coordinators and chiefs to everybody. @null shop';

-- The thing belongs to a shop that the writer oversees, and to the other person unless they are staff too.
create function rights.may_write_about(writer uuid, person uuid, an_order uuid, a_buy uuid, a_claim uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select num_nonnulls(an_order, a_buy, a_claim) = 0 or exists (
    select from (
      select o.vendor_id, o.user_id = person as is_theirs from public.orders o where o.id = an_order
      union all select c.vendor_id, c.buyer_id = person from public.claims c where c.id = a_claim
      union all select g.vendor_id, exists (select from public.orders o where o.group_buy_id = g.id and o.user_id = person) from public.group_buys g where g.id = a_buy
    ) about join public.vendors v on v.id = about.vendor_id
    where rights.person_oversees(writer, v.state) and (about.is_theirs or v.owner_id = person
      or exists (select from public.profiles p where p.id = person and p.role in ('manager', 'coordinator', 'chief', 'administrator', 'supervisor'))))
$$;
comment on function rights.may_write_about(uuid, uuid, uuid, uuid, uuid) is 'Whether a member of staff may write to this person about this order, group buy or claim. @null an_order a_buy a_claim';

create function public.party_to_write_to(person uuid default null, shop uuid default null, an_order uuid default null, a_buy uuid default null, a_claim uuid default null)
returns table (name text, role text, about text)
language sql stable security definer set search_path = '' as $$
  select coalesce(v.business_name, p.full_name), p.role,
    coalesce((select 'Order ' || o.order_no from public.orders o where o.id = an_order), (select 'Group buy of ' || left(g.product_name, 120) from public.group_buys g where g.id = a_buy),
      (select 'Claim ' || c.claim_no from public.claims c where c.id = a_claim))
  from (select 1) one left join public.vendors v on v.id = shop join public.profiles p on p.id = coalesce(v.owner_id, person)
  where (shop is null or v.id is not null) and rights.has_role('manager', 'coordinator', 'chief')
    and rights.may_write_to(auth.uid(), p.id, v.id) and rights.may_write_about(auth.uid(), p.id, an_order, a_buy, a_claim)
$$;
comment on function public.party_to_write_to(uuid, uuid, uuid, uuid, uuid) is 'The person or shop that the reader, a member of staff, wants to write to, and about what; no row if they may not. @null about';

create function public.staff_to_write_to() returns table (id uuid, full_name text, role text) language sql stable security definer set search_path = '' as $$
  select p.id, p.full_name, p.role from public.profiles p
  where p.role in ('manager', 'coordinator', 'chief', 'administrator', 'supervisor') and p.id <> auth.uid() and rights.can_sign_in(p.id)
    and rights.has_role('manager', 'coordinator', 'chief')
  order by p.full_name, p.id limit 500
$$;
comment on function public.staff_to_write_to() is 'All other members of staff, for a member of staff who writes to one. @null none';

create function rights.answers_support(person uuid, state_name text) returns boolean language sql stable security definer set search_path = '' as $$
  select case when state_name is null then exists (select from public.profiles p where p.id = person
      and p.role in ('manager', 'coordinator', 'chief', 'administrator', 'supervisor'))
    else rights.person_oversees(person, state_name) end and rights.can_sign_in(person)
$$;
comment on function rights.answers_support(uuid, text) is 'Whether the person answers what people write to the market about a shop of this state, or about none.';

create function rights.supported_states() returns setof text language sql stable security definer set search_path = '' as $$
  select s.name from public.nigerian_states s where rights.oversees(s.name)
$$;

create function public.colleagues_of_support(of_case uuid) returns table (id uuid, full_name text, role text) language sql stable security definer set search_path = '' as $$
  select p.id, p.full_name, p.role from public.support_cases s cross join public.profiles p
  where s.id = of_case and p.role in ('manager', 'coordinator', 'chief', 'administrator', 'supervisor') and p.id <> auth.uid()
    and rights.answers_support(auth.uid(), s.state) and not rights.lacks_staff_factor() and not rights.owes_second_step()
    and rights.answers_support(p.id, s.state) and p.id not in (select y.person_id from public.parties_of('support_case', s.id) y where y.person_id is not null)
  order by p.full_name, p.id limit 500
$$;
comment on function public.colleagues_of_support(uuid) is 'Other members of staff who could look after a case. @null none';

-- Begins at the shops and addresses of the states: their people are fewer than all.
create function public.people_of_region(states text[], audience text, among uuid[]) returns setof uuid language sql stable security definer set search_path = '' set jit = off as $$
  with shops as materialized (select v.id, v.owner_id, v.status from public.vendors v where v.state = any (states))
  select s.owner_id from shops s where audience <> 'open_orders' and s.status = 'active' and (among is null or s.owner_id = any (among))
  union
  select o.user_id from shops s join public.orders o on o.vendor_id = s.id where audience = 'open_orders'
    and o.status in ('pending', 'paid', 'confirmed', 'ready', 'collected', 'delivered') and (among is null or o.user_id = any (among))
  union
  select p.id from (
    select b.profile_id as id from public.buyer_areas b where b.state = any (states)
    union
    select a.user_id from public.addresses a where a.state = any (states)) l join public.profiles p on p.id = l.id
  where audience not in ('shops', 'open_orders') and p.role = 'customer' and (among is null or p.id = any (among))
$$;
comment on function public.people_of_region(text[], text, uuid[]) is 'The people of an audience; of those in the list only, unless it is null. @null among';

create function public.oversees_all(person uuid, states text[]) returns boolean language sql stable security definer set search_path = '' as
$$ select not exists (select from unnest(states) s where not rights.person_oversees(person, s) or not exists (select from public.nigerian_states n where n.name = s)) $$;

create function public.region_audience_size(states text[], audience text) returns integer language sql stable security definer set search_path = '' as $$
  select case when rights.has_role('manager', 'coordinator', 'chief') and public.oversees_all(auth.uid(), states)
    then (select count(*)::integer from public.people_of_region(states, audience, null)) else 0 end
$$;
comment on function public.region_audience_size(text[], text) is 'How many people a notice would reach; 0 for states that the reader does not oversee.';

create function rights.judges_report(person uuid, state_name text) returns boolean language sql stable security definer set search_path = '' as $$
  select case when state_name is null then exists (select from public.profiles p where p.id = person and p.role in ('coordinator', 'chief'))
    else rights.person_oversees(person, state_name) end
$$;

create function public.is_blocked_shop(conversation uuid, sender uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.conversations c join public.orders o on o.id = c.order_id join public.vendors v on v.id = o.vendor_id and v.owner_id = sender
    join public.shop_blocks b on b.person_id = o.user_id and b.vendor_id = v.id
    where c.id = conversation and c.kind = 'order' and (not o.is_live or o.status = 'completed'))
$$;
comment on function public.is_blocked_shop(uuid, uuid) is 'Whether the sender is a shop that the buyer has blocked, and the order of the conversation is over.';

create function rights.may_write_in(conversation uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.conversations c where c.id = conversation and not public.is_blocked_shop(c.id, auth.uid())
    and (c.kind <> 'staff' or c.created_by <> auth.uid() or rights.may_write_to(auth.uid(), c.with_id, c.vendor_id)))
$$;
comment on function rights.may_write_in(uuid) is 'Whether a message of the reader, who may read the conversation, would be accepted in it.';
