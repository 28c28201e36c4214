-- Where the operator asks staff for a second factor, a role's rights begin with it. The door puts the operator's choice into the
-- claims of every request (`staff_need_second_factor`); what is one's own, and a vendor's shop, asks for nothing.
create function rights.lacks_staff_factor() returns boolean language sql stable set search_path = '' as
$$ select coalesce(auth.jwt() ->> 'staff_need_second_factor', '') = 'true' and coalesce(auth.jwt() ->> 'aal', '') <> 'aal2' $$;
comment on function rights.lacks_staff_factor is 'True for a session below aal2 on a site that asks its staff for a second factor. Says nothing about the person''s role.';

create or replace function rights.has_role(variadic roles text[]) returns boolean
language sql stable security definer set search_path = '' as
$$ select exists (select from public.profiles where id = auth.uid() and role = any (roles)
       and (role in ('customer', 'vendor') or not rights.lacks_staff_factor()))
     and not rights.owes_second_step() $$;

create or replace function rights.oversees(state_name text) returns boolean
language sql stable security definer set search_path = '' as
$$ select exists (
     select from public.profiles p
     where p.id = auth.uid()
       and (p.role in ('coordinator', 'chief')
         or (p.role = 'manager' and exists (select from public.manager_regions r where r.manager_id = p.id and r.state = state_name))))
     and not rights.lacks_staff_factor() and not rights.owes_second_step() $$;

create or replace function rights.overseen_vendor_ids() returns setof uuid language sql stable security definer set search_path = '' as
$$ select v.id from public.vendors v, public.profiles p
   where p.id = auth.uid()
     and (p.role in ('coordinator', 'chief')
       or (p.role = 'manager' and v.state in (select r.state from public.manager_regions r where r.manager_id = p.id)))
     and not (select rights.lacks_staff_factor()) and not (select rights.owes_second_step()) $$;

grant execute on function rights.lacks_staff_factor() to anon, authenticated, service_role;
