-- Food ajo: a circle of people who each pay the same sum a month and buy together from the group buy that they vote for (decision
-- 0145). The market holds the money: each member has a ledger account, so that every kobo has an owner at every moment.
create table public.ajo_circles (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 3 and 60),
  monthly_kobo bigint not null check (monthly_kobo between 100 and 100000000),
  seats integer not null check (seats between 3 and 20),
  months integer not null check (months between 2 and 12),
  due_day integer not null check (due_day between 1 and 28),
  status text not null default 'forming' check (status in ('forming', 'running', 'ended', 'cancelled')),
  starter_id uuid not null references public.profiles (id) on delete no action,
  invitation text not null unique default replace(gen_random_uuid()::text, '-', '') check (invitation ~ '^[0-9a-f]{32}$'),
  started_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  unique (id, monthly_kobo),
  constraint started_once_it_runs check ((status in ('running', 'ended')) = (started_at is not null)),
  constraint ended_once_it_is_over check ((status in ('ended', 'cancelled')) = (ended_at is not null))
);
comment on table public.ajo_circles is 'Circles of ajo. The rules never change: people read them before they join.';
comment on column public.ajo_circles.seats is 'Members that the circle starts with, no more and no fewer.';
comment on column public.ajo_circles.due_day is 'Day of the month on which each contribution is due.';
comment on column public.ajo_circles.starter_id is 'Shares the link and starts the circle once it is full; no other right.';
comment on column public.ajo_circles.invitation is 'The secret part of the link that lets people read the rules and join.';
create index ajo_circles_newest on public.ajo_circles (created_at desc, id);
create index ajo_circles_running on public.ajo_circles (id) where status = 'running';
create index ajo_circles_of_starter on public.ajo_circles (starter_id);
alter table public.ajo_circles enable row level security;

create table public.ajo_members (
  id uuid primary key default gen_random_uuid(),
  circle_id uuid not null references public.ajo_circles (id) on delete no action,
  person_id uuid not null references public.profiles (id) on delete no action,
  status text not null default 'joined' check (status in ('joined', 'active', 'left', 'defaulted', 'finished')),
  joined_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  unique (circle_id, person_id),
  unique (id, circle_id),
  constraint ended_once_it_is_over check ((status in ('left', 'defaulted', 'finished')) = (ended_at is not null))
);
comment on table public.ajo_members is 'People of a circle. Each has a ledger account `ajo`, whose owner is this id.';
comment on column public.ajo_members.status is 'joined: the circle has not started. left: by themselves. defaulted: a month was not paid. finished: the circle ended.';
create index ajo_members_of_person on public.ajo_members (person_id);
alter table public.ajo_members enable row level security;

create table public.ajo_months (
  circle_id uuid not null references public.ajo_circles (id) on delete no action,
  month integer not null check (month between 1 and 12),
  due_on date not null,
  closes_at timestamptz not null,
  closed_at timestamptz,
  group_buy_id uuid references public.group_buys (id) on delete no action,
  quantity integer check (quantity > 0),
  outcome text check (outcome in ('bought', 'no_votes', 'not_enough')),
  primary key (circle_id, month),
  constraint closes_a_week_after_it_is_due check (closes_at = ((due_on + 8)::timestamp at time zone 'Africa/Lagos')),
  constraint closed_with_an_outcome check ((closed_at is null) = (outcome is null)),
  constraint bought_with_a_buy check ((outcome is not distinct from 'bought') = (group_buy_id is not null) and (group_buy_id is null) = (quantity is null))
);
comment on table public.ajo_months is 'Months of a circle: until they close, members pay and vote; then the circle buys.';
comment on column public.ajo_months.quantity is 'Units that each member gets.';
comment on column public.ajo_months.outcome is 'no_votes: there was no vote for a buy that was still open. not_enough: the money, or what was left of the buys, did not do for everybody.';
create index ajo_months_open on public.ajo_months (closes_at) where closed_at is null;
create index ajo_months_of_buy on public.ajo_months (group_buy_id) where group_buy_id is not null;
alter table public.ajo_months enable row level security;

create table public.ajo_contributions (
  id uuid primary key default gen_random_uuid(),
  circle_id uuid not null,
  member_id uuid not null,
  month integer not null,
  amount_kobo bigint not null,
  paid_at timestamptz,
  payment_id uuid unique references public.payments (id) on delete no action,
  reversed_at timestamptz,
  unique (member_id, month),
  constraint one_sum_for_everybody foreign key (circle_id, amount_kobo) references public.ajo_circles (id, monthly_kobo) on delete no action,
  constraint of_its_circle foreign key (member_id, circle_id) references public.ajo_members (id, circle_id) on delete no action,
  constraint of_a_month foreign key (circle_id, month) references public.ajo_months (circle_id, month) on delete no action,
  constraint paid_by_a_payment check ((paid_at is null) = (payment_id is null)),
  constraint reversed_once_paid check (reversed_at is null or paid_at is not null)
);
comment on table public.ajo_contributions is 'What each member pays for each month, written when the circle starts.';
comment on column public.ajo_contributions.reversed_at is 'When the payer''s bank took the payment back.';
create index ajo_contributions_of_circle on public.ajo_contributions (circle_id, month);
create index ajo_contributions_open on public.ajo_contributions (member_id, month) where paid_at is null;
alter table public.ajo_contributions enable row level security;

