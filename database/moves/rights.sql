create policy moves_are_public on public.allowed_moves for select using (true);
grant select on public.allowed_moves to anon, authenticated, service_role;

create policy history_with_subject on public.status_changes for select to authenticated using (
  (subject = 'order' and exists (select from public.orders o where o.id = subject_id))
  or (subject = 'group_buy' and exists (select from public.group_buys g where g.id = subject_id))
  or (subject = 'vendor' and exists (select from public.vendors v where v.id = subject_id and v.owner_id = (select auth.uid())))
  or (select rights.has_role('chief', 'coordinator')));
grant select, insert on public.status_changes to service_role;
grant select (id, subject, subject_id, from_status, to_status, cause, reason, at) on public.status_changes to authenticated;

grant execute on function public.caused_by(text) to service_role;
grant execute on function rights.cause() to authenticated, service_role;
