create policy active_shops on public.vendors for select using (status = 'active');
create policy own_shop on public.vendors for select to authenticated using (owner_id = (select auth.uid()));
create policy overseen_shops on public.vendors for select to authenticated using (id in (select rights.overseen_vendor_ids()));
create policy own_shop_edit on public.vendors for update to authenticated
  using (id = (select rights.my_vendor_id())) with check (id = (select rights.my_vendor_id()));
grant select on public.vendors to anon, authenticated;
grant update (business_name, description, location, logo_url) on public.vendors to authenticated;
grant all on public.vendors to service_role;

-- The owner can read why a shop was rejected or suspended, whatever their role.
create policy own_details on public.vendor_details for select to authenticated
  using (vendor_id in (select v.id from public.vendors v where v.owner_id = (select auth.uid()))
  and not (select rights.owes_second_step()) or vendor_id in (select rights.overseen_vendor_ids()));
create policy own_details_edit on public.vendor_details for update to authenticated
  using (vendor_id = (select rights.my_vendor_id())) with check (vendor_id = (select rights.my_vendor_id()));
grant select, update (phone, address, registration_number) on public.vendor_details to authenticated;
grant all on public.vendor_details to service_role;

create policy shown_with_shop on public.vendor_metrics for select using (vendor_id in (select rights.active_vendor_ids()));
create policy own_metrics on public.vendor_metrics for select to authenticated
  using (vendor_id = (select rights.my_vendor_id()) or vendor_id in (select rights.overseen_vendor_ids()));
grant select on public.vendor_metrics to anon, authenticated;
grant all on public.vendor_metrics to service_role;

create policy months_of_overseen_shops on public.vendor_metric_months for select to authenticated
  using (vendor_id in (select rights.overseen_vendor_ids()));
create policy second_step on public.vendor_metric_months as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.vendor_metric_months to authenticated, service_role;

create policy own_changes on public.shop_changes for select to authenticated using (vendor_id = (select rights.my_vendor_id()));
create policy overseen_changes on public.shop_changes for select to authenticated using (vendor_id in (select rights.overseen_vendor_ids()));
create policy second_step on public.shop_changes as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.shop_changes to authenticated, service_role;
grant insert, update, delete on public.shop_changes to service_role;

grant select on public.vendor_choices to anon, authenticated, service_role;

grant execute on function rights.oversees(text) to anon, authenticated, service_role;
grant execute on function rights.person_oversees(uuid, text) to service_role;
grant execute on function rights.overseen_vendor_ids() to anon, authenticated, service_role;
grant execute on function rights.active_vendor_ids() to anon, authenticated, service_role;
grant execute on function rights.my_buy_ids() to authenticated, service_role;
grant execute on function rights.my_vendor_id() to anon, authenticated, service_role;
grant execute on function public.closing_reason(jsonb, date) to service_role;
grant execute on function public.days_of_sharing(uuid) to service_role;
-- Asked by the checks of vendors.
grant execute on function public.are_closed_days(jsonb) to authenticated, service_role;
grant execute on function public.are_opening_hours(jsonb) to authenticated, service_role;
