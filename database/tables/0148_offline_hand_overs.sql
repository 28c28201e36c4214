-- Hand-overs that staff wrote down without a network and sent later: what became of each, whether it counted or not.
create table public.offline_hand_overs (
  id uuid primary key default gen_random_uuid(),
  act_id uuid not null,
  hand_over_id uuid not null references public.hand_overs (id) on delete no action,
  person_id uuid not null references public.profiles (id) on delete no action,
  acted_at timestamptz not null,
  received_at timestamptz not null default clock_timestamp(),
  is_scanned boolean not null,
  conflict text check (conflict in ('done-already', 'ended', 'not-left', 'no-right', 'wrong-code', 'code-changed', 'too-old', 'clock')),
  settlement text check (settlement in ('handed-over', 'not-handed-over', 'missing')),
  settled_at timestamptz,
  settled_by uuid references public.profiles (id) on delete no action,
  note text not null default '' check (char_length(note) <= 300),
  constraint offline_acts_count_once unique (act_id, hand_over_id),
  constraint acted_before_received check (acted_at <= received_at),
  constraint only_conflicts_are_settled check (conflict is not null or settlement is null),
  constraint settled_by_somebody check ((settlement is null) = (settled_at is null) and (settlement is null) = (settled_by is null))
);
comment on table public.offline_hand_overs is 'Hand-overs written down without a network, one row for each order of the act.';
comment on column public.offline_hand_overs.act_id is 'Given by the device, so that an act that is sent again counts once.';
comment on column public.offline_hand_overs.acted_at is 'By the server''s clock: when it was received, less the time that has passed on the device.';
comment on column public.offline_hand_overs.is_scanned is 'The QR code was scanned; otherwise six digits were typed.';
comment on column public.offline_hand_overs.conflict is 'Why it did not count; null: the goods have changed hands.';
create unique index one_offline_act_counts on public.offline_hand_overs (hand_over_id) where conflict is null;
create index offline_hand_overs_conflicts on public.offline_hand_overs (hand_over_id) where conflict is not null;
create index offline_hand_overs_open on public.offline_hand_overs (received_at) where conflict is not null and settled_at is null;
create index offline_hand_overs_person on public.offline_hand_overs (person_id);
create index offline_hand_overs_settled_by on public.offline_hand_overs (settled_by) where settled_by is not null;
alter table public.offline_hand_overs enable row level security;
