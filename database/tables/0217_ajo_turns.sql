-- Circles of ajo that take turns: each month the sums of all members become one member's, who orders from them (decision 0145).
alter table public.ajo_circles add column kind text not null default 'basket' check (kind in ('basket', 'turns')),
  add constraint a_turn_for_each_seat check (kind = 'basket' or months = seats);
comment on column public.ajo_circles.kind is 'basket: everybody orders each month, from their own money. turns: one member a month, from the sums of all.';

alter table public.ajo_members add column turn integer check (turn between 1 and 12), add constraint one_turn_each unique (circle_id, turn);
comment on column public.ajo_members.turn is 'The month that is theirs, drawn when a circle of turns starts.';

alter table public.ajo_months drop constraint ajo_months_outcome_check;
alter table public.ajo_months add constraint ajo_months_outcome_check check (outcome in ('bought', 'no_votes', 'not_enough', 'void'));
comment on column public.ajo_months.outcome is 'no_votes: there was no vote for a buy that was still open. not_enough: the money, or what was left of the buys, did not do. void: the turn of a person who had dropped out.';

-- Written when a month closes: whose each sum became. A member whose month is another's turn gives it; in a void turn some keep it.
create table public.ajo_pot_parts (
  giver_id uuid not null,
  circle_id uuid not null,
  month integer not null,
  receiver_id uuid not null,
  amount_kobo bigint not null,
  given_at timestamptz not null default clock_timestamp(),
  primary key (giver_id, month),
  constraint one_sum_for_everybody foreign key (circle_id, amount_kobo) references public.ajo_circles (id, monthly_kobo) on delete no action,
  constraint giver_of_its_circle foreign key (giver_id, circle_id) references public.ajo_members (id, circle_id) on delete no action,
  constraint receiver_of_its_circle foreign key (receiver_id, circle_id) references public.ajo_members (id, circle_id) on delete no action,
  constraint of_a_month foreign key (circle_id, month) references public.ajo_months (circle_id, month) on delete no action
);
comment on table public.ajo_pot_parts is 'Sums of each month of a circle of turns, and whose they became. Giver and receiver are the same if it stayed their own.';
create index ajo_pot_parts_of_circle on public.ajo_pot_parts (circle_id, month);
create index ajo_pot_parts_of_receiver on public.ajo_pot_parts (receiver_id);
alter table public.ajo_pot_parts enable row level security;

create table public.ajo_settlements (
  id uuid primary key default gen_random_uuid(),
  circle_id uuid not null,
  payer_id uuid not null,
  receiver_id uuid not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  settled_at timestamptz not null default clock_timestamp(),
  constraint payer_of_its_circle foreign key (payer_id, circle_id) references public.ajo_members (id, circle_id) on delete no action,
  constraint receiver_of_its_circle foreign key (receiver_id, circle_id) references public.ajo_members (id, circle_id) on delete no action,
  constraint between_two_members check (payer_id <> receiver_id)
);
comment on table public.ajo_settlements is 'After the last month of a circle of turns: what is left with a person who got more than they put in goes to those who got less.';
create index ajo_settlements_of_circle on public.ajo_settlements (circle_id);
create index ajo_settlements_of_payer on public.ajo_settlements (payer_id);
create index ajo_settlements_of_receiver on public.ajo_settlements (receiver_id);
alter table public.ajo_settlements enable row level security;

insert into ledger.movements (kind, debit_kind, credit_kind) values ('ajo_turn', 'ajo', 'ajo'), ('ajo_settled', 'ajo', 'ajo');

-- A chief ends a circle that must not go on.
update public.allowed_moves set causes = causes || '{chief}'::text[] where (subject, from_status, to_status) in
  (('ajo_circle', 'forming', 'cancelled'), ('ajo_circle', 'running', 'ended'), ('ajo_member', 'joined', 'left'), ('ajo_member', 'active', 'finished'));

-- Members lend to each other in turns; counsel may allow baskets alone.
-- The guards of an installed market refuse unknown keys and times in the past.
alter table public.settings disable trigger user;
insert into public.settings (key, value, effective_from, note) values ('ajo_turns', '0', '-infinity', 'New circles of ajo that take turns: 1 is on');
alter table public.settings enable trigger user;
insert into public.setting_bounds (key, least, most) values ('ajo_turns', 0, 1);

create or replace function public.shown_setting(setting_key text) returns jsonb language sql stable security definer set search_path = '' as $$
  select public.read_setting(setting_key) where setting_key in ('buyer_fee_bps', 'vendor_fee_bps', 'referral_bps', 'late_leave_charge_bps', 'payout_weekday',
    'payout_least_naira', 'pay_to_join_hold_minutes', 'market_opened_at', 'ajo_circles', 'ajo_least_naira', 'ajo_most_naira', 'ajo_turns')
$$;
