-- The same rule as domain/blog/post-draft.ts; title, address and time have constraints. Rows of before may be edited as drafts.
create function public.guard_post() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.content !~ '[^[:space:]]' then
    raise exception 'A post needs a text before it is published or scheduled' using errcode = 'PT400';
  end if;
  return new;
end $$;

-- Sets the publishing time once, so that the newest published post comes first.
create function public.stamp_post() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.status = 'published' and new.published_at is null then new.published_at := now(); end if;
  if new.status = 'published' and tg_op = 'UPDATE' and old.status = 'scheduled' and new.published_at > now() then new.published_at := now(); end if;
  new.updated_at := now();
  return new;
end $$;

-- Values are always escaped in the HTML part: `{{{x}}}` and `{{&x}}` would bypass that, and custom delimiters would hide them.
create function public.guard_template() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  wrong text;
begin
  if new.subject || ' ' || new.content ~ '\{\{\s*[{&=]' then
    raise exception 'Write placeholders between {{ and }}; three braces, & and = are not allowed' using errcode = 'PT400';
  end if;
  if regexp_replace(new.subject, '\{\{\{?[^{}]*\}?\}\}', '', 'g') ~ '\{\{|\}\}' or regexp_replace(new.content, '\{\{\{?[^{}]*\}?\}\}', '', 'g') ~ '\{\{|\}\}' then
    raise exception 'A placeholder is not closed: each stands between {{ and }}' using errcode = 'PT400';
  end if;
  if new.placeholders is null then return new; end if;
  wrong := coalesce(public.unknown_placeholder(new.subject, new.placeholders), public.unknown_placeholder(new.content, new.placeholders));
  if wrong is not null then
    raise exception 'This mail has no placeholder {{%}}. It has %.', wrong,
      (select string_agg(case when known like '%.%' then format('{{%s}} inside {{#%s}}', split_part(known, '.', 2), split_part(known, '.', 1))
          else '{{' || known || '}}' end, ', ' order by place)
        from unnest(new.placeholders) with ordinality as k (known, place)
        where not exists (select from unnest(new.placeholders) as inner_name where inner_name like known || '.%'))
      using errcode = 'PT400';
  end if;
  wrong := (select r.name from unnest(new.required) r (name) where new.content !~ ('\{\{\s*' || r.name || '\s*\}\}') limit 1);
  if wrong is not null then
    raise exception 'This mail needs the placeholder {{%}}.', wrong using errcode = 'PT400';
  end if;
  return new;
end $$;

create trigger a_clean_texts before insert or update of title on public.blog_posts
  for each row execute function public.clean_post_texts();
create trigger a_clean_words before insert or update of excerpt, content on public.blog_posts for each row execute function public.clean_texts('excerpt', 'content');
create trigger announce_table after insert or update or delete or truncate on public.blog_posts for each statement execute function realtime.announce_table();
create trigger guard_post before insert or update of status, content on public.blog_posts for each row when (new.status <> 'draft') execute function public.guard_post();
create trigger limit_changes after update on public.blog_posts
  referencing new table as written for each statement when (pg_trigger_depth() = 0 and current_setting('role', true) = 'authenticated') execute function public.limit_writes();
create trigger limit_removals after delete on public.blog_posts
  referencing old table as written for each statement when (pg_trigger_depth() = 0 and current_setting('role', true) = 'authenticated') execute function public.limit_writes();
create trigger log_act after insert or delete or update on public.blog_posts
  for each row when (pg_trigger_depth() = 0 and rights.writes_at_the_tables()) execute function public.log_act('post', 'id', '');
create trigger search_changed after update of title, excerpt, content, status on public.blog_posts for each row
  when ((new.title, new.excerpt, new.content, new.status) is distinct from (old.title, old.excerpt, old.content, old.status)) execute function search.index_post();
create trigger search_new after insert on public.blog_posts for each row when (new.status = 'published') execute function search.index_post();
create trigger stamp_post before insert or update on public.blog_posts for each row execute function public.stamp_post();
create trigger log_status_change after insert or update of status on public.blog_posts for each row execute function public.log_status_change('post');

create trigger a_clean_texts before insert or update of name, unit on public.featured_deals
  for each row execute function public.clean_texts('name', 'unit');
create trigger announce_table after insert or update or delete or truncate on public.featured_deals for each statement execute function realtime.announce_table();
create trigger featured_deals_touch before update on public.featured_deals for each row execute function public.touch_updated_at();
create trigger limit_changes after update on public.featured_deals
  referencing new table as written for each statement when (pg_trigger_depth() = 0 and current_setting('role', true) = 'authenticated') execute function public.limit_writes();
create trigger limit_removals after delete on public.featured_deals
  referencing old table as written for each statement when (pg_trigger_depth() = 0 and current_setting('role', true) = 'authenticated') execute function public.limit_writes();
create trigger log_act after insert or delete or update on public.featured_deals
  for each row when (pg_trigger_depth() = 0 and rights.writes_at_the_tables()) execute function public.log_act('deal', 'id', '');
