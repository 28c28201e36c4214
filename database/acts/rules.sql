-- Conditions that are evaluated for every row. Written as plain expressions they are inlined into the calling statement, which a
-- function with its own settings cannot be; their names are bound at creation, whatever the caller's search path.
create function rights.writes_at_the_tables() returns boolean language sql stable
  return case coalesce(current_setting('role', true), 'none')
    when 'authenticated' then true
    when 'service_role' then coalesce(current_setting('request.method', true), '') <> '' and not coalesce(auth.jwt() ? 'act', false)
    else false end;

create function rights.writes_by_secret_key() returns boolean language sql stable
  return current_setting('role', true) = 'service_role' and rights.writes_at_the_tables();

-- The log page lists many long texts: the view shows the beginning of each, the table has the whole text.
create function public.shortened(fields jsonb) returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  if octet_length(fields::text) < 2000 then return fields; end if;
  return (select jsonb_object_agg(key, case when jsonb_typeof(value) = 'string' then to_jsonb(left(value #>> '{}', 400)) else value end) from jsonb_each(fields));
end $$;
