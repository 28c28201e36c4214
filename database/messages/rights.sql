create policy members_read on public.conversations for select to authenticated using (id in (select rights.my_conversation_ids()));
create policy second_step on public.conversations as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.conversations to authenticated;
grant all on public.conversations to service_role;

create policy members_read on public.conversation_members for select to authenticated
  using (conversation_id in (select rights.my_conversation_ids()));
create policy own_reading on public.conversation_members for update to authenticated
  using (profile_id = (select auth.uid())) with check (profile_id = (select auth.uid()));
create policy second_step on public.conversation_members as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, update (last_read_at) on public.conversation_members to authenticated;
grant all on public.conversation_members to service_role;

create policy members_read on public.messages for select to authenticated using (conversation_id in (select rights.my_conversation_ids()));
create policy members_write on public.messages for insert to authenticated
  with check (sender_id = (select auth.uid()) and conversation_id in (select rights.my_conversation_ids()));
create policy second_step on public.messages as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, insert (id, conversation_id, sender_id, body) on public.messages to authenticated;
grant all on public.messages to service_role;

create policy reviews_of_active_shops on public.reviews for select using (hidden_at is null and vendor_id in (select rights.active_vendor_ids()));
grant all on public.reviews to service_role;
grant select (id, vendor_id, rating, comment, created_at, reply, replied_at, product_ids) on public.reviews to anon, authenticated;

create policy staff_reads on public.contact_messages for select to authenticated
  using ((select rights.has_role('manager', 'coordinator', 'chief', 'administrator', 'supervisor')));
grant select on public.contact_messages to authenticated;
grant all on public.contact_messages to service_role;

grant select on public.my_conversations to authenticated, service_role;
grant select on public.my_reviews to authenticated;
grant select on public.my_contact_messages to authenticated;

grant execute on function rights.my_conversation_ids() to anon, authenticated, service_role;
grant execute on function rights.may_write_to(uuid, uuid, uuid) to service_role;
grant execute on function rights.may_write_about(uuid, uuid, uuid, uuid, uuid) to service_role;
grant execute on function public.party_to_write_to(uuid, uuid, uuid, uuid, uuid) to authenticated;
grant execute on function public.staff_to_write_to() to authenticated;
