create policy own_cart on public.cart_items for select to authenticated using (profile_id = (select auth.uid()));
create policy second_step on public.cart_items as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.cart_items to authenticated, service_role;
grant insert, update, delete on public.cart_items to service_role;

create policy own_lists on public.saved_lists for all to authenticated
  using (profile_id = (select auth.uid())) with check (profile_id = (select auth.uid()));
create policy second_step on public.saved_lists as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.saved_lists to authenticated, service_role;
grant insert (name, lines), update (name, deleted_at) on public.saved_lists to authenticated;
grant insert, update, delete on public.saved_lists to service_role;

grant execute on function public.is_saved_line(jsonb) to authenticated, service_role;
grant execute on function public.are_saved_lines(jsonb) to authenticated, service_role;
