-- What content staff (administrator, supervisor) keep: deals, adverts, posts, and the mail templates they may read.
create table public.featured_deals (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(trim(name)) between 2 and 120),
  base_price numeric(14,2) not null check (base_price > 0) constraint base_price_is_a_number check (base_price <> 'NaN'),
  unit text not null check (char_length(trim(unit)) between 1 and 40),
  options text not null default '[]' check (char_length(options) <= 4000),
  image_url text,
  status text not null default 'active' check (status in ('active', 'deleted')),
  product_id uuid references public.products (id) on delete no action,
  group_buy_id uuid references public.group_buys (id) on delete no action,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint picture_is_on_this_site check (public.is_own_path(image_url) and image_url <> '/')
);
comment on column public.featured_deals.options is 'JSON text: a list of choices, such as ["Half bag", "Full bag"].';
create index featured_deals_listed on public.featured_deals (created_at desc) where status = 'active';
alter table public.featured_deals enable row level security;

create table public.advertisements (
  id uuid primary key default gen_random_uuid(),
  page text not null check (page in ('home', 'products', 'group-buys', 'vendors', 'blog')),
  position text not null check (position in ('top', 'middle', 'bottom')),
  title text not null check (char_length(trim(title)) between 2 and 120),
  image_url text,
  link_url text,
  status text not null default 'active' check (status in ('active', 'deleted')),
  start_date timestamptz not null,
  end_date timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint advert_ends_after_it_starts check (end_date > start_date),
  constraint advert_is_within_reach check (start_date >= '2000-01-01T00:00:00Z' and end_date <= '2100-01-01T00:00:00Z'),
  constraint picture_is_on_this_site check (public.is_own_path(image_url) and image_url <> '/'),
  constraint link_is_readable check (public.is_own_path(link_url) or link_url ~ '^https://[^\s/\\@]+([/?#]\S*)?$' and char_length(link_url) <= 2000)
);
create index advertisements_shown on public.advertisements (page, end_date, start_date) where status = 'active';
alter table public.advertisements enable row level security;

create table public.email_templates (
  id uuid primary key default gen_random_uuid(),
  type text not null unique check (type ~ '^[a-z][a-z0-9-]{1,40}$'),
  subject text not null check (char_length(subject) between 1 and 200 and subject !~ '[\r\n]'),
  content text not null check (char_length(content) <= 50000),
  updated_at timestamptz not null default now(),
  -- A misspelt placeholder would be an empty place in every mail. Templates that the product fills know their placeholders; what fills
  -- those that an operator added is not known here.
  placeholders text[]
);
comment on table public.email_templates is 'Mustache: {{placeholder}} and {{#list}}…{{/list}}; full_name and base_url are always given.';
comment on column public.email_templates.placeholders is 'What may stand in double braces; `list.name` for what a list holds. Null: not known.';
alter table public.email_templates enable row level security;

insert into public.email_templates (type, subject, content, placeholders) values
  ('welcome', 'Welcome to Ajoja, {{full_name}}', E'Good day {{full_name}},\n\nYour account is open. When more people join a group buy, the price falls for everyone in it.\n\nThree ways to start:\n{{#steps}}\n- {{text}}: {{base_url}}{{path}}\n{{/steps}}\n\nYour referral code is {{referral_code}}. You earn {{referral_reward}} of what the people you bring buy, in PEPS.\n\nThe Ajoja team\n{{base_url}}', '{full_name,base_url,referral_code,referral_reward,steps,steps.text,steps.path}'),
  ('contact-received', 'We received your message', E'Good day,\n\nWe received a message with this address through our contact form and will answer within one working day (Monday to Friday, 9am to 5pm).\n\nReference: {{reference}}\n\nIf you did not write to us, you need not do anything.\n\n{{base_url}}', '{base_url,reference}');

create table public.email_logs (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete no action,
  template_id uuid references public.email_templates (id) on delete no action,
  recipient_email text not null,
  subject text not null,
  content text not null,
  metadata jsonb not null default '{}',
  status text not null default 'pending' check (status in ('pending', 'sent', 'failed')),
  error text,
  message_id uuid,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  -- Whatever is mailed enters the log, by the trigger alone: a mail that nobody wrote down cannot be missed.
  kind text check (kind ~ '^[a-z0-9][a-z0-9_.:-]{0,62}$')
);
comment on column public.email_logs.kind is 'What the mail is for; null in rows that an operator wrote.';
create index email_logs_newest on public.email_logs (created_at desc);
create index email_logs_message on public.email_logs (message_id);
create index email_logs_recipient on public.email_logs (lower(recipient_email), created_at desc);
alter table public.email_logs enable row level security;

create table public.blog_categories (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(trim(name)) between 2 and 60),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
alter table public.blog_categories enable row level security;

create table public.blog_tags (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (char_length(trim(name)) between 2 and 40),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
alter table public.blog_tags enable row level security;

create table public.blog_posts (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 120),
  title text not null check (char_length(trim(title)) between 3 and 160),
  excerpt text check (char_length(excerpt) <= 400),
  content text not null default '' check (char_length(content) <= 100000),
  featured_image text,
  status text not null default 'draft' check (status in ('draft', 'scheduled', 'published')),
  published_at timestamptz constraint published_at_is_within_reach check (published_at between '2000-01-01T00:00:00Z' and '2100-01-01T00:00:00Z'),
  author_id uuid not null default auth.uid() references public.profiles (id) on delete no action,
  category_id uuid references public.blog_categories (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint scheduled_posts_have_a_time check (status <> 'scheduled' or published_at is not null),
  constraint picture_is_on_this_site check (public.is_own_path(featured_image) and featured_image <> '/')
);
create index blog_posts_listed on public.blog_posts (published_at desc) where status = 'published';
create index blog_posts_scheduled on public.blog_posts (published_at) where status = 'scheduled';
create index blog_posts_author on public.blog_posts (author_id);
alter table public.blog_posts enable row level security;

create table public.blog_post_tags (
  post_id uuid not null references public.blog_posts (id) on delete cascade,
  tag_id uuid not null references public.blog_tags (id) on delete cascade,
  primary key (post_id, tag_id)
);
create index blog_post_tags_tag on public.blog_post_tags (tag_id);
alter table public.blog_post_tags enable row level security;
