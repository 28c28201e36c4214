create table public.uncollected (
  order_id uuid primary key references public.orders (id) on delete no action,
  buyer_id uuid not null references public.profiles (id) on delete no action,
  vendor_id uuid not null references public.vendors (id) on delete no action,
  pickup_point_id uuid references public.pickup_points (id) on delete no action,
  kind text not null check (kind in ('pickup', 'stockpile')),
  perishes boolean not null,
  due_until timestamptz not null,
  opened_at timestamptz not null default clock_timestamp(),
  -- What the market keeps of a sale: as it was stated when this began.
  handling_bps integer not null default public.whole_setting('resale_handling_bps') check (handling_bps between 0 and 5000),
  -- What the buyer agrees to, pressed in their own account.
  preferred_outcome text check (preferred_outcome in ('resale', 'donation')),
  preferred_at timestamptz,
  closed_at timestamptz,
  outcome text check (outcome in ('collected', 'delivery', 'refunded', 'resale', 'donation', 'spoiled')),
  hand_over_id uuid references public.hand_overs (id) on delete no action,
  decided_by uuid references public.profiles (id) on delete no action,
  reason text check (char_length(trim(reason)) between 10 and 300),
  -- Of a resale: what it brought, what the market keeps for its work, what the buyer gets.
  proceeds_kobo bigint check (proceeds_kobo > 0),
  handling_kobo bigint check (handling_kobo >= 0),
  returned_kobo bigint check (returned_kobo > 0),
  refund_id uuid references public.refunds (id) on delete no action,
  -- What moves the money names the amount that was entered for it; no two acts share one.
  amount_id uuid unique,
  constraint preferred_outcome_has_its_time check ((preferred_outcome is null) = (preferred_at is null)),
  constraint closed_with_an_outcome check ((closed_at is null) = (outcome is null)),
  constraint decided_by_somebody check (case when outcome in ('resale', 'donation', 'spoiled') then num_nonnulls(hand_over_id, decided_by, reason) = 3
    else num_nonnulls(hand_over_id, decided_by, reason) = 0 end),
  constraint proceeds_of_a_resale check (case when outcome = 'resale' then proceeds_kobo = handling_kobo + returned_kobo and handling_kobo = proceeds_kobo * handling_bps / 10000 and num_nonnulls(proceeds_kobo, handling_kobo, returned_kobo) = 3
    else num_nonnulls(proceeds_kobo, handling_kobo, returned_kobo, refund_id) = 0 end)
);
create index uncollected_of_buyer on public.uncollected (buyer_id);
create index uncollected_open on public.uncollected (vendor_id) where closed_at is null;
alter table public.uncollected enable row level security;

create table public.uncollected_calls (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.uncollected (order_id) on delete no action,
  called_by uuid not null references public.profiles (id) on delete no action,
  reached boolean not null,
  note text not null check (char_length(trim(note)) between 3 and 300),
  called_at timestamptz not null default clock_timestamp()
);
comment on table public.uncollected_calls is 'Calls to the buyer. The buyer reads them.';
create index uncollected_calls_of_order on public.uncollected_calls (order_id, called_at);
alter table public.uncollected_calls enable row level security;
