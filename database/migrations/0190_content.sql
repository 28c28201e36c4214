-- What content staff (administrator, supervisor) keep: deals, adverts, posts, and the mail templates they may read.
create table public.featured_deals (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(trim(name)) between 2 and 120),
  base_price numeric(14,2) not null check (base_price > 0) constraint base_price_is_a_number check (base_price <> 'NaN'),
  unit text not null check (char_length(trim(unit)) between 1 and 40),
  options text not null default '[]' check (char_length(options) <= 4000),
  image_url text check (image_url ~ '^(/[^/]|https://)'),
  status text not null default 'active' check (status in ('active', 'deleted')),
  product_id uuid references public.products (id),
  group_buy_id uuid references public.group_buys (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column public.featured_deals.options is 'JSON text: a list of choices, such as ["Half bag", "Full bag"].';
create index featured_deals_listed on public.featured_deals (created_at desc) where status = 'active';

create table public.advertisements (
  id uuid primary key default gen_random_uuid(),
  page text not null check (page in ('home', 'products', 'group-buys', 'vendors', 'blog')),
  position text not null check (position in ('top', 'middle', 'bottom')),
  title text not null check (char_length(trim(title)) between 2 and 120),
  image_url text check (image_url ~ '^(/[^/]|https://)'),
  link_url text check (link_url ~ '^(/([^/]|$)|https://)'),
  status text not null default 'active' check (status in ('active', 'deleted')),
  start_date timestamptz not null,
  end_date timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint advert_ends_after_it_starts check (end_date > start_date),
  constraint advert_is_within_reach check (start_date >= '2000-01-01T00:00:00Z' and end_date <= '2100-01-01T00:00:00Z')
);
create index advertisements_shown on public.advertisements (page, end_date, start_date) where status = 'active';

create table public.email_templates (
  id uuid primary key default gen_random_uuid(),
  type text not null unique check (type ~ '^[a-z][a-z0-9-]{1,40}$'),
  subject text not null check (char_length(subject) between 1 and 200 and subject !~ '[\r\n]'),
  content text not null check (char_length(content) <= 50000),
  updated_at timestamptz not null default now()
);
comment on table public.email_templates is 'Mustache: {{placeholder}} and {{#list}}…{{/list}}; full_name and base_url are always given.';

create table public.email_logs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id),
  template_id uuid references public.email_templates (id),
  recipient_email text not null,
  subject text not null,
  content text not null,
  metadata jsonb not null default '{}',
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed')),
  error text,
  message_id uuid,
  sent_at timestamptz,
  created_at timestamptz not null default now()
);
create index email_logs_newest on public.email_logs (created_at desc);
create index email_logs_message on public.email_logs (message_id);

create table public.blog_categories (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(trim(name)) between 2 and 60),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
create table public.blog_tags (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(trim(name)) between 2 and 40),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
create table public.blog_posts (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 120),
  title text not null check (char_length(trim(title)) between 3 and 160),
  excerpt text check (char_length(excerpt) <= 400),
  content text not null default '' check (char_length(content) <= 100000),
  featured_image text check (featured_image ~ '^(/[^/]|https://)'),
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'published')),
  published_at timestamptz constraint published_at_is_within_reach check (published_at between '2000-01-01T00:00:00Z' and '2100-01-01T00:00:00Z'),
  author_id uuid not null default auth.uid() references public.profiles (id),
  category_id uuid references public.blog_categories (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint scheduled_posts_have_a_time check (status <> 'scheduled' or published_at is not null)
);
create index blog_posts_listed on public.blog_posts (published_at desc) where status = 'published';
create index blog_posts_scheduled on public.blog_posts (published_at) where status = 'scheduled';
create index blog_posts_author on public.blog_posts (author_id);
create table public.blog_post_tags (
  post_id uuid not null references public.blog_posts (id) on delete cascade,
  tag_id uuid not null references public.blog_tags (id) on delete cascade,
  primary key (post_id, tag_id)
);
create index blog_post_tags_tag on public.blog_post_tags (tag_id);

-- Publishing stamps the time once, so that the newest published post stands first.
create function public.stamp_post() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.status = 'published' and new.published_at is null then new.published_at := now(); end if;
  if new.status = 'published' and tg_op = 'UPDATE' and old.status = 'scheduled' and new.published_at > now() then new.published_at := now(); end if;
  new.updated_at := now();
  return new;
end $$;
create trigger stamp_post before insert or update on public.blog_posts for each row execute function public.stamp_post();
create trigger featured_deals_touch before update on public.featured_deals for each row execute function public.touch_updated_at();
create trigger advertisements_touch before update on public.advertisements for each row execute function public.touch_updated_at();
create trigger email_templates_touch before update on public.email_templates for each row execute function public.touch_updated_at();
create trigger watch_status after insert or update of status on public.featured_deals for each row execute function public.watch_status('deal');
create trigger watch_status after insert or update of status on public.advertisements for each row execute function public.watch_status('advert');
create trigger watch_status after insert or update of status on public.email_logs for each row execute function public.watch_status('email_log');
create trigger watch_status after insert or update of status on public.blog_posts for each row execute function public.watch_status('post');

-- The templates the product itself sends by; the chief may change their words.
insert into public.email_templates (type, subject, content) values
('welcome', 'Welcome to Ajoja, {{full_name}}',
 E'Good day {{full_name}},\n\nYour account is open. When more people join a group buy, the price falls for everyone in it.\n\nThree ways to start:\n{{#steps}}\n- {{text}}: {{base_url}}{{path}}\n{{/steps}}\n\nYour referral code is {{referral_code}}. You earn 0.5% of what the people you bring buy, in PEPS.\n\nThe Ajoja team\n{{base_url}}'),
