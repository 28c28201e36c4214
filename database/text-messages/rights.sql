create policy own_consents on public.text_consents for select to authenticated using (person_id = (select auth.uid()));
create policy second_step on public.text_consents as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.text_consents to authenticated, service_role;
grant insert (person_id, channel, phone, wording), update (ended_at, end_reason), delete on public.text_consents to service_role;

-- Without the person and the event: the figures name no person.
create policy chief_reads on public.text_messages for select to authenticated using ((select rights.has_role('chief')));
create policy second_step on public.text_messages as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select (id, channel, kind, status, attempts, claimed_at, settled_at, cost_kobo, reason, created_at) on public.text_messages to authenticated;
grant select, delete on public.text_messages to service_role;
-- Status and cost are written by the functions alone.
grant insert (person_id, channel, kind, event, parameters, hand_over_id, needs_consent, parts, next_attempt_at, expires_at) on public.text_messages to service_role;

grant select, insert, update, delete on public.text_message_stops to service_role;

grant select on public.my_text_channel to authenticated;
grant select on public.text_message_months to authenticated;

grant execute on function rights.my_confirmed_phone() to authenticated;
grant execute on function public.lagos_today() to authenticated, service_role;
grant execute on function public.text_cost_today() to service_role;
grant execute on function public.claim_text_messages(jsonb, integer) to service_role;
grant execute on function public.settle_text_message(bigint, text, jsonb) to service_role;
grant execute on function public.record_text_report(text, text, jsonb) to service_role;
grant execute on function public.stop_texts(text, text, timestamp with time zone) to service_role;
