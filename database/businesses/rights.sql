create policy own_business on public.businesses for select to authenticated using (id in (select rights.my_business_ids()));
create policy overseen_businesses on public.businesses for select to authenticated using (rights.oversees(state));
create policy second_step on public.businesses as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.businesses to authenticated, service_role;
grant insert, update on public.businesses to service_role;

-- Other members are read through business_people, which shows addresses to the owner alone.
create policy own_membership on public.business_members for select to authenticated using (person_id = (select auth.uid()) and ended_at is null);
create policy second_step on public.business_members as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.business_members to authenticated, service_role;
grant insert, update (person_id, accepted_at, ended_at, orders_for_business) on public.business_members to service_role;

grant select on public.business_people to authenticated, service_role;
grant select on public.own_business_invitations to authenticated, service_role;
grant select on public.business_orders to authenticated, service_role;

grant execute on function rights.my_business_ids() to authenticated, service_role;
grant execute on function rights.ordering_name(uuid) to authenticated, service_role;
grant execute on function rights.owns_business(uuid) to authenticated, service_role;
grant execute on function rights.business_invitations_of(uuid) to authenticated, service_role;
grant execute on function public.ordering_business(uuid) to service_role;
