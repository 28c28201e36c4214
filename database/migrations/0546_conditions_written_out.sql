-- Conditions that are asked of every row of every statement. Written as expressions they become part of the statement that asks them, which a
-- function with settings of its own cannot; their names are bound when they are made, whatever the search path of those who ask.
create or replace function rights.writes_at_the_tables() returns boolean language sql stable
  return case coalesce(current_setting('role', true), 'none')
    when 'authenticated' then true
    when 'service_role' then coalesce(current_setting('request.method', true), '') <> '' and not coalesce(auth.jwt() ? 'act', false)
    else false end;
create or replace function rights.writes_by_secret_key() returns boolean language sql stable
  return current_setting('role', true) = 'service_role' and rights.writes_at_the_tables();
create or replace function public.orders_are_filled() returns boolean language sql stable
  return coalesce(current_setting('ajoja.orders_are_filled', true), '') = 'on';
create or replace function public.is_own_path(address text) returns boolean language sql immutable parallel safe
  return address ~ '^/([^/\\\s][^\\\s]*)?$' and char_length(address) <= 2000;
create or replace function public.await_own_promises(person uuid) returns void language sql
  return pg_advisory_xact_lock(hashtextextended('promises ' || person::text, 0));
create or replace function public.hold_of(mode text, lapses integer, limits jsonb) returns timestamptz language sql stable
  return case when mode = 'pay_to_join' or lapses >= (limits ->> 'unpaid_lapses')::integer
    then now() + make_interval(mins => (limits ->> 'pay_to_join_hold_minutes')::integer) end;
