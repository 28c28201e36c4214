-- Roles are shared by all databases of a server, so each is made only when it is missing.
-- The web process logs in as `authenticator`, which owns nothing and may only become one of the others.
do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin noinherit bypassrls; end if;
  if not exists (select from pg_roles where rolname = 'auth_admin') then create role auth_admin nologin noinherit; end if;
  if not exists (select from pg_roles where rolname = 'authenticator') then create role authenticator login noinherit; end if;
exception
  -- Two databases of one server may be migrated at the same moment.
  when duplicate_object or unique_violation then null;
end
$$;

grant anon, authenticated, service_role, auth_admin to authenticator;

-- Nothing is open by default: every table and function names who may use it.
revoke create on schema public from public;
alter default privileges revoke execute on functions from public;
grant usage on schema public to anon, authenticated, service_role, auth_admin;

create extension if not exists pg_trgm with schema public;
