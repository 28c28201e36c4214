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

-- The facts that a message needs, its authors, and the messages that stay as they are (domain/mails/own-texts/locked-messages.ts).
create function public.guard_message_text() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  words text := coalesce(new.subject, '') || ' ' || coalesce(new.body, '');
  wrong text;
begin
  if not exists (select from public.profiles p where p.id = new.author_id and p.role = 'chief') or not rights.can_sign_in(new.author_id) then
    raise exception 'Only chiefs write the texts of messages' using errcode = '42501';
  end if;
  if new.kind in ('account-suspended', 'account-reinstated', 'bank-account-changed', 'bank-account-changed-at-shop', 'contact', 'data-erased',
    'data-handed-out', 'handed-over-without-code', 'payout-started', 'staff-invited') or new.kind like 'auth-%' then
    raise exception 'The text of this message cannot be changed' using errcode = 'PT409';
  end if;
  -- Serialises two chiefs: the second sees the first one's version.
  perform pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'message-text', new.kind, new.part, new.variant, new.language), 0));
  if new.version <> 1 + coalesce((select max(t.version) from public.message_texts t
    where (t.kind, t.part, t.variant, t.language) = (new.kind, new.part, new.variant, new.language)), 0) then
    raise exception 'Somebody else has changed this text meanwhile' using errcode = 'PT409';
  end if;
  if new.body is null then return new; end if;
  select name into wrong from unnest(new.required) name where position('{' || name || '}' in words) = 0 limit 1;
  if wrong is not null then
    raise exception 'This message has to say {%}', wrong using errcode = 'PT400';
  end if;
  select m[1] into wrong from regexp_matches(words, '\{([^{}]*)\}', 'g') m where m[1] <> all (new.placeholders) limit 1;
  if wrong is not null then
    raise exception 'This message has no placeholder {%}', wrong using errcode = 'PT400';
  end if;
  if words ~ '[<>]|://|(^|[^A-Za-z])www\.|@[A-Za-z0-9]|[A-Za-z0-9}]\.[A-Za-z]{2}' then
    raise exception 'Own texts are plain text, and links come from placeholders only' using errcode = 'PT400';
  end if;
  -- `log_mail` stores subjects, and staff read its log.
  if position('{code}' in new.subject) > 0 then
    raise exception 'The log of mails shows the subject, so it cannot say {code}' using errcode = 'PT400';
  end if;
  if (new.part = 'sms') <> (new.subject = '') or char_length(new.body) > (case new.part when 'sms' then 300 when 'notice' then 700 else 4000 end) then
    raise exception 'This text has a wrong length' using errcode = 'PT400';
  end if;
  return new;
end $$;

-- Deleting an account takes the author out; nothing else changes what was written.
create function public.guard_message_text_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' or to_jsonb(old) - 'author_id' - 'author_name' <> to_jsonb(new) - 'author_id' - 'author_name' or new.author_id is not null then
    raise exception 'Texts of messages are added, never changed' using errcode = 'PT409';
  end if;
  return new;
end $$;

create trigger a_clean_texts before insert on public.message_texts for each row execute function public.clean_texts('subject', 'body');
create trigger guard_message_text before insert on public.message_texts for each row execute function public.guard_message_text();
create trigger guard_message_text_change before update or delete on public.message_texts for each row execute function public.guard_message_text_change();
create trigger log_act after insert or update or delete on public.message_texts for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('message-text', 'kind', '');