create trigger log_status_change after insert or update of status on public.featured_deals for each row execute function public.log_status_change('deal');

create trigger a_clean_texts before insert or update of title on public.advertisements
  for each row execute function public.clean_texts('title');
create trigger advertisements_touch before update on public.advertisements for each row execute function public.touch_updated_at();
create trigger announce_table after insert or update or delete or truncate on public.advertisements for each statement execute function realtime.announce_table();
create trigger limit_changes after update on public.advertisements
  referencing new table as written for each statement when (pg_trigger_depth() = 0 and current_setting('role', true) = 'authenticated') execute function public.limit_writes();
create trigger limit_removals after delete on public.advertisements
  referencing old table as written for each statement when (pg_trigger_depth() = 0 and current_setting('role', true) = 'authenticated') execute function public.limit_writes();
create trigger log_act after insert or delete or update on public.advertisements
  for each row when (pg_trigger_depth() = 0 and rights.writes_at_the_tables()) execute function public.log_act('advert', 'id', '');
create trigger log_status_change after insert or update of status on public.advertisements for each row execute function public.log_status_change('advert');

create trigger a_clean_texts before insert or update of subject, content on public.email_templates
  for each row execute function public.clean_texts('subject', 'content');
create trigger email_templates_touch before update on public.email_templates for each row execute function public.touch_updated_at();
create trigger guard_template before insert or update of subject, content on public.email_templates
  for each row execute function public.guard_template();
create trigger limit_changes after update on public.email_templates
  referencing new table as written for each statement when (pg_trigger_depth() = 0 and current_setting('role', true) = 'authenticated') execute function public.limit_writes();
create trigger limit_removals after delete on public.email_templates
  referencing old table as written for each statement when (pg_trigger_depth() = 0 and current_setting('role', true) = 'authenticated') execute function public.limit_writes();
create trigger log_act after insert or delete or update on public.email_templates
  for each row when (pg_trigger_depth() = 0 and rights.writes_at_the_tables()) execute function public.log_act('template', 'id', '');

create trigger log_act after insert or delete or update on public.email_logs
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('mail', 'id', 'recipient_email subject content metadata');
create trigger log_status_change after update on public.email_logs referencing old table as former new table as fresh
  for each statement execute function public.log_status_change('email_log');
create trigger log_status_change_of_new after insert on public.email_logs referencing new table as fresh for each statement execute function public.log_status_change('email_log');

create trigger a_clean_texts before insert or update of name on public.blog_categories
  for each row execute function public.clean_texts('name');
create trigger announce_table after insert or update or delete or truncate on public.blog_categories for each statement execute function realtime.announce_table();
create trigger limit_changes after update on public.blog_categories
  referencing new table as written for each statement when (pg_trigger_depth() = 0 and current_setting('role', true) = 'authenticated') execute function public.limit_writes();
create trigger limit_removals after delete on public.blog_categories
  referencing old table as written for each statement when (pg_trigger_depth() = 0 and current_setting('role', true) = 'authenticated') execute function public.limit_writes();
create trigger log_act after insert or delete or update on public.blog_categories
  for each row when (pg_trigger_depth() = 0 and rights.writes_at_the_tables()) execute function public.log_act('category', 'id', '');

create trigger announce_table after insert or update or delete or truncate on public.blog_post_tags for each statement execute function realtime.announce_table();
create trigger limit_changes after update on public.blog_post_tags
  referencing new table as written for each statement when (pg_trigger_depth() = 0 and current_setting('role', true) = 'authenticated') execute function public.limit_writes();
create trigger limit_removals after delete on public.blog_post_tags
  referencing old table as written for each statement when (pg_trigger_depth() = 0 and current_setting('role', true) = 'authenticated') execute function public.limit_writes();
create trigger log_act after insert or delete or update on public.blog_post_tags
  for each row when (pg_trigger_depth() = 0 and rights.writes_at_the_tables()) execute function public.log_act('post-tag', 'post_id', '');
create trigger search_changed after insert or delete on public.blog_post_tags for each row execute function search.index_post_tag();

create trigger a_clean_texts before insert or update of name on public.blog_tags
  for each row execute function public.clean_texts('name');
create trigger announce_table after insert or update or delete or truncate on public.blog_tags for each statement execute function realtime.announce_table();
create trigger limit_changes after update on public.blog_tags
  referencing new table as written for each statement when (pg_trigger_depth() = 0 and current_setting('role', true) = 'authenticated') execute function public.limit_writes();
create trigger limit_removals after delete on public.blog_tags
  referencing old table as written for each statement when (pg_trigger_depth() = 0 and current_setting('role', true) = 'authenticated') execute function public.limit_writes();
create trigger log_act after insert or delete or update on public.blog_tags
  for each row when (pg_trigger_depth() = 0 and rights.writes_at_the_tables()) execute function public.log_act('tag', 'id', '');
