-- Roles are shared by all databases of a server, so each is made only when it is missing.
-- The web process logs in as `authenticator`, which owns nothing and may only become one of the others.
do $$
declare
  statement text;
begin
  foreach statement in array array[
    'create role anon nologin noinherit',
    'create role authenticated nologin noinherit',
    'create role service_role nologin noinherit bypassrls',
    'create role auth_admin nologin noinherit',
    'create role authenticator login noinherit',
    'grant anon, authenticated, service_role, auth_admin to authenticator'
  ] loop
    -- Two databases of one server may be migrated at the same moment; no lock spans both, so each statement stands
    -- alone and what met the other one's change is tried again.
    for attempt in 1..50 loop
      begin
        execute statement;
        exit;
      exception
        when duplicate_object or unique_violation then
          exit;
        when internal_error then -- "tuple concurrently updated"
          if attempt = 50 then raise; end if;
          perform pg_sleep(0.05);
      end;
    end loop;
  end loop;
end
$$;

-- Nothing is open by default: every table and function names who may use it.
revoke create on schema public from public;
alter default privileges revoke execute on functions from public;
grant usage on schema public to anon, authenticated, service_role, auth_admin;

create extension if not exists pg_trgm with schema public;

-- Positions in the log tell how far a standby is only where both servers write one history. After a failover a server that was left
-- behind may stand further on than its successor, with writes that nobody has kept. So each history carries a mark of its own, which a
-- standby holds only if it follows that one (docs/decisions/0069).
create schema standbys;

comment on schema standbys is 'What the market needs to know about servers that repeat this one.';

grant usage on schema standbys to authenticator;

create table standbys.timelines (
  timeline text primary key,
  mark uuid not null default gen_random_uuid(),
  noted_at timestamptz not null default clock_timestamp()
);
comment on table standbys.timelines is 'The histories that a primary server of this database has written, one row for each.';
alter table standbys.timelines enable row level security;
