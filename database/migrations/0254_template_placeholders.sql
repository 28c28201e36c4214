-- A misspelt placeholder would be an empty place in every mail. Templates that the product fills know their placeholders; what fills
-- those that an operator added is not known here.
alter table public.email_templates add column placeholders text[];
comment on column public.email_templates.placeholders is 'What may stand in double braces; `list.name` for what a list holds. Null: not known.';
update public.email_templates set placeholders = array['full_name', 'base_url', 'referral_code', 'steps', 'steps.text', 'steps.path'] where type = 'welcome';
update public.email_templates set placeholders = array['full_name', 'base_url', 'subject', 'message'] where type = 'contact-received';

create function public.unknown_placeholder(words text, known text[]) returns text language plpgsql immutable set search_path = '' as $$
declare
  tag text;
  name text;
  inside text := '';
begin
  for tag in select btrim(hit[1]) from regexp_matches(words, '\{\{\{?([^{}]*)\}\}', 'g') as hit loop
    name := btrim(ltrim(tag, '#^/&'));
    if left(tag, 1) = '!' then continue; end if;
    if left(tag, 1) = '/' then
      inside := '';
    elsif not (name = any (known) or inside || '.' || name = any (known)) or name like '%.%' then
      return name;
    elsif left(tag, 1) in ('#', '^') then
      inside := name;
    end if;
  end loop;
  return null;
end $$;
comment on function public.unknown_placeholder is 'The first name in double braces that a mail would leave empty; null without one.';

create function public.guard_template() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  wrong text;
begin
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
create trigger guard_template before insert or update of subject, content on public.email_templates
  for each row execute function public.guard_template();
