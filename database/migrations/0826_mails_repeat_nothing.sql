-- Anybody may type anybody's address into the contact form: what goes there in our name holds none of their words.
update public.email_templates set placeholders = array['base_url', 'reference'] where type = 'contact-received';
update public.email_templates set subject = 'We received your message',
  content = E'Good day,\n\nWe received a message with this address through our contact form and will answer within one working day (Monday to Friday, 9am to 5pm).\n\nReference: {{reference}}\n\nIf you did not write to us, you need not do anything.\n\n{{base_url}}'
where type = 'contact-received' and (subject || content) ~ '\{\{[^}]*(subject|message|full_name)[^}]*\}\}';

create function rights.is_confirmed_address(address text) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (select from auth.users where lower(email) = lower(address) and email_confirmed_at is not null and deleted_at is null) $$;
comment on function rights.is_confirmed_address(text) is 'Whether somebody has shown that this address is theirs. For the service alone: it says who is registered.';
revoke execute on function rights.is_confirmed_address(text) from public;
grant execute on function rights.is_confirmed_address(text) to service_role;

-- What fills a template is escaped in the HTML part, without exception: `{{{x}}}` and `{{&x}}` would not be, and other delimiters hide them.
create or replace function public.guard_template() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  wrong text;
begin
  if new.subject || ' ' || new.content ~ '\{\{\s*[{&=]' then
    raise exception 'Placeholders stand between {{ and }}; three braces, & and = are not allowed' using errcode = 'PT400';
  end if;
  if regexp_replace(new.subject, '\{\{\{?[^{}]*\}?\}\}', '', 'g') ~ '\{\{|\}\}' or regexp_replace(new.content, '\{\{\{?[^{}]*\}?\}\}', '', 'g') ~ '\{\{|\}\}' then
    raise exception 'A placeholder is not closed: each stands between {{ and }}' using errcode = 'PT400';
  end if;
  if new.placeholders is null then return new; end if;
  wrong := coalesce(public.unknown_placeholder(new.subject, new.placeholders), public.unknown_placeholder(new.content, new.placeholders));
  if wrong is not null then
    raise exception 'This mail does not know {{%}}. It knows %.', wrong,
      (select string_agg(case when known like '%.%' then format('{{%s}} inside {{#%s}}', split_part(known, '.', 2), split_part(known, '.', 1))
          else '{{' || known || '}}' end, ', ' order by place)
        from unnest(new.placeholders) with ordinality as k (known, place)
        where not exists (select from unnest(new.placeholders) as inner_name where inner_name like known || '.%'))
      using errcode = 'PT400';
  end if;
  return new;
end $$;
