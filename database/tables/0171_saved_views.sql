create table public.saved_views (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  -- The path of the list: "/manager/orders".
  list text not null check (list ~ '^(/[a-z-]{1,30}){2,4}$'),
  name text not null check (char_length(trim(name)) between 1 and 40),
  query text not null check (char_length(query) <= 600 and query !~ '[^A-Za-z0-9%&=._~*+-]'),
  is_default boolean not null default false,
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.saved_views is 'Filters, order and columns of a list that a person has named. Shown as tabs to that person only.';
comment on column public.saved_views.query is 'Of the list''s address, without its question mark.';
create unique index one_view_of_a_name on public.saved_views (person_id, list, lower(trim(name)));
alter table public.saved_views enable row level security;
