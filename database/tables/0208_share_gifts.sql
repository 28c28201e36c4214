-- A buyer gives their share of a group buy to a named person or to the waiting list (decision 0141).
alter table public.orders add column takes_over_order_id uuid references public.orders (id) on delete no action;
comment on column public.orders.takes_over_order_id is 'The order whose units and place this one takes over once it is paid; until then it does not count in its buy.';
-- Two orders of one share never count at once.
alter table public.orders alter column is_live set expression as
  (status not in ('expired', 'cancelled', 'refunding', 'refunded') and not (status = 'pending' and takes_over_order_id is not null));
comment on column public.orders.is_live is 'Counts in its buy: pending or further, not ended early, and not waiting to take over another order. is_paid: live and not pending.';
alter table public.orders add constraint takes_over_a_buys_order check (takes_over_order_id is null
  or (group_buy_id is not null and takes_over_order_id <> id and (status <> 'pending' or hold_expires_at is not null)));
create unique index one_taker_of_an_order on public.orders (takes_over_order_id)
  where takes_over_order_id is not null and status not in ('expired', 'cancelled');
create index orders_taking_over on public.orders (takes_over_order_id) where takes_over_order_id is not null;
drop index public.one_pending_order_per_person_and_buy;
create unique index one_pending_order_per_person_and_buy on public.orders (group_buy_id, user_id) where status = 'pending' and takes_over_order_id is null;

create table public.share_gifts (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete no action,
  giver_id uuid not null references public.profiles (id) on delete no action,
  email text check (email = lower(email) and char_length(email) <= 255),
  phone text check (phone ~ '^[1-9][0-9]{1,14}$'),
  to_waiting_list boolean not null default false,
  note text not null default '' check (char_length(note) <= 200),
  status text not null default 'offered' check (status in ('offered', 'accepted', 'taken', 'declined', 'withdrawn', 'lapsed')),
  is_open boolean not null generated always as (status in ('offered', 'accepted')) stored,
  receiver_id uuid references public.profiles (id) on delete no action,
  turn_ends_at timestamptz,
  passed_ids uuid[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  notified_of text check (char_length(notified_of) <= 60),
  constraint given_to_one_address check (num_nonnulls(email, phone) <= case when to_waiting_list then 0 else 1 end),
  constraint an_open_one_has_an_address check (to_waiting_list or not is_open or num_nonnulls(email, phone) = 1),
  constraint taken_by_a_person check (receiver_id is not null or status not in ('accepted', 'taken')),
  constraint only_the_list_takes_turns check (to_waiting_list or (turn_ends_at is null and passed_ids = '{}')),
  constraint ended_once_over check (is_open = (ended_at is null))
);
comment on table public.share_gifts is 'Shares of group buys that buyers give away. Nothing moves until the receiver has paid.';
comment on column public.share_gifts.email is 'Or phone: the person it is for, until it is over. Whoever has confirmed this address may accept.';
comment on column public.share_gifts.status is 'accepted: the receiver has an order to pay. taken: they have paid, and the giver''s order has ended. lapsed: nobody took it in time.';
comment on column public.share_gifts.receiver_id is 'The person who accepted it; of one for the waiting list, the person whose turn it is.';
comment on column public.share_gifts.passed_ids is 'People of the waiting list who have had their turn.';
comment on column public.share_gifts.notified_of is 'The state that people were last told of.';
create unique index one_open_gift_of_an_order on public.share_gifts (order_id) where is_open;
create index share_gifts_of_order on public.share_gifts (order_id, created_at desc);
create index share_gifts_of_giver on public.share_gifts (giver_id);
create index share_gifts_of_receiver on public.share_gifts (receiver_id) where receiver_id is not null;
create index share_gifts_due on public.share_gifts (least(turn_ends_at, expires_at)) where status = 'offered';
alter table public.share_gifts enable row level security;

-- An unpaid order ends when the payment for the one that takes it over arrives.
update public.allowed_moves set causes = causes || '{gateway}'::text[] where subject = 'order' and from_status = 'pending' and to_status = 'cancelled';
