-- Mails and notices of one statement are logged and announced together.
create function public.log_mail() returns trigger language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
begin
  insert into public.email_logs (user_id, template_id, recipient_email, subject, content, kind, message_id)
  select (select p.id from auth.users u join public.profiles p on p.id = u.id where u.email = lower(f.recipient) and not u.is_sso_user),
    (select t.id from public.email_templates t where t.type = f.kind),
    f.recipient,
    -- A reader of the log must not be able to sign in with what it shows. Contact messages are stored in their inbox.
    case when f.kind like 'auth-%' then regexp_replace(f.subject, '\d{4,}', '······', 'g') else f.subject end,
    case when f.kind like 'auth-%' or f.kind in ('hand-over-code', 'contact') then '' else coalesce(f.text, '') end,
    f.kind, f.id
  from fresh f;
  return null;
end $$;

create trigger log_mail after insert on mail.messages referencing new table as fresh for each statement execute function public.log_mail();
