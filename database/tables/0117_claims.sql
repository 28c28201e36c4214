create sequence public.claim_numbers start 1001;

create sequence public.lot_numbers start 101;

create table public.claims (
  id uuid primary key default gen_random_uuid(),
  claim_no bigint not null unique default nextval('public.claim_numbers'),
  order_id uuid not null references public.orders (id) on delete no action,
  hand_over_id uuid references public.hand_overs (id) on delete no action,
  buyer_id uuid not null references public.profiles (id) on delete no action,
  vendor_id uuid not null references public.vendors (id) on delete no action,
  reason text not null check (reason in ('short_weight', 'spoiled', 'wrong_item', 'missing', 'not_received', 'not_by_me', 'charged_wrongly', 'no_show')),
  preferred_outcome text not null check (preferred_outcome in ('refund', 'replacement')),
  requested_kobo bigint not null check (requested_kobo > 0),
  status text not null default 'open' check (status in
    ('open', 'answered', 'disputed', 'proposed', 'upheld', 'rejected', 'withdrawn', 'appealed', 'upheld_final', 'rejected_final')),
  -- Set once, and shown; a holiday that is added later moves no promise.
  answer_by timestamptz not null,
  propose_by timestamptz not null,
  decide_by timestamptz not null,
  appeal_by timestamptz,
  proposed_outcome text check (proposed_outcome in ('refund', 'replacement', 'rejected')),
  proposed_kobo bigint not null default 0 check (proposed_kobo between 0 and requested_kobo),
  proposed_payer text check (proposed_payer in ('vendor', 'hub', 'rider', 'platform')),
  proposed_by uuid references public.profiles (id) on delete no action,
  outcome text check (outcome in ('refund', 'replacement', 'rejected')),
  outcome_kobo bigint not null default 0 check (outcome_kobo between 0 and requested_kobo),
  payer text check (payer in ('vendor', 'hub', 'rider', 'platform')),
  decided_by uuid references public.profiles (id) on delete no action,
  decided_at timestamptz,
  appealed_by text check (appealed_by in ('buyer', 'vendor')),
  appeal_decided_by uuid references public.profiles (id) on delete no action,
  partial_refund_id uuid references public.partial_refunds (id) on delete no action,
  -- Withdrawn, or its outcome carried out.
  ended_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  -- What claimed goods are worth, line by line: at the price that is left after a short delivery was paid back, and only so far as they are where the
  -- claim says. What a hub has counted in waits there for its buyer, and has come.
  returned_goods_kobo bigint check (returned_goods_kobo >= 0),
  lot_id uuid,
  -- A replacement ends a claim when its buyer says that it came; otherwise it becomes money after five days.
  replace_by timestamptz,
  replaced_at timestamptz,
  constraint never_came_or_of_a_hand_over check ((hand_over_id is null) = (reason in ('not_received', 'no_show'))),
  constraint decided_has_outcome check (case when status in ('open', 'answered', 'disputed', 'proposed', 'withdrawn') then outcome is null
    when status in ('rejected', 'rejected_final') then outcome = 'rejected'
    when status in ('upheld', 'upheld_final') then outcome in ('refund', 'replacement') and payer is not null else outcome is not null end),
  constraint refund_moves_money check ((outcome_kobo > 0) = (outcome is not distinct from 'refund')),
  constraint one_appeal check (status <> 'appealed' or appealed_by is not null),
  constraint no_more_returned_than_decided check (returned_goods_kobo <= outcome_kobo)
);
comment on table public.claims is 'One row a claim. What was said stands in claim_events.';
comment on column public.claims.requested_kobo is 'Goods that the buyer asks back, without their part of the fee; at most what the claimed units cost.';
comment on column public.claims.appeal_by is 'Until then either side may appeal, once; null where nobody can.';
comment on column public.claims.partial_refund_id is 'What was given back for it.';
comment on column public.claims.returned_goods_kobo is 'Goods that came back when it was carried out: less than was decided where the buyer had them by then, or had their money back. Null before.';
comment on column public.claims.lot_id is 'Decided together with others of its group buy.';
comment on column public.claims.replace_by is 'A replacement that its buyer has not confirmed by then becomes money.';
comment on column public.claims.replaced_at is 'When the buyer said that the replacement came.';
-- A claim that was withdrawn may be made again; one that was decided is appealed.
create unique index one_claim_of_a_hand_over on public.claims (order_id, coalesce(hand_over_id, order_id)) where status <> 'withdrawn';
create index claims_of_buyer on public.claims (buyer_id, created_at desc);
create index claims_of_vendor on public.claims (vendor_id, created_at desc);
create index claims_of_hand_over on public.claims (hand_over_id) where hand_over_id is not null;
create index claims_not_ended on public.claims (status, answer_by) where ended_at is null;
create index claims_of_lot on public.claims (lot_id) where lot_id is not null;
create index claims_to_replace on public.claims (replace_by) where ended_at is null and outcome = 'replacement';
alter table public.claims enable row level security;

