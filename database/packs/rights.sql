grant execute on function public.flexible_units(public.group_buys) to anon, authenticated, service_role;
grant execute on function public.whole_packs_quantity(public.group_buys) to service_role;
grant execute on function public.needs_top_up(public.group_buys) to service_role;
