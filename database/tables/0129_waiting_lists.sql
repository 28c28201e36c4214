-- The line of a full group buy, and what a person wants to be told once: a product is back, a search finds something.
create table public.buy_waits (
  id uuid primary key default gen_random_uuid(),
  group_buy_id uuid not null references public.group_buys (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  quantity integer not null check (quantity between 1 and 1000000),
  status text not null default 'waiting' check (status in ('waiting', 'offered', 'joined', 'lapsed', 'left', 'closed')),
  is_open boolean not null generated always as (status in ('waiting', 'offered')) stored,
  created_at timestamptz not null default clock_timestamp(),
  offer_expires_at timestamptz,
  ended_at timestamptz,
  -- The status that the person was last told of.
  notified_status text check (notified_status in ('offered', 'lapsed', 'closed')),
  constraint an_offer_ends check (status <> 'offered' or offer_expires_at is not null),
  constraint ended_once_it_is_over check (is_open = (ended_at is null))
);
comment on table public.buy_waits is 'People who wait for units of a full group buy, in the order of their asking. An offer holds its units and its place until it is taken or lapses.';
comment on column public.buy_waits.status is 'joined: they have ordered. lapsed: the offer was not taken in time. left: by themselves. closed: the buy closed first.';
create unique index buy_waits_once on public.buy_waits (group_buy_id, person_id) where is_open;
create index buy_waits_line on public.buy_waits (group_buy_id, created_at, id);
create index buy_waits_offers on public.buy_waits (offer_expires_at) where status = 'offered';
create index buy_waits_of_person on public.buy_waits (person_id, created_at desc);
alter table public.buy_waits enable row level security;

alter table public.follows add column wants_restock boolean not null default false;
comment on column public.follows.wants_restock is 'For a product: tell the follower once, when it can be ordered again.';
create index follows_wanting_restock on public.follows (product_id) where wants_restock;

create table public.saved_searches (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references public.profiles (id) on delete cascade,
  words text not null check (char_length(words) between 1 and 100),
  checked_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint saved_once unique (person_id, words)
);
comment on table public.saved_searches is 'Searches without a result. The row goes when a product or group buy matches and the person is told.';
comment on column public.saved_searches.checked_at is 'When a job last searched for it; the longest unchecked are next.';
create index saved_searches_unchecked on public.saved_searches (checked_at, id);
alter table public.saved_searches enable row level security;
