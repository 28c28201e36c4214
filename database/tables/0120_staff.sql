create table public.typed_amounts (
  id uuid primary key default gen_random_uuid(),
  act text not null check (act in ('resale', 'partial-refund', 'refund-account', 'cash-banked')),
  subject text not null,
  subject_id uuid not null,
  -- Of the place or shop: a manager decides for their own states.
  state text not null references public.nigerian_states (name) on delete no action,
  what text not null check (char_length(what) between 3 and 300),
  amount_kobo bigint not null check (amount_kobo > 0),
  usual_from_kobo bigint not null,
  usual_to_kobo bigint not null,
  most_kobo bigint not null,
  -- Where money that came in lies.
  pickup_point_id uuid references public.pickup_points (id) on delete no action,
  bank_entry text check (bank_entry = upper(trim(bank_entry)) and char_length(bank_entry) between 4 and 60),
  input jsonb not null,
  entered_by uuid not null references public.profiles (id) on delete no action,
  entered_role text not null check (entered_role in ('manager', 'coordinator', 'chief')),
  entered_at timestamptz not null default clock_timestamp(),
  approval_reasons text[] not null,
  status text not null check (status in ('waiting', 'done', 'refused', 'expired')),
  decided_by uuid references public.profiles (id) on delete no action,
  decided_at timestamptz,
  note text check (char_length(trim(note)) between 3 and 300),
  expires_at timestamptz not null default clock_timestamp() + interval '48 hours',
  constraint within_its_bounds check (amount_kobo <= most_kobo and usual_from_kobo <= usual_to_kobo),
  constraint says_where_the_money_lies check (case act when 'resale' then num_nonnulls(pickup_point_id, bank_entry) = 1
    when 'cash-banked' then num_nonnulls(pickup_point_id, bank_entry) = 2 else num_nonnulls(pickup_point_id, bank_entry) = 0 end),
  constraint two_people check (status in ('waiting', 'expired') or approval_reasons = '{}' and decided_by is null
    or approval_reasons <> '{}' and num_nonnulls(decided_by, decided_at) = 2 and decided_by <> entered_by)
);
comment on table public.typed_amounts is 'Amounts that staff typed, and those that wait for a second person. done: the act was carried out with it, once.';
comment on column public.typed_amounts.approval_reasons is 'Why one person is not enough: act_limit, day_limit, unusual, always. Empty: one is.';
comment on column public.typed_amounts.input is 'What the command was called with, to carry it out when the second person agrees.';
create unique index one_amount_waits on public.typed_amounts (act, subject_id) where status = 'waiting';
create unique index a_bank_entry_counts_once on public.typed_amounts (bank_entry) where bank_entry is not null and status in ('waiting', 'done');
create index typed_amounts_of_person on public.typed_amounts (entered_by, entered_at);
create index typed_amounts_of_subject on public.typed_amounts (subject_id);
create index typed_amounts_waiting on public.typed_amounts (expires_at) where status = 'waiting';
alter table public.typed_amounts enable row level security;
alter table public.refunds add foreign key (amount_id) references public.typed_amounts (id) on delete no action;
alter table public.partial_refunds add foreign key (amount_id) references public.typed_amounts (id) on delete no action;
alter table public.uncollected add foreign key (amount_id) references public.typed_amounts (id) on delete no action;
