-- No condition: an entry shows what everybody may see, and a condition would keep the words' indexes from being used.
create policy for_everybody on public.search_entries for select using (true);
grant select on public.search_entries to anon, authenticated, service_role;

grant execute on function search.plain(text) to authenticated, service_role;
grant execute on function public.search_query(text, text) to anon, authenticated, service_role;
grant execute on function public.search(text, integer, boolean) to anon, authenticated, service_role;
grant execute on function public.search_products(text, text, text, uuid, text, date, integer, integer) to anon, authenticated, service_role;
