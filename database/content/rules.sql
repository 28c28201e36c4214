-- Authors of published posts, whose full_name and role are public.
create function rights.published_author_ids() returns setof uuid language sql stable security definer set search_path = '' as
$$ select distinct author_id from public.blog_posts where status = 'published' and published_at <= now() $$;

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
comment on function public.unknown_placeholder(text, text[]) is 'The first placeholder in double braces that a mail would leave empty; null if there is none.';
