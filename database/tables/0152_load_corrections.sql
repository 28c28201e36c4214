-- A wrong weigh-in is corrected by a new entry; the load stays as it was entered.
create table public.load_corrections (
  id uuid primary key default gen_random_uuid(),
  weigh_in_id uuid not null references public.weigh_ins (id) on delete no action,
  number integer not null check (number between 1 and 20),
  units_counted integer not null check (units_counted between 0 and 1000000),
  grams_counted bigint check (grams_counted between 1 and 1000000000),
  reason text not null check (char_length(reason) between 5 and 300),
  photo text check (char_length(photo) <= 300),
  corrected_by uuid not null references public.profiles (id) on delete no action,
  created_at timestamptz not null default clock_timestamp(),
  unique (weigh_in_id, number)
);
comment on table public.load_corrections is 'Later counts of a load, with who entered them and why; the last one counts. Rows are never changed.';
comment on column public.load_corrections.units_counted is '0: the load never came, for instance because it was entered for the wrong delivery.';
create index load_corrections_by_photo on public.load_corrections (photo) where photo is not null;
alter table public.load_corrections enable row level security;

create index weigh_ins_at_place on public.weigh_ins (pickup_point_id, created_at desc);

-- Goods that were made ready at a place and are delivered later lie there until the rider takes them.
alter table public.hand_overs add column lies_at uuid references public.pickup_points (id) on delete no action;
comment on column public.hand_overs.lies_at is 'Of a delivery: the place where its goods were made ready to be collected.';
create index hand_overs_lying_at on public.hand_overs (lies_at) where lies_at is not null;
