create policy own_requests on public.quantity_requests for select to authenticated using (person_id = (select auth.uid()));
create policy requests_to_the_shop on public.quantity_requests for select to authenticated
  using (exists (select from public.group_buys g where g.id = group_buy_id and g.vendor_id = (select rights.my_vendor_id())));
create policy second_step on public.quantity_requests as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.quantity_requests to authenticated, service_role;
grant insert, delete, update (quantity, note, status, decided_by, reason, ended_at) on public.quantity_requests to service_role;

grant select on public.requested_quantities to authenticated, service_role;

grant execute on function public.own_terms(uuid) to authenticated, service_role;
grant execute on function public.own_max_quantity(uuid, uuid, integer) to service_role;
