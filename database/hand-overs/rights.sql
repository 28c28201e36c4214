create policy commands on codes.codes to service_role using (true) with check (true);
grant select, insert, update on codes.codes to service_role;

create policy commands on codes.wrong_tries to service_role using (true) with check (true);
grant select, insert, delete on codes.wrong_tries to service_role;

create policy commands on codes.locks to service_role using (true) with check (true);
grant select, insert, update on codes.locks to service_role;

create policy overrides_for_overseers on public.hand_over_overrides for select to authenticated using ((select rights.has_role('coordinator', 'chief')));
create policy second_step on public.hand_over_overrides as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.hand_over_overrides to authenticated, service_role;
grant insert, update (confirmed_at) on public.hand_over_overrides to service_role;

grant select, insert, update (settlement, settled_at, settled_by, note) on public.offline_hand_overs to service_role;

create policy own_shop_invitations on public.staff_invitations for select to authenticated
  using (vendor_id = (select rights.my_vendor_id()) or (select rights.has_role('coordinator', 'chief')));
create policy second_step on public.staff_invitations as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.staff_invitations to authenticated, service_role;
grant insert, update on public.staff_invitations to service_role;

grant select, insert on public.collection_reminders to service_role;

grant select on public.photo_proofs to service_role;

create policy hand_over_photos_read on storage.objects for select to authenticated
  using (bucket_id = 'hand-over-photos' and ((storage.foldername(name))[1] = (select auth.uid())::text or (select rights.has_role('coordinator', 'chief'))));

grant select on public.expected_hand_overs to authenticated, service_role;
grant select on public.visible_offline_hand_overs to authenticated, service_role;
grant select on public.own_invitations to authenticated, service_role;
grant select on public.own_counters to authenticated, service_role;
grant select on public.staff_members to authenticated, service_role;
grant select on public.own_places to authenticated, service_role;
grant select on public.shop_overrides to authenticated, service_role;

grant execute on function public.is_perishable(text) to authenticated, service_role;
grant execute on function public.claim_time(uuid) to service_role;
grant execute on function public.goods_left_kobo(uuid) to service_role;
grant execute on function rights.hand_over_shops_of(uuid) to authenticated, service_role;
grant execute on function rights.hand_over_places_of(uuid) to authenticated, service_role;
grant execute on function public.open_hand_over(uuid) to service_role;
grant execute on function rights.goods_of_hand_over(uuid) to authenticated, service_role;
grant execute on function rights.invitations_of(uuid) to authenticated, service_role;
grant execute on function rights.confirmed_addresses(uuid) to service_role;
grant execute on function public.has_open_claim(uuid) to service_role;
grant execute on function rights.has_open_claim(uuid) to authenticated, service_role;
grant execute on function rights.may_hand_over(uuid, uuid) to service_role;
grant execute on function rights.minds_hand_over(uuid, uuid) to authenticated, service_role;
grant execute on function rights.handed_over_lately(uuid, uuid) to service_role;
grant execute on function public.closing_after(uuid, timestamp with time zone) to service_role;
grant execute on function public.has_perishables(uuid) to service_role;
grant execute on function public.collect_until(uuid, text, timestamp with time zone) to service_role;
grant execute on function public.grace_until(uuid, timestamp with time zone) to service_role;
grant execute on function public.delivery_held_kobo(uuid) to service_role;
grant execute on function rights.phone_of(uuid) to service_role;
grant execute on function public.is_photo_large_enough(jsonb) to service_role;
grant execute on function public.shop_overrides_kobo_today(uuid) to service_role;
grant execute on function public.units_left(uuid) to service_role;
grant execute on function public.is_of_shop(uuid, uuid) to service_role;
grant execute on function public.may_reach_buyer(uuid, uuid) to service_role;
