grant execute on function public.lagos_day(timestamp with time zone) to authenticated, service_role, auth_admin;
grant execute on function public.market_days(date, date, text) to authenticated, service_role;
grant execute on function public.market_states(date, date) to authenticated, service_role;
grant execute on function public.market_categories(date, date, text) to authenticated, service_role;
grant execute on function public.active_people(date[], date[]) to authenticated, service_role;
grant select, delete on sums.active_people to service_role;
grant execute on function public.held_days(date[]) to authenticated, service_role;
grant execute on function public.figure_rows(text, date, date, text, timestamptz, uuid, integer) to authenticated, service_role;
grant select on public.my_active_days to authenticated, service_role;
