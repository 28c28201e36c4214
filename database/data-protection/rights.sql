create policy chief_reads on public.data_requests for select to authenticated using ((select rights.has_role('chief')));
create policy own_requests on public.data_requests for select to authenticated using (person_id = (select auth.uid()));
create policy second_step on public.data_requests as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.data_requests to authenticated;
grant select, insert, update on public.data_requests to service_role;

create policy chief_reads on public.data_exports for select to authenticated using ((select rights.has_role('chief')));
create policy second_step on public.data_exports as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.data_exports to authenticated;
grant select, insert on public.data_exports to service_role;
grant update (taken_by, taken_at) on public.data_exports to service_role;

create policy chief_reads on public.data_incidents for select to authenticated using ((select rights.has_role('chief')));
create policy second_step on public.data_incidents as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.data_incidents to authenticated;
grant select, insert, update on public.data_incidents to service_role;
