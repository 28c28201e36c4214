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