('contact-received', 'We received your message: {{subject}}',
 E'Good day {{full_name}},\n\nWe received your message and will answer within one working day (Monday to Friday, 9am to 5pm).\n\nYour words:\n{{message}}\n\n{{base_url}}');

-- Who reads and writes what content staff keep, and the pictures that vendors and content staff show.
alter table public.featured_deals enable row level security;
alter table public.advertisements enable row level security;
alter table public.email_templates enable row level security;
alter table public.email_logs enable row level security;
alter table public.blog_categories enable row level security;
alter table public.blog_tags enable row level security;
alter table public.blog_posts enable row level security;
alter table public.blog_post_tags enable row level security;

create policy listed on public.featured_deals for select using (status = 'active');
create policy staff_reads on public.featured_deals for select to authenticated using ((select rights.keeps_content()));
create policy staff_adds on public.featured_deals for insert to authenticated with check ((select rights.keeps_content()));
create policy staff_edits on public.featured_deals for update to authenticated
  using ((select rights.keeps_content())) with check ((select rights.keeps_content()));
create policy shown on public.advertisements for select using (status = 'active' and now() between start_date and end_date);
create policy staff_reads on public.advertisements for select to authenticated using ((select rights.keeps_content()));
create policy staff_adds on public.advertisements for insert to authenticated with check ((select rights.keeps_content()));
create policy staff_edits on public.advertisements for update to authenticated
  using ((select rights.keeps_content())) with check ((select rights.keeps_content()));
create policy staff_reads on public.email_templates for select to authenticated
  using ((select rights.has_role('chief', 'administrator', 'supervisor')));
create policy chief_writes on public.email_templates for update to authenticated
  using ((select rights.has_role('chief'))) with check ((select rights.has_role('chief')));
create policy chief_adds on public.email_templates for insert to authenticated with check ((select rights.has_role('chief')));
create policy chief_reads on public.email_logs for select to authenticated using ((select rights.has_role('chief')));
create policy everyone_reads on public.blog_categories for select using (true);
create policy staff_writes on public.blog_categories for all to authenticated
  using ((select rights.keeps_content())) with check ((select rights.keeps_content()));
create policy everyone_reads on public.blog_tags for select using (true);
create policy staff_writes on public.blog_tags for all to authenticated
  using ((select rights.keeps_content())) with check ((select rights.keeps_content()));
create policy published on public.blog_posts for select using (status = 'published' and published_at <= now());
create policy staff_reads on public.blog_posts for select to authenticated using ((select rights.keeps_content()));
create policy staff_adds on public.blog_posts for insert to authenticated
  with check ((select rights.keeps_content()) and author_id = (select auth.uid()));
create policy staff_edits on public.blog_posts for update to authenticated
  using ((select rights.keeps_content())) with check ((select rights.keeps_content()));
create policy staff_deletes on public.blog_posts for delete to authenticated using ((select rights.keeps_content()));
create policy tags_of_shown_posts on public.blog_post_tags for select using (exists (select from public.blog_posts p where p.id = post_id));
create policy staff_writes on public.blog_post_tags for all to authenticated
  using ((select rights.keeps_content())) with check ((select rights.keeps_content()));

-- Authors of published posts are named beside them (full_name, role).
create function rights.published_author_ids() returns setof uuid language sql stable security definer set search_path = '' as
$$ select distinct author_id from public.blog_posts where status = 'published' and published_at <= now() $$;
create policy published_authors on public.profiles for select using (id in (select rights.published_author_ids()));

grant select on public.featured_deals, public.advertisements, public.blog_categories, public.blog_tags, public.blog_posts, public.blog_post_tags
  to anon, authenticated;
grant insert (id, name, base_price, unit, options, image_url, status, product_id, group_buy_id) on public.featured_deals to authenticated;
grant update (name, base_price, unit, options, image_url, status, product_id, group_buy_id) on public.featured_deals to authenticated;
grant insert (id, page, position, title, image_url, link_url, status, start_date, end_date) on public.advertisements to authenticated;
grant update (page, position, title, image_url, link_url, status, start_date, end_date) on public.advertisements to authenticated;
grant select on public.email_templates, public.email_logs to authenticated;
grant insert (type, subject, content), update (subject, content) on public.email_templates to authenticated;
grant insert (name, slug), update (name, slug), delete on public.blog_categories, public.blog_tags to authenticated;
grant insert (id, slug, title, excerpt, content, featured_image, status, published_at, author_id, category_id) on public.blog_posts to authenticated;
grant update (slug, title, excerpt, content, featured_image, status, published_at, category_id), delete on public.blog_posts to authenticated;
grant insert, delete on public.blog_post_tags to authenticated;
grant all on public.featured_deals, public.advertisements, public.email_templates, public.email_logs, public.blog_categories, public.blog_tags,
  public.blog_posts, public.blog_post_tags to service_role;
grant execute on function rights.published_author_ids() to anon, authenticated, service_role;

-- Pictures of products, deals and posts: public to read, written by vendors and content staff below a folder of their own.
insert into storage.buckets (id, public, file_size_limit) values ('pictures', true, 5242880);

create policy pictures_own_folder_read on storage.objects for select to authenticated
  using (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy pictures_own_folder_add on storage.objects for insert to authenticated
  with check (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select rights.has_role('vendor', 'administrator', 'supervisor')));
create policy pictures_own_folder_edit on storage.objects for update to authenticated
  using (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy pictures_own_folder_delete on storage.objects for delete to authenticated
  using (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy second_step_to_edit on storage.objects as restrictive for update to authenticated using (not (select rights.owes_second_step()));
create policy second_step_to_delete on storage.objects as restrictive for delete to authenticated using (not (select rights.owes_second_step()));
