-- Where a person buys: lists show first what is received in their state. Zones say on which days and hours they deliver.
create table public.buyer_areas (
  profile_id uuid primary key default auth.uid() references public.profiles (id) on delete cascade,
  state text not null,
  lga text not null,
  updated_at timestamptz not null default now(),
  constraint local_government_of_its_state foreign key (state, lga) references public.local_governments (state, name) on delete no action
);
comment on table public.buyer_areas is 'The area that a person has chosen to see first; only the person reads it. Delivery addresses are separate.';
create index buyer_areas_local_government on public.buyer_areas (state, lga);
alter table public.buyer_areas enable row level security;

alter table public.delivery_zones add column delivery_hours jsonb not null default '[]'
  check (jsonb_typeof(delivery_hours) = 'array' and jsonb_array_length(delivery_hours) <= 14)
  constraint delivery_hours_can_be_read check (public.are_opening_hours(delivery_hours));
comment on column public.delivery_zones.delivery_hours is 'Days and hours in which the zone is delivered to, in the form of a place''s opening_hours; empty while they are not set.';
