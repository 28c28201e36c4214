create table codes.codes (
  id uuid primary key default gen_random_uuid(),
  hand_over_id uuid not null references public.hand_overs (id) on delete no action,
  -- Whom the buyer sends; null: the buyer's own.
  nominee text check (char_length(trim(nominee)) between 2 and 80),
  version integer not null check (version > 0),
  hash bytea not null check (octet_length(hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  -- When the buyer was written to with it.
  notified_at timestamptz,
  used_at timestamptz,
  -- Another one took its place, or its buyer took it back.
  ended_at timestamptz,
  constraint a_version_is_made_once unique (hand_over_id, version)
);
create unique index one_living_code on codes.codes (hand_over_id, (nominee is null)) where used_at is null and ended_at is null;
alter table codes.codes enable row level security;

create table codes.wrong_tries (
  id bigint generated always as identity primary key,
  hand_over_id uuid not null references public.hand_overs (id) on delete no action,
  person_id uuid not null references public.profiles (id) on delete no action,
  at timestamptz not null default clock_timestamp()
);
create index wrong_tries_of_person on codes.wrong_tries (person_id, at);
-- Wrong codes at one hub, or at one shop, are counted together: whoever has many helpers guesses no faster.
create index wrong_tries_lately on codes.wrong_tries (at);
alter table codes.wrong_tries enable row level security;

create table codes.locks (
  hand_over_id uuid primary key references public.hand_overs (id) on delete no action,
  wrong integer not null default 0,
  locked_until timestamptz
);
alter table codes.locks enable row level security;

create table public.hand_over_overrides (
  hand_over_id uuid primary key references public.hand_overs (id) on delete no action,
  person_id uuid not null references public.profiles (id) on delete no action,
  -- What was looked at to know the person.
  identity text not null check (identity in ('id-card', 'known', 'called')),
  reason text not null check (char_length(trim(reason)) between 5 and 300),
  photo text not null check (photo like person_id || '/%'),
  created_at timestamptz not null default clock_timestamp(),
  by_shop boolean not null default false,
  confirmed_at timestamptz
);
comment on table public.hand_over_overrides is 'Hand-overs without a code: who decided, why, and the photograph in the bucket hand-over-photos.';
comment on column public.hand_over_overrides.by_shop is 'Handed over by the owner or staff of the shop that is paid for the goods.';
comment on column public.hand_over_overrides.confirmed_at is 'When the buyer said that the goods are in their hands.';
create index overrides_of_person on public.hand_over_overrides (person_id, created_at);
create index hand_over_overrides_photo on public.hand_over_overrides (photo);
alter table public.hand_over_overrides enable row level security;

-- Invitations: to an address, accepted by a user who has confirmed it.
create table public.staff_invitations (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid references public.vendors (id) on delete no action,
  pickup_point_id uuid references public.pickup_points (id) on delete no action,
  duty text not null check (duty in ('hand-over', 'delivery')),
  email text check (email = lower(email) and char_length(email) <= 255),
  phone text check (phone ~ '^[1-9][0-9]{1,14}$'),
  invited_by uuid not null references public.profiles (id) on delete no action,
  created_at timestamptz not null default clock_timestamp(),
  accepted_at timestamptz,
  ended_at timestamptz,
  constraint of_a_shop_or_a_place check (num_nonnulls(vendor_id, pickup_point_id) = 1),
  constraint to_one_address check (num_nonnulls(email, phone) = 1)
);
create unique index one_invitation_of_a_kind on public.staff_invitations (coalesce(vendor_id, pickup_point_id), duty, coalesce(email, phone))
  where accepted_at is null and ended_at is null;
create index staff_invitations_to on public.staff_invitations (coalesce(email, phone)) where accepted_at is null and ended_at is null;
alter table public.staff_invitations enable row level security;

-- Reminders that were sent: which of them, once an order. domain/hand-overs/reminders.ts says when each is due.
create table public.collection_reminders (
  order_id uuid not null references public.orders (id) on delete no action,
  step text not null check (step in ('day-7', 'day-11', 'day-13', 'last-day', 'over', 'undecided')),
  sent_at timestamptz not null default clock_timestamp(),
  primary key (order_id, step)
);
comment on table public.collection_reminders is 'Written with its mail and notice. `undecided`: grace is over, and staff look for a way with the buyer.';
alter table public.collection_reminders enable row level security;

-- A photograph proves one thing, once: a row here is its only use, whatever kind of proof it is. The unique digest finds the same picture
-- under another name.
create table public.photo_proofs (
  bucket_id text not null,
  name text not null,
  digest text not null,
  kind text not null check (kind in ('override', 'delivery-stop', 'weigh-in', 'shortfall', 'evidence')),
  subject_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (bucket_id, name)
);
comment on table public.photo_proofs is 'What each photograph has proved. Written by triggers (photo_proves_once) alone.';
comment on column public.photo_proofs.digest is 'Of its bytes as stored. What staff show is unique by it; a buyer may show one picture in two claims.';
create unique index each_photo_once on public.photo_proofs (digest) where kind <> 'evidence';
alter table public.photo_proofs enable row level security;
