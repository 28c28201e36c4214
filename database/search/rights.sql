-- No condition: entries contain public data only, and a condition would prevent the use of the word indexes.
create policy for_everybody on public.search_entries for select using (true);
grant select on public.search_entries to anon, authenticated, service_role;

grant execute on function search.plain(text) to authenticated, service_role;
grant execute on function public.search_query(text, text) to anon, authenticated, service_role;
grant execute on function public.search(text, integer, boolean, text) to anon, authenticated, service_role;
grant execute on function public.search_products(text, text, text, uuid, text, date, integer, integer, text) to anon, authenticated, service_role;
