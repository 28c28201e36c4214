-- A shop repeats a group buy each week or month, and buyers order the same in every round (decision 0144).
create table public.buy_cycles (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references public.vendors (id) on delete no action,
  product_id uuid not null references public.products (id) on delete no action,
  period text not null check (period in ('week', 'month')),
  share_day integer not null check (share_day between 1 and 31),
  status text not null default 'running' check (status in ('running', 'paused', 'ended')),
  pause_reason text check (char_length(pause_reason) <= 400),
  next_opens_at timestamptz not null,
  next_end_date timestamptz not null,
  next_share_date date not null,
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint a_round_opens_before_it_ends check (next_opens_at < next_end_date),
  constraint only_a_paused_one_has_a_reason check (pause_reason is null or status = 'paused'),
  constraint ended_once_over check ((status = 'ended') = (ended_at is not null))
);
comment on table public.buy_cycles is 'Group buys that a shop repeats. Each round is a group buy of its own, with the terms of the round before.';
comment on column public.buy_cycles.share_day is 'Day of the month on which a monthly cycle shares its goods; the last day of a shorter month.';
comment on column public.buy_cycles.pause_reason is 'Why the market paused it; null if the shop did.';
comment on column public.buy_cycles.next_opens_at is 'When the next round opens, at the earliest: not before the round before it has closed.';
create unique index one_cycle_of_a_product on public.buy_cycles (product_id) where status <> 'ended';
create index buy_cycles_of_shop on public.buy_cycles (vendor_id, created_at desc);
create index buy_cycles_due on public.buy_cycles (next_opens_at) where status = 'running';
alter table public.buy_cycles enable row level security;

alter table public.group_buys add column cycle_id uuid references public.buy_cycles (id) on delete no action;
comment on column public.group_buys.cycle_id is 'The cycle of which this buy is a round.';
create index group_buys_of_cycle on public.group_buys (cycle_id, published_at desc) where cycle_id is not null;

create table public.standing_orders (
  id uuid primary key default gen_random_uuid(),
  cycle_id uuid not null references public.buy_cycles (id) on delete no action,
  person_id uuid not null references public.profiles (id) on delete no action,
  quantity integer not null check (quantity between 1 and 1000000),
  most_kobo bigint not null check (most_kobo between 100 and 10000000000),
  mode text not null check (mode in ('ask', 'join')),
  status text not null default 'active' check (status in ('active', 'paused', 'ended')),
  pause_reason text check (pause_reason = 'unpaid'),
  skips_next boolean not null default false,
  active_since timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint only_a_paused_one_has_a_reason check (pause_reason is null or status = 'paused'),
  constraint ended_once_over check ((status = 'ended') = (ended_at is not null))
);
comment on table public.standing_orders is 'The same in every round of a cycle. It reserves; it never pays.';
comment on column public.standing_orders.most_kobo is 'The most that a round may cost, fee included, without delivery.';
comment on column public.standing_orders.mode is 'ask: the buyer is asked each time. join: the market joins for them, if the round costs no more than most_kobo.';
comment on column public.standing_orders.pause_reason is 'unpaid: two rounds in a row expired without a payment. Null if the buyer paused it.';
comment on column public.standing_orders.active_since is 'Rounds that opened before are not ordered.';
create unique index one_standing_order_of_a_cycle on public.standing_orders (cycle_id, person_id) where status <> 'ended';
create index standing_orders_of_person on public.standing_orders (person_id, created_at desc);
create index standing_orders_active on public.standing_orders (cycle_id, created_at) where status = 'active';
alter table public.standing_orders enable row level security;

create table public.standing_rounds (
  standing_order_id uuid not null references public.standing_orders (id) on delete cascade,
  group_buy_id uuid not null references public.group_buys (id) on delete no action,
  outcome text not null check (outcome in ('joined', 'asked', 'skipped', 'refused')),
  order_id uuid unique references public.orders (id) on delete no action,
  reason text check (char_length(reason) <= 400),
  at timestamptz not null default clock_timestamp(),
  primary key (standing_order_id, group_buy_id),
  constraint joined_with_an_order check ((outcome = 'joined') = (order_id is not null))
);
comment on table public.standing_rounds is 'What became of a standing order in a round, once a round.';
comment on column public.standing_rounds.outcome is 'skipped: by the buyer, or they were in it already. refused: the market could not join for them, for the reason.';
create index standing_rounds_of_buy on public.standing_rounds (group_buy_id);
alter table public.standing_rounds enable row level security;

insert into public.allowed_moves (subject, from_status, to_status, causes) values
  ('buy_cycle', 'new', 'running', '{vendor}'), ('buy_cycle', 'running', 'paused', '{vendor,clock}'), ('buy_cycle', 'paused', 'running', '{vendor}'),
  ('buy_cycle', 'running', 'ended', '{vendor,clock,buyer,operator}'), ('buy_cycle', 'paused', 'ended', '{vendor,clock,buyer,operator}'),
  ('standing_order', 'new', 'active', '{buyer}'), ('standing_order', 'active', 'paused', '{buyer,clock}'), ('standing_order', 'paused', 'active', '{buyer}'),
  ('standing_order', 'active', 'ended', '{buyer,clock}'), ('standing_order', 'paused', 'ended', '{buyer,clock}');
-- The clock opens the rounds of cycles.
update public.allowed_moves set causes = causes || '{clock}'::text[] where subject = 'group_buy' and from_status = 'new' and to_status = 'active';
