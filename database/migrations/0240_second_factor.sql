-- Whoever has set up a second factor is not there before it was shown: a password alone opens neither what is theirs nor what their role may.
set local role auth_admin;
create index mfa_factors_verified_idx on auth.mfa_factors (user_id) where status = 'verified';
reset role;

create function rights.has_second_factor(person uuid) returns boolean
language sql stable security definer set search_path = '' as
$$ select exists (select from auth.mfa_factors where user_id = person and status = 'verified') $$;

create function rights.owes_second_step() returns boolean language sql stable security definer set search_path = '' as
$$ select coalesce(auth.jwt() ->> 'aal', '') <> 'aal2' and auth.uid() is not null and rights.has_second_factor(auth.uid()) $$;
comment on function rights.owes_second_step is 'True for a session of aal1 whose person has a verified factor. Asked once per statement, as (select rights.owes_second_step()).';

create or replace function rights.has_role(variadic roles text[]) returns boolean
language sql stable security definer set search_path = '' as
$$ select exists (select from public.profiles where id = auth.uid() and role = any (roles)) and not rights.owes_second_step() $$;

create or replace function rights.oversees(state_name text) returns boolean
language sql stable security definer set search_path = '' as
$$ select exists (
     select from public.profiles p
     where p.id = auth.uid()
       and (p.role in ('coordinator', 'chief')
         or (p.role = 'manager' and exists (select from public.manager_regions r where r.manager_id = p.id and r.state = state_name))))
     and not rights.owes_second_step() $$;

create or replace function rights.overseen_vendor_ids() returns setof uuid language sql stable security definer set search_path = '' as
$$ select v.id from public.vendors v, public.profiles p
   where p.id = auth.uid()
     and (p.role in ('coordinator', 'chief')
       or (p.role = 'manager' and v.state in (select r.state from public.manager_regions r where r.manager_id = p.id)))
     and not (select rights.owes_second_step()) $$;

create or replace function rights.my_vendor_id() returns uuid language sql stable security definer set search_path = '' as
$$ select id from public.vendors where owner_id = auth.uid() and not rights.owes_second_step() $$;

-- A set that is hashed once for a whole list, in the place of a question about every row.
alter policy overseen_shops on public.vendors using (id in (select rights.overseen_vendor_ids()));
alter policy own_shop_edit on public.vendors using (id = (select rights.my_vendor_id())) with check (id = (select rights.my_vendor_id()));

-- One's own orders, messages, pictures and regions, and one's name.
create policy second_step on public.orders as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy second_step on public.checkouts as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy second_step on public.bulk_orders as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy second_step on public.bulk_order_items as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy second_step on public.conversations as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy second_step on public.conversation_members as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy second_step on public.messages as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy second_step on public.audit_log as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy second_step on public.manager_regions as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy second_step_to_edit on storage.objects as restrictive for update to authenticated using (not (select rights.owes_second_step()));
create policy second_step_to_delete on storage.objects as restrictive for delete to authenticated using (not (select rights.owes_second_step()));
create policy second_step_to_write on public.profiles as restrictive for update to authenticated using (not (select rights.owes_second_step()));

grant execute on function rights.has_second_factor(uuid) to service_role;
grant execute on function rights.owes_second_step() to anon, authenticated, service_role;
