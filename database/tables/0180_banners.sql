-- One line that a chief shows at the top of every page for some time.
create table public.banners (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(trim(title)) between 3 and 160 and title !~ '[\r\n]'),
  title_pcm text check (char_length(trim(title_pcm)) between 3 and 160 and title_pcm !~ '[\r\n]'),
  title_ha text check (char_length(trim(title_ha)) between 3 and 160 and title_ha !~ '[\r\n]'),
  title_yo text check (char_length(trim(title_yo)) between 3 and 160 and title_yo !~ '[\r\n]'),
  title_ig text check (char_length(trim(title_ig)) between 3 and 160 and title_ig !~ '[\r\n]'),
  link_path text check (char_length(link_path) <= 300 and public.is_own_path(link_path)),
  tone text not null check (tone in ('information', 'warning')),
  audience text not null check (audience in ('everyone', 'shops', 'state')),
  state text references public.nigerian_states (name) on delete no action,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  shown_until timestamptz generated always as (least(ends_at, ended_at)) stored not null,
  author_id uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint state_of_its_audience check ((audience = 'state') = (state is not null)),
  constraint banner_is_within_reach check (ends_at <= '2100-01-01T00:00:00Z'),
  constraint ends_within_60_days check (ends_at > starts_at and ends_at <= starts_at + interval '60 days')
);
comment on table public.banners is 'Lines that chiefs show at the top of every page from a time until a time. A reader sees at most one at a time.';
comment on column public.banners.title is 'The line in English. Readers of a language without a line of its own see it too.';
comment on column public.banners.link_path is 'The page of the market that it leads to.';
comment on column public.banners.audience is 'shops: owners and staff of shops. state: people whose chosen area is in the state.';
comment on column public.banners.ended_at is 'When a chief ended it before its time. Within a minute it can be shown again.';
comment on column public.banners.shown_until is 'The end that counts.';
create index banners_shown on public.banners (shown_until desc, id);
create index banners_of_author on public.banners (author_id) where author_id is not null;
alter table public.banners enable row level security;
