create policy chief_reads on public.message_texts for select to authenticated using ((select rights.has_role('chief')));
create policy second_step on public.message_texts as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.message_texts to authenticated;
grant select, insert on public.message_texts to service_role;
grant update (author_id, author_name) on public.message_texts to service_role;
grant select on public.message_texts_now to authenticated, service_role;
grant select on public.mail_records to authenticated, service_role;
