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

-- Not their own cases, which have notes of colleagues about them.
create policy staff_reads on public.support_cases for select to authenticated using (
  (select rights.has_role('manager', 'coordinator', 'chief', 'administrator', 'supervisor')) and (state is null or state in (select rights.supported_states()))
  and (conversation_id is null or conversation_id not in (select rights.my_conversation_ids()))
  and (contact_id is null or contact_id not in (select m.id from public.contact_messages m where m.person_id = (select auth.uid()))));
grant select on public.support_cases to authenticated;
grant all on public.support_cases to service_role;
create policy staff_reads on public.support_entries for select to authenticated using (
  (select rights.has_role('manager', 'coordinator', 'chief', 'administrator', 'supervisor')) and exists (select from public.support_cases s where s.id = case_id));
grant select on public.support_entries to authenticated;
grant all on public.support_entries to service_role;
create policy staff_reads on public.canned_answers for select to authenticated
  using ((select rights.has_role('manager', 'coordinator', 'chief', 'administrator', 'supervisor')));
create policy chiefs_add on public.canned_answers for insert to authenticated with check ((select rights.has_role('chief')));
create policy chiefs_change on public.canned_answers for update to authenticated using ((select rights.has_role('chief')));
create policy chiefs_remove on public.canned_answers for delete to authenticated using ((select rights.has_role('chief')));
grant select, insert (id, title, topic, body), update (title, topic, body), delete on public.canned_answers to authenticated;
grant all on public.canned_answers to service_role;

create policy support_reads on public.conversations for select to authenticated using (kind = 'support'
  and (select rights.has_role('manager', 'coordinator', 'chief', 'administrator', 'supervisor'))
  and exists (select from public.support_cases s where s.conversation_id = conversations.id));
create policy support_reads on public.conversation_members for select to authenticated using (
  (select rights.has_role('manager', 'coordinator', 'chief', 'administrator', 'supervisor'))
  and exists (select from public.support_cases s where s.conversation_id = conversation_members.conversation_id));
create policy support_reads on public.messages for select to authenticated using (
  (select rights.has_role('manager', 'coordinator', 'chief', 'administrator', 'supervisor'))
  and exists (select from public.support_cases s where s.conversation_id = messages.conversation_id));

grant select on public.support_queue to authenticated;
grant execute on function rights.answers_support(uuid, text) to service_role;
grant execute on function rights.supported_states() to authenticated, service_role;
grant execute on function public.colleagues_of_support(uuid) to authenticated;

create policy of_overseers on public.region_broadcasts for select to authenticated using (
  (select rights.has_role('manager', 'coordinator', 'chief')) and (author_id = (select auth.uid()) or states && array(select rights.supported_states())));
create policy second_step on public.region_broadcasts as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.region_broadcasts to authenticated;
grant select on public.my_region_notices to authenticated;
grant all on public.region_broadcasts to service_role;
create policy own_notices on public.region_broadcast_recipients for select to authenticated using (person_id = (select auth.uid()));
create policy second_step on public.region_broadcast_recipients as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.region_broadcast_recipients to authenticated;
grant all on public.region_broadcast_recipients to service_role;
grant execute on function public.people_of_region(text[], text, uuid[]) to service_role;
grant execute on function public.oversees_all(uuid, text[]) to service_role;
grant execute on function public.region_audience_size(text[], text) to authenticated;

-- Not reports of their own messages, which name the reporter.
create policy of_overseers on public.message_reports for select to authenticated using (writer_id is distinct from (select auth.uid())
  and ((select rights.has_role('coordinator', 'chief')) or (select rights.has_role('manager')) and state in (select rights.supported_states())));
create policy own_reports on public.message_reports for select to authenticated using (reporter_id = (select auth.uid()));
create policy second_step on public.message_reports as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.message_reports to authenticated;
grant all on public.message_reports to service_role;
create policy own_blocks on public.shop_blocks for all to authenticated using (person_id = (select auth.uid())) with check (person_id = (select auth.uid()));
create policy second_step on public.shop_blocks as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, insert (vendor_id), delete on public.shop_blocks to authenticated;
grant all on public.shop_blocks to service_role;
grant execute on function rights.judges_report(uuid, text) to service_role;
grant update (body) on public.buy_broadcasts to service_role;

-- "… is writing": heard by those who may read the conversation, sent by those who may write in it.
create policy readers_of_conversation on realtime.messages for select to authenticated
  using (extension = 'broadcast' and exists (select from public.conversations c where c.id = realtime.topic_id('conversation')));
create policy writers_in_conversation on realtime.messages for insert to authenticated
  with check (extension = 'broadcast' and exists (select from public.conversations c where c.id = realtime.topic_id('conversation')) and rights.may_write_in(realtime.topic_id('conversation')));
grant execute on function rights.may_write_in(uuid) to authenticated;

-- Staff see which colleagues have a support case open.
create policy colleagues_at_case on realtime.messages for select to authenticated
  using (extension = 'presence' and exists (select from public.support_cases s where s.id = realtime.topic_id('support-case')));
create policy present_at_case on realtime.messages for insert to authenticated
  with check (extension = 'presence' and exists (select from public.support_cases s where s.id = realtime.topic_id('support-case')));