create table public.claim_lines (
  claim_id uuid not null references public.claims (id) on delete no action,
  line_id uuid not null references public.order_lines (id) on delete no action,
  quantity integer not null check (quantity > 0),
  primary key (claim_id, line_id)
);
create index claim_lines_of_line on public.claim_lines (line_id);
alter table public.claim_lines enable row level security;

create table public.claim_events (
  id uuid primary key default gen_random_uuid(),
  claim_id uuid not null references public.claims (id) on delete no action,
  kind text not null,
  part text not null check (part in ('buyer', 'vendor', 'manager', 'coordinator', 'chief', 'clock')),
  author_id uuid references public.profiles (id) on delete no action,
  text text not null default '' check (char_length(text) <= 2000),
  created_at timestamptz not null default clock_timestamp(),
  constraint claim_events_kind_check check (kind in
  ('opened', 'accepted', 'contested', 'unanswered', 'withdrawn', 'proposed', 'decided', 'appealed', 'appeal_decided', 'carried_out', 'nothing_left', 'less_left'))
);
comment on table public.claim_events is 'Who said what when, for both sides. Staff are shown by their part, without a name.';
create index claim_events_of_claim on public.claim_events (claim_id, created_at);
alter table public.claim_events enable row level security;

create table public.claim_evidence (
  id uuid primary key default gen_random_uuid(),
  claim_id uuid not null references public.claims (id) on delete no action,
  part text not null check (part in ('buyer', 'vendor')),
  path text not null unique check (char_length(path) <= 200),
  type text not null check (type ~ '^(image|video)/[a-z0-9.-]+$'),
  created_at timestamptz not null default clock_timestamp()
);
comment on column public.claim_evidence.path is 'Name in the bucket `evidence`.';
create index claim_evidence_of_claim on public.claim_evidence (claim_id);
alter table public.claim_evidence enable row level security;

create table public.lot_incidents (
  id uuid primary key default gen_random_uuid(),
  lot_no bigint not null unique default nextval('public.lot_numbers'),
  group_buy_id uuid not null references public.group_buys (id) on delete no action,
  vendor_id uuid not null references public.vendors (id) on delete no action,
  status text not null default 'open' check (status in ('open', 'decided', 'appealed', 'final', 'closed')),
  -- Until then the vendor answers its claims; and the coordinator decides.
  respond_by timestamptz not null,
  decide_by timestamptz not null,
  outcome text check (outcome in ('refund', 'replacement', 'rejected')),
  share_percent integer not null default 0 check (share_percent between 0 and 100),
  payer text check (payer in ('vendor', 'hub', 'rider', 'platform')),
  decided_by uuid references public.profiles (id) on delete no action,
  decided_at timestamptz,
  appeal_by timestamptz,
  appealed_by text check (appealed_by in ('buyer', 'vendor')),
  appeal_decided_by uuid references public.profiles (id) on delete no action,
  created_at timestamptz not null default clock_timestamp(),
  constraint decided_has_outcome check ((status in ('decided', 'appealed', 'final')) = (outcome is not null and payer is not null and decided_by is not null)),
  constraint refund_has_share check ((share_percent > 0) = (outcome is not distinct from 'refund')),
  constraint final_has_chief check ((status = 'final') = (appeal_decided_by is not null))
);
comment on table public.lot_incidents is 'Claims about one group buy that are decided together; it has the id of the claim that opened it. Texts stand in claim_events.';
comment on column public.lot_incidents.share_percent is 'Of what each claim in it asks; 0 unless money comes back.';
create unique index one_open_lot_of_a_buy on public.lot_incidents (group_buy_id) where status in ('open', 'appealed');
create index lots_of_vendor on public.lot_incidents (vendor_id, created_at desc);
alter table public.lot_incidents enable row level security;
alter table public.claims add foreign key (lot_id) references public.lot_incidents (id) on delete no action;
