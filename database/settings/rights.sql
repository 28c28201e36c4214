create policy chief_reads on public.audit_log for select to authenticated using ((select rights.has_role('chief', 'coordinator')));
create policy own_acts on public.audit_log for select to authenticated using (actor_id = (select auth.uid()));
create policy second_step on public.audit_log as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.audit_log to authenticated, service_role;
grant insert on public.audit_log to service_role;

create policy chief_reads on public.settings for select to authenticated using ((select rights.has_role('chief', 'coordinator')));
create policy chief_adds on public.settings for insert to authenticated with check ((select rights.has_role('chief')) and key not like '%\_bps');
grant select, insert (key, value, effective_from, note) on public.settings to authenticated;
grant all on public.settings to service_role;

create policy everybody_reads on public.public_holidays for select to authenticated using (true);
create policy chief_adds on public.public_holidays for insert to authenticated with check ((select rights.has_role('chief')));
create policy chief_removes on public.public_holidays for delete to authenticated using ((select rights.has_role('chief')));
create policy second_step on public.public_holidays as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, insert (date, name, is_expected), delete on public.public_holidays to authenticated;
grant all on public.public_holidays to service_role;

grant select on public.setting_bounds to service_role;

grant select on public.planned_rates to anon, authenticated, service_role;

grant execute on function public.add_business_days(date, integer) to service_role;
grant execute on function public.read_setting(text) to service_role;
grant execute on function public.shown_setting(text) to anon, authenticated, service_role;
grant execute on function public.settings_in_force(text[]) to anon, authenticated, service_role;
grant execute on function public.setting(text) to anon, authenticated, service_role;
grant execute on function public.whole_setting(text) to anon, authenticated, service_role;
grant execute on function public.is_paused(text) to authenticated, service_role;
grant execute on function public.is_notified_rate(text) to anon, authenticated, service_role;
