create policy read_by_overseers on public.staff_notes for select to authenticated using (
  about_id is distinct from (select auth.uid()) and (
    (select rights.has_role('chief'))
    or record_kind not in ('payment', 'person') and (select rights.has_role('coordinator'))
    or record_kind in ('order', 'claim', 'buy', 'shop') and (select rights.has_role('manager')) and vendor_id in (select rights.overseen_vendor_ids())
    or record_kind = 'person' and rights.opens_record(record_kind, record_id)));
create policy second_step on public.staff_notes as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.staff_notes to authenticated, service_role;
grant insert, delete on public.staff_notes to service_role;
grant update (done_at, done_by) on public.staff_notes to service_role;

grant select on public.listed_staff_notes to authenticated, service_role;
grant select on public.notes_about_me to authenticated, service_role;

grant select, insert, delete on public.record_views to service_role;

grant execute on function public.record_subject(text, uuid) to service_role;
grant execute on function public.may_open_record(uuid, text, uuid) to service_role;
grant execute on function rights.opens_record(text, uuid) to authenticated, service_role;
grant execute on function rights.name_for_staff(uuid) to authenticated, service_role;
grant execute on function public.record_name(text, uuid) to service_role;
grant execute on function public.due_calls(integer, boolean) to authenticated, service_role;
grant execute on function public.order_for_staff(uuid) to authenticated, service_role;
grant execute on function public.buy_for_staff(uuid) to authenticated, service_role;
grant execute on function public.shop_for_staff(uuid) to authenticated, service_role;
grant execute on function public.record_history(text, uuid, integer) to authenticated, service_role;
