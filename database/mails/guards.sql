-- Mails and notices of one statement are logged and announced together. A row of the log has the id of its mail, which is in the
-- order of time where there are many (platform/postgres/queries/ordered-uuid.ts).
create function public.log_mail() returns trigger language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
begin
  insert into public.email_logs (id, user_id, template_id, recipient_email, subject, content, kind, message_id)
  select f.id, (select p.id from auth.users u join public.profiles p on p.id = u.id where u.email = lower(f.recipient) and not u.is_sso_user),
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

-- Digits and dots of other scripts as those of ASCII, without invisible characters. White space is one space, as pages show it.
create function public.plain_text(words text) returns text language sql immutable set search_path = '' as $$
  select regexp_replace(regexp_replace(regexp_replace(regexp_replace(normalize(words, NFKC),
    '[\u00AD\u0300-\u036F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u206F\u20D0-\u20FF\u3164\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF\uFFA0\uFFF0-\uFFF8\U0001BCA0-\U0001BCA3\U000E0000-\U000E0FFF]', '', 'g'),
    '[\u3002\u06D4\u0589\u0701\u0702\u1362\u166E\u1803\u1809\uA4FF\uA60E]', '.', 'g'),
    '[\u0660-\u0669\u06F0-\u06F9\u07C0-\u07C9\u0966-\u096F\u09E6-\u09EF\u0A66-\u0A6F\u0AE6-\u0AEF\u0B66-\u0B6F\u0BE6-\u0BEF\u0C66-\u0C6F\u0CE6-\u0CEF\u0D66-\u0D6F\u0DE6-\u0DEF\u0E50-\u0E59\u0ED0-\u0ED9\u0F20-\u0F29\u1040-\u1049\u1090-\u1099\u17E0-\u17E9\u1810-\u1819\u1946-\u194F\u19D0-\u19D9\u1A80-\u1A89\u1A90-\u1A99\u1B50-\u1B59\u1BB0-\u1BB9\u1C40-\u1C49\u1C50-\u1C59\uA620-\uA629\uA8D0-\uA8D9\uA900-\uA909\uA9D0-\uA9D9\uA9F0-\uA9F9\uAA50-\uAA59\uABF0-\uABF9\u24EB-\u24FF\u2776-\u2793\u3007]', '0', 'g'),
    '[[:space:]]+', ' ', 'g')
$$;

-- Same rule as domain/mails/own-texts/contact-fault.ts: an address, or nine digits with little between them.
create function public.leads_elsewhere(words text) returns boolean language plpgsql immutable set search_path = '' as $$
declare
  plain text := public.plain_text(words);
  -- Placeholders are removed before full-width braces become ASCII ones: what is between those is shown.
  others text := public.plain_text(regexp_replace(words, '\{[^{}]*\}', ':', 'g'));
begin
  return plain ~ '://|(^|[^A-Za-z])www\.|[A-Za-z0-9]@[A-Za-z0-9]|[A-Za-z0-9}]\.[A-Za-z]{2}' or others ~ '(^|[^0-9])[0-9]{1,3}(\.[0-9]{1,3}){3}([^0-9]|$)'
    or regexp_replace(others, '([^[:alpha:]0-9])\1+', '\1', 'g') ~ '[0-9]([^[:alpha:]0-9]{0,4}[0-9]){8}';
end $$;
comment on function public.leads_elsewhere(text) is 'Whether a text has an address, or a number that may be one of a phone or bank account.';

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
  if words ~ '[<>]|@[A-Za-z0-9]' or public.leads_elsewhere(new.subject) or public.leads_elsewhere(new.body) then
    raise exception 'Own texts are plain text, and links and numbers come from placeholders only' using errcode = 'PT400';
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
