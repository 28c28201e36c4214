-- An access token outlives its account by up to an hour: for tables and commands it counts no longer once the login is deleted or banned.
create function rights.is_gone(person uuid) returns boolean
language sql stable security definer set search_path = '' as
$$ select exists (select from auth.users where id = person and (deleted_at is not null or banned_until > now())) $$;

create or replace function rights.owes_second_step() returns boolean language sql stable security definer set search_path = '' as
$$ select auth.uid() is not null
     and ((coalesce(auth.jwt() ->> 'aal', '') <> 'aal2' and rights.has_second_factor(auth.uid())) or rights.is_gone(auth.uid())) $$;
comment on function rights.owes_second_step is 'True where the caller''s session does not count: of aal1 while the person has a verified factor, or of a login that is deleted or banned. Asked once per statement, as (select rights.owes_second_step()).';

-- The chief's list holds people who can come in.
create or replace view public.user_directory as
select p.id, u.email, u.phone, p.full_name, p.role, p.created_at, u.last_sign_in_at, (u.email_confirmed_at is not null or u.phone_confirmed_at is not null) as confirmed
from public.profiles p left join auth.users u on u.id = p.id
where u.deleted_at is null and ((select rights.has_role('chief')) or (p.role = 'manager' and (select rights.has_role('coordinator'))));

grant execute on function rights.is_gone(uuid) to service_role;
