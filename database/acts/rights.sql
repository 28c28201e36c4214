grant execute on function public.shortened(jsonb) to authenticated, service_role;
grant execute on function rights.writes_at_the_tables() to anon, authenticated, service_role;
grant execute on function rights.writes_by_secret_key() to anon, authenticated, service_role;
