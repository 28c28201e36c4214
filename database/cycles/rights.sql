create policy own_cycles on public.buy_cycles for select to authenticated
  using (vendor_id = (select rights.my_vendor_id()) or vendor_id in (select rights.overseen_vendor_ids()));
create policy second_step on public.buy_cycles as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.buy_cycles to authenticated, service_role;
grant insert, update (status, pause_reason, next_opens_at, next_end_date, next_share_date, ended_at) on public.buy_cycles to service_role;
grant update (cycle_id) on public.group_buys to service_role;

create policy own_standing_orders on public.standing_orders for select to authenticated using (person_id = (select auth.uid()));
create policy second_step on public.standing_orders as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.standing_orders to authenticated, service_role;
grant insert, delete, update (quantity, most_kobo, mode, status, pause_reason, skips_next, active_since, ended_at) on public.standing_orders to service_role;

create policy own_standing_rounds on public.standing_rounds for select to authenticated
  using (standing_order_id in (select s.id from public.standing_orders s where s.person_id = (select auth.uid())));
create policy second_step on public.standing_rounds as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.standing_rounds to authenticated, service_role;
grant insert, delete on public.standing_rounds to service_role;

grant select on public.repeating_buys to anon, authenticated, service_role;
grant select on public.own_standing_orders to authenticated, service_role;
grant select on public.own_cycles to authenticated, service_role;

grant execute on function public.is_cycle_due(public.buy_cycles) to service_role;
