-- What people say: to each other about an order, about a shop they bought from, and to the market.
create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  subject text not null check (char_length(trim(subject)) between 1 and 160),
  order_id uuid references public.orders (id) on delete no action,
  created_by uuid not null references public.profiles (id) on delete no action,
  created_at timestamptz not null default now(),
  last_message_at timestamptz not null default now()
);
create unique index one_conversation_per_order on public.conversations (order_id, created_by) where order_id is not null;
create index conversations_newest on public.conversations (last_message_at desc);
alter table public.conversations enable row level security;

create table public.conversation_members (
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  profile_id uuid not null references public.profiles (id) on delete no action,
  display_name text not null check (char_length(display_name) between 1 and 120),
  last_read_at timestamptz,
  primary key (conversation_id, profile_id)
);
comment on column public.conversation_members.display_name is 'Name shown to the others: the person''s, or the shop''s for a vendor.';
create index conversation_members_person on public.conversation_members (profile_id);
alter table public.conversation_members enable row level security;

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  sender_id uuid not null default auth.uid() references public.profiles (id) on delete no action,
  body text not null check (char_length(trim(body)) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index messages_of_conversation on public.messages (conversation_id, created_at);
alter table public.messages enable row level security;

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references public.vendors (id) on delete cascade,
  author_id uuid not null references public.profiles (id) on delete no action,
  order_id uuid not null unique references public.orders (id) on delete no action,
  rating integer not null check (rating between 1 and 5),
  comment text not null default '' check (char_length(comment) <= 1000),
  created_at timestamptz not null default now(),
  -- Ratings: after hand-over alone, one an order. The vendor replies once; what is reported is looked at by people, who may hide it with a reason.
  reply text check (char_length(reply) between 1 and 1000),
  replied_at timestamptz,
  reported_at timestamptz,
  reported_by uuid references public.profiles (id) on delete no action,
  report_reason text check (char_length(report_reason) between 5 and 500),
  judged_at timestamptz,
  judged_by uuid references public.profiles (id) on delete no action,
  hidden_at timestamptz,
  judge_reason text check (char_length(judge_reason) between 5 and 500),
  -- A rating is shown beside each product of its order. Kept with the rating: a page that looked through orders would be made anew with each of them.
  product_ids uuid[] not null default '{}',
  constraint replied_once check ((reply is null) = (replied_at is null)),
  constraint reported_with_reason check (num_nonnulls(reported_at, report_reason) in (0, 2)),
  constraint judged_with_reason check (num_nonnulls(judged_at, judge_reason) in (0, 2)),
  constraint hidden_by_judgement check (hidden_at is null or judged_at is not null)
);
comment on table public.reviews is 'One rating for one completed order: the vendor''s rating is their mean.';
comment on column public.reviews.hidden_at is 'Nobody but the shop and the staff sees it, and it counts in no rating.';
comment on column public.reviews.product_ids is 'The products of its order: set by guard_review.';
create index reviews_vendor on public.reviews (vendor_id, created_at desc);
create index reviews_reported on public.reviews (reported_at) where reported_at is not null and judged_at is null;
create index reviews_products on public.reviews using gin (product_ids) where hidden_at is null;
alter table public.reviews enable row level security;

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(trim(name)) between 1 and 120),
  email text not null check (char_length(email) between 3 and 255),
  subject text not null check (char_length(trim(subject)) between 1 and 200),
  message text not null check (char_length(trim(message)) between 1 and 5000),
  status text not null default 'new' check (status in ('new', 'answered')),
  answered_by uuid references public.profiles (id) on delete no action,
  answered_at timestamptz,
  created_at timestamptz not null default now()
);
create index contact_messages_newest on public.contact_messages (status, created_at desc);
alter table public.contact_messages enable row level security;
