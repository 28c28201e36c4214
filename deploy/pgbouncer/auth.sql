-- Once, as the owner, in the market's database. PgBouncer may read how one account logs in: the market's.
create role pgbouncer login password 'change-me';
create schema pgbouncer;
grant usage on schema pgbouncer to pgbouncer;
create function pgbouncer.login(wanted text) returns table (name text, secret text)
  language sql security definer set search_path = '' as $$
  select rolname::text, rolpassword::text from pg_catalog.pg_authid where rolname = wanted and rolname = 'authenticator'
$$;
revoke all on function pgbouncer.login(text) from public;
grant execute on function pgbouncer.login(text) to pgbouncer;
