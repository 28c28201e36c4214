create policy own_circles on public.ajo_circles for select to authenticated using (id in (select rights.my_ajo_circle_ids()));
create policy chief_reads on public.ajo_circles for select to authenticated using ((select rights.has_role('chief')));
create policy second_step on public.ajo_circles as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.ajo_circles to authenticated, service_role;
grant insert (name, kind, monthly_kobo, seats, months, due_day, starter_id), update (status, started_at, ended_at) on public.ajo_circles to service_role;

create policy own_membership on public.ajo_members for select to authenticated using (person_id = (select auth.uid()));
create policy second_step on public.ajo_members as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.ajo_members to authenticated, service_role;
grant insert, delete, update (status, ended_at, turn) on public.ajo_members to service_role;

create policy own_circles on public.ajo_months for select to authenticated using (circle_id in (select rights.my_ajo_circle_ids()));
create policy second_step on public.ajo_months as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.ajo_months to authenticated, service_role;
grant insert, update (closed_at, group_buy_id, quantity, outcome) on public.ajo_months to service_role;

create policy own_circles on public.ajo_contributions for select to authenticated using (circle_id in (select rights.my_ajo_circle_ids()));
create policy second_step on public.ajo_contributions as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select (id, circle_id, member_id, month, amount_kobo, paid_at, reversed_at) on public.ajo_contributions to authenticated;
grant select, insert, update (paid_at, payment_id, reversed_at) on public.ajo_contributions to service_role;

create policy parts_with_payment on public.ajo_payments for select to authenticated using (exists (select from public.payments p where p.id = payment_id));
create policy second_step on public.ajo_payments as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.ajo_payments to authenticated, service_role;
grant insert on public.ajo_payments to service_role;

create policy own_circles on public.ajo_votes for select to authenticated using (circle_id in (select rights.my_ajo_circle_ids()));
create policy second_step on public.ajo_votes as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.ajo_votes to authenticated, service_role;
grant insert, delete, update (group_buy_id, voted_at) on public.ajo_votes to service_role;

create policy own_orders on public.ajo_orders for select to authenticated
  using (exists (select from public.ajo_members m where m.id = member_id and m.person_id = (select auth.uid())));
create policy second_step on public.ajo_orders as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.ajo_orders to authenticated, service_role;
grant insert on public.ajo_orders to service_role;

create policy own_circles on public.ajo_pot_parts for select to authenticated using (circle_id in (select rights.my_ajo_circle_ids()));
create policy second_step on public.ajo_pot_parts as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.ajo_pot_parts to authenticated, service_role;
grant insert on public.ajo_pot_parts to service_role;

grant select, insert on public.ajo_settlements to service_role;

grant select, insert on public.ajo_reminders to service_role;

grant select on public.ajo_people to authenticated, service_role;
grant select on public.ajo_sheets to authenticated, service_role;
grant select on public.ajo_month_sheets to authenticated, service_role;

grant execute on function rights.my_ajo_circle_ids() to authenticated, service_role;
grant execute on function public.ajo_invitation(text) to authenticated, service_role;
grant execute on function public.sees_ajo() to authenticated, service_role;
grant execute on function public.has_ajo_payment_under_way(uuid) to service_role;
grant execute on function public.is_ajo_open(text) to service_role;
grant execute on function public.has_had_ajo_turn(uuid) to service_role;
grant execute on function public.ajo_ahead_kobo(uuid) to service_role;