-- A payment pays orders (payment_parts) or one contribution, never both.
create table public.ajo_payments (
  payment_id uuid primary key references public.payments (id) on delete no action,
  contribution_id uuid not null references public.ajo_contributions (id) on delete no action
);
comment on table public.ajo_payments is 'Attempts to pay a contribution at the gateway.';
create index ajo_payments_of_contribution on public.ajo_payments (contribution_id);
alter table public.ajo_payments enable row level security;

create table public.ajo_votes (
  member_id uuid not null,
  circle_id uuid not null,
  month integer not null,
  group_buy_id uuid not null references public.group_buys (id) on delete no action,
  voted_at timestamptz not null default clock_timestamp(),
  primary key (member_id, month),
  constraint of_its_circle foreign key (member_id, circle_id) references public.ajo_members (id, circle_id) on delete no action,
  constraint of_a_month foreign key (circle_id, month) references public.ajo_months (circle_id, month) on delete no action
);
comment on table public.ajo_votes is 'The group buy that a member wants the circle to buy from in a month.';
create index ajo_votes_of_month on public.ajo_votes (circle_id, month);
alter table public.ajo_votes enable row level security;

create table public.ajo_orders (
  member_id uuid not null,
  circle_id uuid not null,
  month integer not null,
  order_id uuid not null unique references public.orders (id) on delete no action,
  payment_id uuid not null unique references public.payments (id) on delete no action,
  primary key (member_id, month),
  constraint of_its_circle foreign key (member_id, circle_id) references public.ajo_members (id, circle_id) on delete no action,
  constraint of_a_month foreign key (circle_id, month) references public.ajo_months (circle_id, month) on delete no action
);
comment on table public.ajo_orders is 'A member''s order of a month, paid from their own account in the circle.';
create index ajo_orders_of_circle on public.ajo_orders (circle_id, month);
alter table public.ajo_orders enable row level security;

create table public.ajo_reminders (
  contribution_id uuid not null references public.ajo_contributions (id) on delete no action,
  step text not null check (step in ('soon', 'due', 'late', 'last')),
  sent_at timestamptz not null default clock_timestamp(),
  primary key (contribution_id, step)
);
comment on table public.ajo_reminders is 'Reminders sent: 3 days before the due day, on it, and 3 and 7 days after it.';
alter table public.ajo_reminders enable row level security;

insert into public.allowed_moves (subject, from_status, to_status, causes) values
  ('ajo_circle', 'new', 'forming', '{buyer}'), ('ajo_circle', 'forming', 'running', '{buyer}'), ('ajo_circle', 'forming', 'cancelled', '{buyer}'),
  ('ajo_circle', 'running', 'ended', '{buyer,clock,gateway}'),
  ('ajo_member', 'new', 'joined', '{buyer}'), ('ajo_member', 'joined', 'active', '{buyer}'), ('ajo_member', 'joined', 'left', '{buyer}'),
  ('ajo_member', 'active', 'left', '{buyer}'), ('ajo_member', 'active', 'defaulted', '{clock,gateway}'), ('ajo_member', 'active', 'finished', '{clock}');

-- Off until counsel has answered the questions of decision 0145.
-- The guards of an installed market refuse unknown keys and times in the past.
alter table public.settings disable trigger user;
insert into public.settings (key, value, effective_from, note) values
  ('ajo_circles', '0', '-infinity', 'New circles of ajo: 1 is on'),
  ('ajo_least_naira', '1000', '-infinity', 'Least sum a month of a new circle'),
  ('ajo_most_naira', '100000', '-infinity', 'Largest sum a month of a new circle');
alter table public.settings enable trigger user;
insert into public.setting_bounds (key, least, most) values ('ajo_circles', 0, 1), ('ajo_least_naira', 100, 1000000), ('ajo_most_naira', 100, 1000000);

create or replace function public.shown_setting(setting_key text) returns jsonb language sql stable security definer set search_path = '' as $$
  select public.read_setting(setting_key) where setting_key in ('buyer_fee_bps', 'vendor_fee_bps', 'referral_bps', 'late_leave_charge_bps', 'payout_weekday',
    'payout_least_naira', 'pay_to_join_hold_minutes', 'market_opened_at', 'ajo_circles', 'ajo_least_naira', 'ajo_most_naira')
$$;
