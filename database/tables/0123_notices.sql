-- Notices in the app: what a person is told by mail stands there as well, for people without an e-mail address too. The function that
-- queues a mail writes it, in the same transaction (server/notices/queue-system-mail.ts).
create table public.notices (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null,
  kind text not null check (kind ~ '^[a-z][a-z-]{2,60}$'),
  title text not null check (char_length(title) between 1 and 200),
  body text not null check (char_length(body) <= 1000),
  link text check (link ~ '^/[a-z]' and char_length(link) <= 300),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  templates jsonb check (jsonb_typeof(templates) = 'object')
);
comment on table public.notices is 'What a person was told, in the words of that day. Only theirs to see and to mark as read; old ones go (setting notice_retention_days).';
comment on column public.notices.person_id is 'A profile. No foreign key: it would lock the person after their orders, against the order of locks (decision 0013).';
comment on column public.notices.kind is 'Name of the mail that says the same.';
comment on column public.notices.link is 'Path of the page with the rest.';
comment on column public.notices.templates is 'Title and body as templates with their values, for screens in other languages; null if they have none.';
create index notices_of_person on public.notices (person_id, created_at desc);
create index notices_unread on public.notices (person_id) where read_at is null;
create index notices_by_age on public.notices (created_at);
alter table public.notices enable row level security;

-- Reminders to pay: one a step and due date, whoever turns the clock and however often it dies.
create table public.payment_reminders (
  order_id uuid not null references public.orders (id) on delete cascade,
  due_at timestamptz not null,
  hours_before integer not null check (hours_before in (72, 24, 3)),
  sent_at timestamptz not null default now(),
  primary key (order_id, due_at, hours_before)
);
comment on table public.payment_reminders is 'An extension moves the due time and starts the steps anew; none is repeated for the same due time.';
alter table public.payment_reminders enable row level security;

-- What a person wants to hear of: a product, or a shop with all it opens.
create table public.follows (
  id uuid primary key default gen_random_uuid(),
  follower_id uuid not null references public.profiles (id) on delete cascade,
  product_id uuid references public.products (id) on delete cascade,
  vendor_id uuid references public.vendors (id) on delete cascade,
  kind text not null generated always as (case when product_id is null then 'shop' else 'product' end) stored,
  created_at timestamptz not null default now(),
  constraint a_product_or_a_shop check (num_nonnulls(product_id, vendor_id) = 1),
  constraint followed_once unique nulls not distinct (follower_id, product_id, vendor_id)
);
comment on table public.follows is 'Only theirs to see, to add and to remove. Vendors learn neither who follows them nor how many.';
create index followers_of_product on public.follows (product_id, follower_id) where product_id is not null;
create index followers_of_shop on public.follows (vendor_id, follower_id) where vendor_id is not null;
create index follows_newest on public.follows (follower_id, created_at desc, id);
alter table public.follows enable row level security;

-- Which notices also go by mail and by push, and when a person wants no sound. What is about their orders and money goes by mail
-- whatever they choose, so it has no column here.
create table public.notice_preferences (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  mail_prices boolean not null,
  mail_shops boolean not null,
  mail_messages boolean not null,
  mail_rewards boolean not null,
  push_orders boolean not null,
  push_prices boolean not null,
  push_shops boolean not null,
  push_messages boolean not null,
  push_rewards boolean not null,
  quiet_from time,
  quiet_to time,
  constraint both_ends_of_the_night check ((quiet_from is null) = (quiet_to is null) and quiet_from <> quiet_to)
);
comment on table public.notice_preferences is 'Only theirs. Who has no row has the defaults of notice_preferences_of().';
comment on column public.notice_preferences.quiet_from is 'Time of day in Lagos; null for no quiet hours. Later than quiet_to when the night lies between.';
alter table public.notice_preferences enable row level security;

-- Notices on a phone that is not looking at the market: Web Push (docs/decisions/0058-notices-by-push.md).
create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references public.profiles (id) on delete cascade,
  -- Of another schema, whose rows end in more ways than one: the trigger below follows them all.
  session_id uuid not null,
  endpoint text not null unique check (endpoint ~ '^https://[^/\s@]+/\S*$' and char_length(endpoint) <= 1000),
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  user_agent text check (char_length(user_agent) <= 400),
  created_at timestamptz not null default now(),
  -- Refusals in a row by the push service.
  refusals integer not null default 0
);
comment on table public.push_subscriptions is 'Browsers that a person asked us to tell. Goes with the session in which it was asked for.';
comment on column public.push_subscriptions.endpoint is 'Address at the browser''s push service: whoever knows it may send there, so nobody reads it back.';
create index push_subscriptions_of_person on public.push_subscriptions (person_id, created_at);
create index push_subscriptions_of_session on public.push_subscriptions (session_id);
alter table public.push_subscriptions enable row level security;

create table public.pushes (
  id bigint generated always as identity primary key,
  -- No foreign keys: they would lock the subscription after what the transaction tells of (decision 0013).
  subscription_id uuid not null,
  notice_id uuid not null,
  title text not null check (char_length(title) between 1 and 120),
  body text not null check (char_length(body) <= 200),
  link text not null check (link ~ '^/[a-z]' and char_length(link) <= 300),
  is_urgent boolean not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null default now()
);
comment on table public.pushes is 'Pushes to be sent, each once to a browser. They go when they are sent, read meanwhile, or given up.';
create index pushes_due on public.pushes (next_attempt_at);
alter table public.pushes enable row level security;

-- When a group buy opens, a job tells the followers of its product and its shop, some hundred at a time: publishing waits for none of them.
create table public.follower_notifications (
  group_buy_id uuid primary key references public.group_buys (id) on delete cascade,
  last_notified_id uuid,
  done_at timestamptz
);
comment on table public.follower_notifications is 'How far the followers of a buy have been told, in the order of their ids. A job that dies goes on from here and tells nobody twice.';
alter table public.follower_notifications enable row level security;
