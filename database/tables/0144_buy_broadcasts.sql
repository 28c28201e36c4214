-- A shop writes to the people in a group buy, and moves its end.
create table public.buy_broadcasts (
  id uuid primary key default gen_random_uuid(),
  group_buy_id uuid not null references public.group_buys (id) on delete cascade,
  author_id uuid references public.profiles (id) on delete set null,
  kind text not null check (kind in ('message', 'extension')),
  audience text not null default 'everybody' check (audience in ('everybody', 'unpaid', 'paid')),
  body text check (char_length(body) between 1 and 500),
  days integer check (days between 1 and 3),
  former_end_date timestamptz,
  end_date timestamptz,
  former_share_date date,
  share_date date,
  recipients integer not null default 0 check (recipients >= 0),
  created_at timestamptz not null default clock_timestamp(),
  notified_at timestamptz,
  constraint a_message_has_a_text check ((kind = 'message') = (body is not null)),
  constraint an_extension_has_dates check (num_nonnulls(days, former_end_date, end_date, former_share_date, share_date) = case kind when 'extension' then 5 else 0 end),
  constraint an_extension_moves_forward check (end_date > former_end_date and share_date >= former_share_date),
  constraint an_extension_is_for_everybody check (kind <> 'extension' or audience = 'everybody')
);
comment on table public.buy_broadcasts is 'What a shop told the people in a group buy: messages, and extensions of its window with the dates before and after.';
comment on column public.buy_broadcasts.author_id is 'The owner of the shop at that time.';
comment on column public.buy_broadcasts.audience is 'unpaid: people without a paid order. paid: people with one.';
comment on column public.buy_broadcasts.recipients is 'People in the audience when it was sent.';
comment on column public.buy_broadcasts.notified_at is 'When the last of them was told.';
create index buy_broadcasts_of_buy on public.buy_broadcasts (group_buy_id, created_at desc, id);
create index buy_broadcasts_of_author on public.buy_broadcasts (author_id) where author_id is not null;
alter table public.buy_broadcasts enable row level security;

create table public.buy_broadcast_recipients (
  broadcast_id uuid not null references public.buy_broadcasts (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  notified_at timestamptz,
  primary key (broadcast_id, person_id)
);
comment on table public.buy_broadcast_recipients is 'The people to whom a broadcast is addressed. Marked in the transaction that writes their notice, so each is told once.';
create index buy_broadcast_recipients_left on public.buy_broadcast_recipients (broadcast_id, person_id) where notified_at is null;
create index buy_broadcast_recipients_of_person on public.buy_broadcast_recipients (person_id);
alter table public.buy_broadcast_recipients enable row level security;
