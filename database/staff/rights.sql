grant select, insert, update on public.typed_amounts to service_role;

grant select on public.place_cash to authenticated, service_role;
grant select on public.listed_amounts to authenticated, service_role;
grant select on public.own_duties to authenticated, service_role;
grant select on public.state_overview to authenticated, service_role;

grant execute on function rights.serves_shop(uuid, uuid) to service_role;
grant execute on function public.street_key(text, text, text) to service_role;
grant execute on function public.household(uuid) to service_role;
grant execute on function public.has_part_in(text, uuid, uuid, boolean) to service_role;
grant execute on function public.runs_shop_of(text, uuid, uuid) to service_role;
grant execute on function public.amount_bounds(text, uuid) to service_role;
grant execute on function rights.may_agree_to(uuid) to authenticated, service_role;
grant execute on function public.may_decide_amount(uuid, uuid) to service_role;

grant execute on function public.may_see_person(uuid, uuid) to service_role;
grant execute on function rights.oversees_person(uuid) to authenticated, service_role;
grant execute on function public.masked(text) to service_role;
grant execute on function public.person_record(uuid) to authenticated, service_role;
grant execute on function public.person_money(uuid) to authenticated, service_role;
grant execute on function public.person_duties(uuid) to authenticated, service_role;
grant execute on function public.person_devices(uuid) to authenticated, service_role;
grant execute on function public.person_notices(uuid) to authenticated, service_role;
grant execute on function public.suspension_impact(uuid) to authenticated, service_role;

create policy own_views on public.saved_views for all to authenticated using (person_id = (select auth.uid())) with check (person_id = (select auth.uid()));
create policy second_step on public.saved_views as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, delete on public.saved_views to authenticated;
grant insert (list, name, query, is_default), update (name, query, is_default) on public.saved_views to authenticated;
grant all on public.saved_views to service_role;

grant execute on function public.colleague_names(uuid[]) to authenticated;
