-- Who the caller is, for policies and triggers. SECURITY DEFINER, because policies on profiles that read profiles would call themselves.
create schema rights;
grant usage on schema rights to anon, authenticated, service_role;

create function rights.is_service() returns boolean language sql stable set search_path = '' as
$$ select coalesce(current_setting('role', true), 'none') in ('service_role', 'none', '') $$;
comment on function rights.is_service() is 'True for commands and jobs (service_role) and for the owner (no role set); the login role itself holds no table right.';

-- An access token outlives its account by up to an hour: for tables and commands it counts no longer once the login is deleted or banned.
create function rights.is_gone(person uuid) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (select from auth.users where id = person and (deleted_at is not null or banned_until > now())) $$;

create function rights.has_second_factor(person uuid) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (select from auth.mfa_factors where user_id = person and status = 'verified') $$;

-- Joining and buying need a confirmed e-mail address or phone number; only the auth service's own table knows.
create function rights.is_confirmed(person uuid) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (select from auth.users where id = person and (email_confirmed_at is not null or phone_confirmed_at is not null)) $$;

create function rights.email_of(person uuid) returns text language sql stable security definer set search_path = '' as
$$ select email from auth.users where id = person $$;

-- A person with a second factor has no rights before it is shown: a password alone opens neither what is theirs nor what their role may.
create function rights.owes_second_step() returns boolean language sql stable security definer set search_path = '' as
$$ select auth.uid() is not null
     and ((coalesce(auth.jwt() ->> 'aal', '') <> 'aal2' and rights.has_second_factor(auth.uid())) or rights.is_gone(auth.uid())) $$;
comment on function rights.owes_second_step is 'True where the caller''s session does not count: of aal1 while the person has a verified factor, or of a login that is deleted or banned. Asked once per statement, as (select rights.owes_second_step()).';

-- Where the operator asks staff for a second factor, a role's rights begin with it. The front door puts the operator's choice into the
-- claims of every request (`staff_need_second_factor`); what is one's own, and a vendor's shop, asks for nothing.
create function rights.lacks_staff_factor() returns boolean language sql stable set search_path = '' as
$$ select coalesce(auth.jwt() ->> 'staff_need_second_factor', '') = 'true' and coalesce(auth.jwt() ->> 'aal', '') <> 'aal2' $$;
comment on function rights.lacks_staff_factor is 'True for a session below aal2 on a site that asks its staff for a second factor. Says nothing about the person''s role.';

create function rights.has_role(variadic roles text[]) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (select from public.profiles where id = auth.uid() and role = any (roles)
       and (role in ('customer', 'vendor') or not rights.lacks_staff_factor()))
     and not rights.owes_second_step() $$;

create function rights.keeps_content() returns boolean language sql stable security definer set search_path = '' as
$$ select rights.has_role('administrator', 'supervisor') $$;

create policy own_row on public.profiles for select to authenticated using (id = (select auth.uid()));
create policy chief_reads on public.profiles for select to authenticated using ((select rights.has_role('chief')));
create policy coordinator_reads_managers on public.profiles for select to authenticated
  using (role = 'manager' and (select rights.has_role('coordinator')));
create policy own_name on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy second_step_to_write on public.profiles as restrictive for update to authenticated using (not (select rights.owes_second_step()));
create policy own_referrals on public.referrals for select to authenticated
  using (referrer_id = (select auth.uid()) or (select rights.has_role('chief')));
create policy region_readers on public.manager_regions for select to authenticated
  using (manager_id = (select auth.uid()) or (select rights.has_role('coordinator', 'chief')));
create policy second_step on public.manager_regions as restrictive for all to authenticated using (not (select rights.owes_second_step()));

grant execute on function rights.is_confirmed(uuid), rights.email_of(uuid), rights.has_second_factor(uuid), rights.is_gone(uuid) to service_role;
grant execute on function rights.is_service(), rights.owes_second_step(), rights.lacks_staff_factor(), rights.has_role(text[]),
  rights.keeps_content() to anon, authenticated, service_role;

-- The chief's list of people who can come in, with e-mails; coordinators see their managers. With its owner's rights; its condition admits both.
create view public.user_directory as
select p.id, u.email, u.phone, p.full_name, p.role, p.created_at, u.last_sign_in_at, (u.email_confirmed_at is not null or u.phone_confirmed_at is not null) as confirmed
from public.profiles p left join auth.users u on u.id = p.id
where u.deleted_at is null and ((select rights.has_role('chief')) or (p.role = 'manager' and (select rights.has_role('coordinator'))));
grant select on public.user_directory to authenticated, service_role;
