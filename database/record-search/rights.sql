grant execute on function public.search_records(text, bigint, bigint, text, integer) to authenticated, service_role;
grant execute on function public.people_by_contact(uuid, text, text) to service_role;
