-- Goods go to the door: a run is what one rider takes out in one window, a stop is one order of it. A stop that has ended stays as it is, so
-- the stops of an order are what was tried. Commands decide (domain/delivery-runs); here is the last gate.
create table public.delivery_runs (
  id uuid primary key default gen_random_uuid(),
  -- A hub of the market, or the shop that delivers itself.
  pickup_point_id uuid references public.pickup_points (id) on delete no action,
  vendor_id uuid references public.vendors (id) on delete no action,
  rider_id uuid not null references public.profiles (id) on delete no action,
  window_from timestamptz not null,
  window_until timestamptz not null,
  status text not null default 'planned' check (status in ('planned', 'out', 'ended')),
  started_at timestamptz,
  ended_at timestamptz,
  planned_by uuid references public.profiles (id) on delete no action,
  created_at timestamptz not null default clock_timestamp(),
  constraint of_a_hub_or_a_shop check (num_nonnulls(pickup_point_id, vendor_id) = 1),
  constraint a_window_of_one_day check (window_until > window_from and window_until <= window_from + interval '16 hours'),
  constraint out_has_started check (status <> 'out' or started_at is not null),
  constraint ended_has_its_time check ((status = 'ended') = (ended_at is not null))
);
comment on table public.delivery_runs is 'What one rider takes to people''s doors in one window. Ends with its last stop.';
create index delivery_runs_of_rider on public.delivery_runs (rider_id) where status <> 'ended';
create index delivery_runs_of_hub on public.delivery_runs (pickup_point_id, window_from);
create index delivery_runs_of_shop on public.delivery_runs (vendor_id, window_from);
alter table public.delivery_runs enable row level security;

create table public.delivery_stops (
  id uuid primary key default gen_random_uuid(),
  run_id uuid not null references public.delivery_runs (id) on delete no action,
  order_id uuid not null references public.orders (id) on delete no action,
  position integer not null check (position > 0),
  -- `removed`: by the planner, or because nothing was left to bring.
  status text not null default 'open' check (status in ('open', 'delivered', 'failed', 'removed')),
  out_at timestamptz,
  ended_at timestamptz,
  reason text check (reason in ('nobody-there', 'address-not-found', 'no-code', 'refused', 'not-reached', 'goods')),
  -- Of the two tries that the fee pays for. What was the rider's or ours is not counted.
  counts boolean generated always as (status = 'failed' and reason in ('nobody-there', 'address-not-found', 'no-code', 'refused')) stored,
  note text not null default '' check (char_length(note) <= 300),
  photo text check (char_length(photo) <= 300),
  created_at timestamptz not null default clock_timestamp(),
  constraint failed_has_a_reason check ((status = 'failed') = (reason is not null)),
  constraint open_has_no_end check ((status = 'open') = (ended_at is null)),
  constraint tried_on_a_run check (status <> 'failed' or out_at is not null)
);
comment on table public.delivery_stops is 'An order on a run. At most one of an order is open; those that ended say what was tried.';
create unique index one_open_stop_an_order on public.delivery_stops (order_id) where status = 'open';
create unique index one_place_in_a_run on public.delivery_stops (run_id, position);
create index delivery_stops_of_order on public.delivery_stops (order_id);
create index delivery_stops_photo on public.delivery_stops (photo) where photo is not null;
alter table public.delivery_stops enable row level security;
