-- People who decide with the buyer: the manager of the state, a coordinator or a chief, but not about their own goods or their
-- own shop's.
create function public.may_decide_uncollected(order_id uuid, person uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.orders o join public.vendors v on v.id = o.vendor_id join public.profiles p on p.id = $2
    where o.id = $1 and (p.role in ('coordinator', 'chief') or p.role = 'manager' and exists (select from public.manager_regions r where r.manager_id = $2 and r.state = v.state))
      and not public.has_part_in('order', $1, $2))
$$;

-- Two failed calls on different days: then goods may be sold for a buyer who has not decided, because the money is theirs.
create function public.is_beyond_reach(order_id uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select not coalesce(bool_or(c.reached), false) and count(distinct (c.called_at at time zone 'Africa/Lagos')::date) >= 2
  from public.uncollected_calls c where c.order_id = $1
$$;

-- Readers of stored and uncollected goods. For views only: the schema `rights` is not exposed on the wire.
create function rights.units_left_of(order_id uuid) returns table (line_id uuid, quantity integer) language sql stable security definer set search_path = '' as
$$ select u.line_id, u.quantity from public.units_left($1) u $$;

create function rights.grace_of(order_id uuid, due_until timestamptz) returns timestamptz language sql stable security definer set search_path = '' as
$$ select public.grace_until($1, $2) $$;
