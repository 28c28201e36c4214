-- Arguments: the noun of the logged act, the column that identifies the row, the columns whose values must not be logged.
create function public.log_act() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'updated_at' end;
  becomes jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - 'updated_at' end;
  row_id text := coalesce(becomes, was) ->> tg_argv[1];
  secret text;
  row_name text;
  named jsonb;
begin
  if was = becomes then return null; end if;
  -- Unchanged columns are not logged.
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, value) into becomes from jsonb_each(becomes) where was -> key is distinct from value;
    select jsonb_object_agg(key, value) into was from jsonb_each(was) where becomes ? key;
  end if;
  foreach secret in array string_to_array(tg_argv[2], ' ') loop
    if was ? secret then was := was || jsonb_build_object(secret, 'not kept'); end if;
    if becomes ? secret then becomes := becomes || jsonb_build_object(secret, 'not kept'); end if;
  end loop;
  select left(coalesce(to_jsonb(new), to_jsonb(old)) ->> name, 160) into row_name
  from unnest(array['title', 'name', 'business_name', 'product_name', 'type', 'key']) with ordinality as n (name, place)
  where coalesce(to_jsonb(new), to_jsonb(old)) ? name and name <> all (string_to_array(tg_argv[2], ' ')) order by place limit 1;
  -- Two ids would mean nothing to a reader.
  if tg_table_name = 'blog_post_tags' then
    select p.title, jsonb_build_object('tag', t.name) into row_name, named from public.blog_posts p, public.blog_tags t
    where p.id = row_id::uuid and t.id = (coalesce(becomes, was) ->> 'tag_id')::uuid;
    if tg_op = 'INSERT' then becomes := named; else was := named; end if;
  end if;
  insert into public.audit_log (actor_id, action, subject_type, subject_id, subject_name, before, after)
  values (auth.uid(), tg_argv[0] || case tg_op when 'INSERT' then '.add' when 'UPDATE' then '.change' else '.remove' end, replace(tg_argv[0], '-', '_'),
    case when row_id ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$' then row_id::uuid end, row_name, was, becomes);
  return null;
end $$;
comment on function public.log_act() is '@notes writes an audit log entry and changes nothing else.';

-- One statement must not empty a table of content. server/calls/table-interceptors.ts requires rows to be named; this limit holds
-- without it.
create function public.limit_writes() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from (select from written limit 101) w) > 100 then
    raise exception 'Name the rows to be written, at most 100 at once' using errcode = 'PT400';
  end if;
  return null;
end $$;
