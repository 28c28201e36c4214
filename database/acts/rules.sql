-- Conditions that are asked of every row of every statement. Written as expressions they become part of the statement that asks them, which a
-- function with settings of its own cannot; their names are bound when they are made, whatever the search path of those who ask.
create function rights.writes_at_the_tables() returns boolean language sql stable
  return case coalesce(current_setting('role', true), 'none')
    when 'authenticated' then true
    when 'service_role' then coalesce(current_setting('request.method', true), '') <> '' and not coalesce(auth.jwt() ? 'act', false)
    else false end;

create function rights.writes_by_secret_key() returns boolean language sql stable
  return current_setting('role', true) = 'service_role' and rights.writes_at_the_tables();

-- A log of many long texts is read by the page: the view shows the beginning of each, the table keeps all of it.
create function public.shortened(fields jsonb) returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  if octet_length(fields::text) < 2000 then return fields; end if;
  return (select jsonb_object_agg(key, case when jsonb_typeof(value) = 'string' then to_jsonb(left(value #>> '{}', 400)) else value end) from jsonb_each(fields));
end $$;
