create policy everyone_reads on public.nigerian_states for select using (true);
grant select on public.nigerian_states to anon, authenticated;
grant all on public.nigerian_states to service_role;

create policy own_row on public.profiles for select to authenticated using (id = (select auth.uid()));
create policy chief_reads on public.profiles for select to authenticated using ((select rights.has_role('chief')));
create policy own_name on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy second_step_to_write on public.profiles as restrictive for update to authenticated using (not (select rights.owes_second_step()));
grant select, update (full_name, hidden_from_boards) on public.profiles to authenticated;
grant all on public.profiles to service_role;

create policy own_referrals on public.referrals for select to authenticated
  using (referrer_id = (select auth.uid()) or (select rights.has_role('chief')));
create policy of_people_on_the_boards on public.referrals for select using (referrer_id in (select rights.board_ids()));
grant all on public.referrals to service_role;
grant select (id, referrer_id, created_at, settled_at) on public.referrals to anon, authenticated;

create policy region_readers on public.manager_regions for select to authenticated
  using (manager_id = (select auth.uid()) or (select rights.has_role('coordinator', 'chief')));
create policy second_step on public.manager_regions as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.manager_regions to authenticated;
grant all on public.manager_regions to service_role;

create policy own_shown_names on public.shown_names for select to authenticated using (user_id = (select auth.uid()));
create policy show_own_name on public.shown_names for insert to authenticated with check (user_id = (select auth.uid())
  and exists (select from public.orders o where o.group_buy_id = shown_names.group_buy_id and o.user_id = (select auth.uid()) and o.is_live));
create policy hide_own_name on public.shown_names for delete to authenticated using (user_id = (select auth.uid()));
create policy second_step on public.shown_names as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, delete on public.shown_names to authenticated, service_role;
grant insert (group_buy_id, user_id) on public.shown_names to authenticated;
grant insert on public.shown_names to service_role;

create policy known_to_all on public.reserved_names for select using (true);
grant select on public.reserved_names to anon, authenticated, service_role;
grant insert, update, delete on public.reserved_names to service_role;

grant select on public.user_directory to authenticated, service_role;
grant select on public_shown.profiles to authenticated, service_role;
grant update (full_name, hidden_from_boards) on public_shown.profiles to authenticated;
grant update on public_shown.profiles to service_role;
grant select (id, role, full_name, points_balance, created_at) on public_shown.profiles to anon;
grant select on public.role_holdings to authenticated, service_role;
grant select on public.buy_names to anon, authenticated, service_role;

grant execute on function public.new_referral_code() to service_role;
grant execute on function public.name_for_apps(uuid) to auth_admin, service_role;
grant execute on function rights.is_service() to anon, authenticated, service_role;
grant execute on function rights.is_disabled(uuid) to service_role;
grant execute on function rights.has_second_factor(uuid) to service_role;
grant execute on function rights.is_confirmed(uuid) to service_role;
grant execute on function rights.email_of(uuid) to service_role;
grant execute on function rights.reader() to service_role;
grant execute on function rights.remembered(text) to service_role;
grant execute on function rights.remember(text, text) to service_role;
grant execute on function rights.my_role() to anon, authenticated, service_role;
grant execute on function rights.owes_second_step() to anon, authenticated, service_role;
grant execute on function rights.lacks_staff_factor() to anon, authenticated, service_role;
grant execute on function rights.has_role(text[]) to anon, authenticated, service_role;
grant execute on function rights.keeps_content() to anon, authenticated, service_role;
grant execute on function public.write_profile() to authenticated, service_role;
grant execute on function rights.can_sign_in(uuid) to service_role;
grant execute on function public.shop_name_key(text) to anon, authenticated, service_role;
grant execute on function public.first_name(text) to anon, authenticated, service_role;
grant execute on function public.name_skeleton(text) to anon, authenticated, service_role;
grant execute on function public.is_reserved_name(text) to anon, authenticated, service_role;
grant execute on function public.refuse_reserved_name(text) to service_role;

create policy own_suspensions on public.account_suspensions for select to authenticated using (person_id = (select auth.uid()));
create policy staff_reads on public.account_suspensions for select to authenticated using ((select rights.has_role('coordinator', 'chief')));
create policy second_step on public.account_suspensions as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select (id, person_id, reason, suspended_at, ended_at, end_reason) on public.account_suspensions to authenticated;
grant select, insert, update, delete on public.account_suspensions to service_role;
grant execute on function rights.is_suspended(uuid) to service_role;
grant execute on function rights.waits_for_chief(uuid, uuid) to service_role;
grant execute on function rights.rank_of(text) to service_role;
grant execute on function rights.outranks(uuid, uuid) to service_role;

create policy second_step on realtime.messages as restrictive for all to authenticated using (not (select rights.owes_second_step()));
