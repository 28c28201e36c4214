create function rights.oversees(state_name text) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (
     select from public.profiles p
     where p.id = auth.uid()
       and (p.role in ('coordinator', 'chief')
         or (p.role = 'manager' and exists (select from public.manager_regions r where r.manager_id = p.id and r.state = state_name))))
     and not rights.lacks_staff_factor() and not rights.owes_second_step() $$;

create function rights.person_oversees(person uuid, state_name text) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (select from public.profiles p where p.id = person
     and (p.role in ('coordinator', 'chief')
       or p.role = 'manager' and exists (select from public.manager_regions r where r.manager_id = p.id and r.state = state_name))) $$;
comment on function rights.person_oversees(uuid, text) is 'Whether the person is a manager of the state, a coordinator or a chief. For guards, and for commands, which check the second step before they run.';

-- A shop belongs to its vendor. Applicants can prepare it before they are vendors, invisible to other people; a former vendor has
-- no shop to edit.
create function rights.my_vendor_id() returns uuid language plpgsql stable security definer set search_path = '' as $$
begin
  return nullif(coalesce(rights.remembered('rights.my_vendor_id'), rights.remember('rights.my_vendor_id', coalesce((
    select v.id from public.vendors v join public.profiles p on p.id = v.owner_id
    where v.owner_id = auth.uid() and (p.role = 'vendor' or p.role = 'customer' and v.status in ('pending', 'rejected')) and not rights.owes_second_step())::text, ''))), '')::uuid;
end $$;

-- Returns a set instead of testing one row: PostgreSQL hashes it once for a whole list.
create function rights.overseen_vendor_ids() returns setof uuid language plpgsql stable security definer set search_path = '' as $$
begin
  case rights.my_role()
    when 'coordinator', 'chief' then return query select v.id from public.vendors v;
    when 'manager' then return query select v.id from public.vendors v where v.state in (select r.state from public.manager_regions r where r.manager_id = auth.uid());
    else return;
  end case;
end $$;

create function rights.active_vendor_ids() returns setof uuid language sql stable security definer set search_path = '' as
$$ select id from public.vendors where status = 'active' $$;

-- Offers of a shop that is not open are hidden from new buyers, in tables and on pages. People with an order in a buy still see
-- it, and so do the shop and its overseers. The buy cannot be joined (read-joins-together).
create function rights.my_buy_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select group_buy_id from public.orders where user_id = auth.uid() and group_buy_id is not null and not rights.owes_second_step()
$$;

-- The last check: an approved shop changes these only by a request that was approved in the same transaction. Exempt: the
-- database's owner (repairs with psql), and people who delete their account, which removes their address.
create function public.is_approved_change(shop uuid, kind text, value text) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.shop_changes c where c.vendor_id = shop and c.status = 'approved' and c.decided_at >= now()
    and value = case kind when 'name' then c.business_name when 'registration' then c.registration_number else c.address end)
    or coalesce(current_setting('role', true), 'none') in ('none', '')
$$;

create function public.closing_reason(closed_days jsonb, day date) returns text language sql immutable set search_path = '' as $$
  select d ->> 'reason' from jsonb_array_elements(closed_days) as d where day between (d ->> 'from')::date and (d ->> 'until')::date limit 1
$$;
comment on function public.closing_reason(jsonb, date) is 'Why the shop is closed on this day, which may be empty; null if it is not. Same rule as domain/places/closed-days.ts.';

create function public.days_of_sharing(an_order uuid) returns setof date language sql stable security definer set search_path = '' as $$
  select coalesce(g.share_date, l.share_date) from public.orders o left join public.group_buys g on g.id = o.group_buy_id
  left join public.order_lines l on l.order_id = o.id and o.group_buy_id is null where o.id = an_order
$$;
comment on function public.days_of_sharing(uuid) is 'The days on which the goods of an order are handed out: its group buy''s, or those of its lines.';
