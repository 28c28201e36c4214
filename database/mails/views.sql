create view public.message_texts_now with (security_invoker = true) as
select distinct on (t.kind, t.part, t.variant, t.language) t.kind, t.part, t.variant, t.language, t.version, t.subject, t.body, t.standard_subject,
  t.standard_body, t.author_name, t.created_at
from public.message_texts t order by t.kind, t.part, t.variant, t.language, t.version desc;
comment on view public.message_texts_now is 'The newest version of each text that a chief has written or taken back.';
