create policy own_notices on public.notices for select to authenticated using (person_id = (select auth.uid()));
create policy own_reading on public.notices for update to authenticated
  using (person_id = (select auth.uid())) with check (person_id = (select auth.uid()));
create policy second_step on public.notices as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.notices to authenticated, service_role;
grant update (read_at) on public.notices to authenticated;
grant insert, delete on public.notices to service_role;

grant select, insert, delete on public.payment_reminders to service_role;

create policy own_follows on public.follows for select to authenticated using (follower_id = (select auth.uid()));
-- Only what is visible to the person can be followed: the subquery runs with their rights.
create policy own_follows_add on public.follows for insert to authenticated with check (
  follower_id = (select auth.uid())
  and (product_id is null or exists (select from public.products p where p.id = product_id))
  and (vendor_id is null or exists (select from public.vendors v where v.id = vendor_id)));
create policy own_follows_remove on public.follows for delete to authenticated using (follower_id = (select auth.uid()));
create policy own_follows_edit on public.follows for update to authenticated
  using (follower_id = (select auth.uid())) with check (follower_id = (select auth.uid()));
create policy second_step on public.follows as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, delete on public.follows to authenticated, service_role;
grant insert (follower_id, product_id, vendor_id, wants_restock), update (wants_restock) on public.follows to authenticated;
grant insert, update (wants_restock) on public.follows to service_role;

create policy own_searches on public.saved_searches for select to authenticated using (person_id = (select auth.uid()));
create policy own_searches_add on public.saved_searches for insert to authenticated with check (person_id = (select auth.uid()));
create policy own_searches_remove on public.saved_searches for delete to authenticated using (person_id = (select auth.uid()));
create policy second_step on public.saved_searches as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, delete on public.saved_searches to authenticated, service_role;
grant insert (person_id, words) on public.saved_searches to authenticated;
grant insert, update (checked_at) on public.saved_searches to service_role;

create policy own_preferences on public.notice_preferences for select to authenticated using (person_id = (select auth.uid()));
create policy own_preferences_add on public.notice_preferences for insert to authenticated with check (person_id = (select auth.uid()));
create policy own_preferences_edit on public.notice_preferences for update to authenticated
  using (person_id = (select auth.uid())) with check (person_id = (select auth.uid()));
create policy second_step on public.notice_preferences as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, insert, update on public.notice_preferences to authenticated, service_role;
grant delete on public.notice_preferences to service_role;

create policy own_subscriptions on public.push_subscriptions for select to authenticated using (person_id = (select auth.uid()));
create policy own_subscriptions_remove on public.push_subscriptions for delete to authenticated using (person_id = (select auth.uid()));
create policy second_step on public.push_subscriptions as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant delete on public.push_subscriptions to authenticated, service_role;
grant select (id, person_id, session_id, user_agent, created_at) on public.push_subscriptions to authenticated;
grant select, insert, update on public.push_subscriptions to service_role;

grant select, insert, update, delete on public.pushes to service_role;

grant select, insert, update, delete on public.follower_notifications to service_role;

grant select on public.my_notice_preferences to authenticated;
grant select on public.my_push_devices to authenticated;

grant execute on function public.reminder_step(timestamp with time zone, timestamp with time zone, timestamp with time zone) to service_role;
grant execute on function public.notice_preferences_of(uuid) to authenticated, service_role;
grant execute on function public.after_quiet_hours(public.notice_preferences, timestamp with time zone) to service_role;
grant execute on function public.wants_notice(public.notice_preferences, text, text) to service_role;
grant execute on function public.session_for_push(uuid, uuid) to service_role;
grant execute on function public.is_orderable(public.products) to authenticated, service_role;

grant select, insert, update, delete on outbox.entries to service_role;
