grant select, insert, update on public.delivery_runs to service_role;

create policy stops_with_order on public.delivery_stops for select to authenticated
  using (exists (select from public.orders o where o.id = order_id));
create policy second_step on public.delivery_stops as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, insert, update on public.delivery_stops to service_role;
grant select (id, order_id, status, out_at, ended_at, reason, created_at) on public.delivery_stops to authenticated;

create policy hand_over_photos_add on storage.objects for insert to authenticated
  with check (bucket_id = 'hand-over-photos' and (storage.foldername(name))[1] = (select auth.uid())::text and not (select rights.owes_second_step())
    and (exists (select rights.hand_over_places_of((select auth.uid()))) or exists (select rights.hand_over_shops_of((select auth.uid())))
      or exists (select rights.own_runs_of((select auth.uid())))));

grant select on public.overseen_runs to authenticated, service_role;
grant select on public.run_depots to authenticated, service_role;
grant select on public.run_riders to authenticated, service_role;
grant select on public.orders_to_send to authenticated, service_role;
grant select on public.visible_runs to authenticated, service_role;
grant select on public.visible_stops to authenticated, service_role;
grant select on public.order_stops to authenticated, service_role;

grant execute on function rights.run_hubs_of(uuid) to authenticated, service_role;
grant execute on function rights.plans_for(uuid, uuid, uuid) to authenticated, service_role;
grant execute on function rights.rides_for(uuid, uuid, uuid) to authenticated, service_role;
grant execute on function rights.own_runs_of(uuid) to authenticated, service_role;
grant execute on function rights.counted_tries(uuid) to authenticated, service_role;
grant execute on function public.unweighed_of_run(uuid) to service_role;
grant execute on function public.may_be_sent(uuid, uuid, uuid) to service_role;
grant execute on function rights.kg_of_goods(jsonb) to authenticated, service_role;
