create view public.message_texts_now with (security_invoker = true) as
select distinct on (t.kind, t.part, t.variant, t.language) t.kind, t.part, t.variant, t.language, t.version, t.subject, t.body, t.standard_subject,
  t.standard_body, t.author_name, t.created_at
from public.message_texts t order by t.kind, t.part, t.variant, t.language, t.version desc;
comment on view public.message_texts_now is 'The newest version of each text that a chief has written or taken back.';

-- A mail of the log with how its delivery goes, for chiefs.
create view public.mail_records as
select l.id, l.user_id, l.recipient_email, l.subject, l.content, l.kind, l.status, l.error, l.created_at, l.sent_at, m.attempts,
  case when m.status = 'queued' then m.next_attempt_at end as next_attempt_at, m.last_error, m.delivered_to
from public.email_logs l left join mail.messages m on m.id = l.message_id
where (select rights.has_role('chief')) and not (select rights.owes_second_step());
comment on view public.mail_records is 'Mails of the log with their tries; for chiefs. Read by id.';
