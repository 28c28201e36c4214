-- Every privileged write at the tables is in the log of acts, whoever wrote it and through whichever client: by trigger. What a command does
-- is written down by the command, in its own words (server/record-act.ts); its transactions carry the claim `act`, and the trigger passes
-- over them. What triggers do because of a write is not an act of its own.
alter table public.audit_log add column subject_name text;
comment on column public.audit_log.subject_name is 'The row''s name when it was written; null where it would be a person''s.';
alter table public.audit_log drop constraint audit_log_action_check;
alter table public.audit_log add check (action ~ '^[a-z-]+\.[a-z-]+$' and char_length(action) <= 60);

-- A person at the tables, or the secret key. Jobs and commands are neither: no request to a table is theirs, or they say for whom they act.
create function rights.writes_at_the_tables() returns boolean language sql stable set search_path = '' as $$
  select case coalesce(current_setting('role', true), 'none')
    when 'authenticated' then true
    when 'service_role' then coalesce(current_setting('request.method', true), '') <> '' and not coalesce(auth.jwt() ? 'act', false)
    else false end
$$;
create function rights.writes_by_secret_key() returns boolean language sql stable set search_path = '' as
$$ select current_setting('role', true) = 'service_role' and rights.writes_at_the_tables() $$;
grant execute on function rights.writes_at_the_tables(), rights.writes_by_secret_key() to anon, authenticated, service_role;

-- Arguments: the noun of the act, the column that names the row, the columns whose values are nobody's to keep.
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
  -- What a change left as it was is not told.
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
  -- Two numbers would say nothing to whoever reads it.
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
comment on function public.log_act() is '@notes what was written, and changes nothing else.';
revoke execute on function public.log_act() from public;

-- Staff write these through the table API, each row under their own name.
do $$
declare
  kept record;
begin
  for kept in select * from (values
    ('featured_deals', 'deal', 'id', ''), ('advertisements', 'advert', 'id', ''), ('email_templates', 'template', 'id', ''),
    ('blog_categories', 'category', 'id', ''), ('blog_tags', 'tag', 'id', ''), ('blog_posts', 'post', 'id', ''),
    ('blog_post_tags', 'post-tag', 'post_id', '')
  ) as tables (name, noun, id, hidden) loop
    execute format('create trigger log_act after insert or update or delete on public.%I for each row
      when (pg_trigger_depth() = 0 and rights.writes_at_the_tables()) execute function public.log_act(%L, %L, %L)', kept.name, kept.noun, kept.id, kept.hidden);
  end loop;
  -- These are people's own at the tables, or nobody's: only the secret key writes what is somebody else's. What people wrote about themselves
  -- is not repeated in a log that keeps it for ever.
  for kept in select * from (values
    ('profiles', 'profile', 'id', 'full_name referral_code'), ('referrals', 'referral', 'id', ''), ('manager_regions', 'manager-region', 'manager_id', ''),
    ('nigerian_states', 'state', 'name', ''), ('vendors', 'shop', 'id', ''), ('vendor_details', 'shop-detail', 'vendor_id', 'phone address registration_number'),
    ('vendor_metrics', 'shop-figure', 'vendor_id', ''), ('products', 'product', 'id', ''), ('group_buys', 'group-buy', 'id', ''),
    ('orders', 'order', 'id', 'buyer_name'), ('order_lines', 'order-line', 'order_id', ''), ('checkouts', 'checkout', 'id', ''),
    ('conversations', 'conversation', 'id', 'subject'), ('conversation_members', 'conversation-member', 'conversation_id', 'display_name'),
    ('messages', 'message', 'id', 'body'), ('reviews', 'review', 'id', 'comment'),
    ('contact_messages', 'contact-message', 'id', 'name email subject message'),
    ('email_logs', 'mail', 'id', 'recipient_email subject content metadata')
  ) as tables (name, noun, id, hidden) loop
    execute format('create trigger log_act after insert or update or delete on public.%I for each row
      when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act(%L, %L, %L)', kept.name, kept.noun, kept.id, kept.hidden);
  end loop;
end $$;
-- A new setting is told by log_setting. There is nothing to change in an old one; whoever does it all the same is written down.
create trigger log_act after update or delete on public.settings for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('setting', 'key', '');

-- Nobody empties a table of content by one statement. The door asks for the rows by name (server/table-interceptors.ts); this holds without it.
create function public.limit_writes() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from (select from written limit 101) w) > 100 then
    raise exception 'Name the rows to be written, at most 100 at once' using errcode = 'PT400';
  end if;
  return null;
end $$;
revoke execute on function public.limit_writes() from public;
do $$
declare
  kept text;
begin
  foreach kept in array array['featured_deals', 'advertisements', 'email_templates', 'blog_categories', 'blog_tags', 'blog_posts', 'blog_post_tags'] loop
    execute format('create trigger limit_changes after update on public.%I referencing new table as written for each statement
      when (pg_trigger_depth() = 0 and current_setting(''role'', true) = ''authenticated'') execute function public.limit_writes()', kept);
    execute format('create trigger limit_removals after delete on public.%I referencing old table as written for each statement
      when (pg_trigger_depth() = 0 and current_setting(''role'', true) = ''authenticated'') execute function public.limit_writes()', kept);
  end loop;
end $$;

-- A log of many long texts is read by the page: the view shows the beginning of each, the table keeps all of it.
create function public.shortened(fields jsonb) returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  if octet_length(fields::text) < 2000 then return fields; end if;
  return (select jsonb_object_agg(key, case when jsonb_typeof(value) = 'string' then to_jsonb(left(value #>> '{}', 400)) else value end) from jsonb_each(fields));
end $$;
grant execute on function public.shortened(jsonb) to authenticated, service_role;

create or replace view public.audit_trail as
select a.id, a.at, a.action, a.subject_type, a.subject_id, public.shortened(a.before) as before, public.shortened(a.after) as after, a.actor_id,
  p.full_name as actor_name, p.role as actor_role, coalesce(v.business_name, g.product_name, s.full_name, a.subject_name) as subject_name
from public.audit_log a left join public.profiles p on p.id = a.actor_id
left join public.vendors v on a.subject_type in ('vendor', 'shop', 'shop_detail', 'shop_figure') and v.id = a.subject_id
left join public.group_buys g on a.subject_type = 'group_buy' and g.id = a.subject_id
left join public.profiles s on a.subject_type in ('profile', 'manager_region') and s.id = a.subject_id
where (select rights.has_role('chief', 'coordinator'));
