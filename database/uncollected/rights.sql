create policy own_or_overseen_uncollected on public.uncollected for select to authenticated
  using (buyer_id = (select auth.uid()) or vendor_id in (select rights.overseen_vendor_ids()));
create policy second_step on public.uncollected as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, insert, update on public.uncollected to service_role;
grant select (order_id, buyer_id, vendor_id, pickup_point_id, kind, perishes, due_until, opened_at, handling_bps, preferred_outcome, preferred_at, closed_at, outcome, hand_over_id, reason, proceeds_kobo, handling_kobo, returned_kobo) on public.uncollected to authenticated;

create policy calls_with_uncollected on public.uncollected_calls for select to authenticated using (order_id in (select u.order_id from public.uncollected u));
create policy second_step on public.uncollected_calls as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, insert on public.uncollected_calls to service_role;
grant select (id, order_id, reached, note, called_at) on public.uncollected_calls to authenticated;

grant select on public.own_goods_left to authenticated, service_role;
grant select on public.own_collections to authenticated, service_role;
grant select on public.held_goods to authenticated, service_role;
grant select on public.held_rooms to authenticated, service_role;

grant execute on function public.is_beyond_reach(uuid) to service_role;
grant execute on function rights.units_left_of(uuid) to authenticated, service_role;
grant execute on function rights.grace_of(uuid, timestamp with time zone) to authenticated, service_role;
grant execute on function public.may_decide_uncollected(uuid, uuid) to service_role;
