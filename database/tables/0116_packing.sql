-- What a vendor's delivery to a place was found to be: a row for each load of one product for one buy, or one order from the cart.
create table public.weigh_ins (
  id uuid primary key default gen_random_uuid(),
  pickup_point_id uuid not null references public.pickup_points (id) on delete no action,
  vendor_id uuid not null references public.vendors (id) on delete no action,
  group_buy_id uuid references public.group_buys (id) on delete no action,
  order_id uuid references public.orders (id) on delete no action,
  product_id uuid not null references public.products (id) on delete no action,
  part integer not null check (part between 1 and 50),
  units_expected integer not null check (units_expected >= 0),
  grams_expected bigint check (grams_expected >= 0),
  units_counted integer not null check (units_counted between 1 and 1000000),
  grams_counted bigint check (grams_counted between 1 and 1000000000),
  photo text check (char_length(photo) <= 300),
  shelf text not null default '' check (char_length(shelf) <= 40),
  note text not null default '' check (char_length(note) <= 300),
  weighed_by uuid references public.profiles (id) on delete no action,
  created_at timestamptz not null default clock_timestamp(),
  constraint of_a_buy_or_an_order check (num_nonnulls(group_buy_id, order_id) = 1)
);
comment on table public.weigh_ins is 'Loads that a place has counted and weighed. part: 1 for the first load, 2 for what was brought later.';
comment on column public.weigh_ins.units_expected is 'What was still to come when this load arrived.';
comment on column public.weigh_ins.photo is 'Name of the picture in the bucket `deliveries`.';
create unique index each_load_once on public.weigh_ins (pickup_point_id, coalesce(group_buy_id, order_id), product_id, part);
create index weigh_ins_of_shop on public.weigh_ins (vendor_id, created_at desc);
create index weigh_ins_by_photo on public.weigh_ins (photo) where photo is not null;
alter table public.weigh_ins enable row level security;

-- Goods that came short or damaged, entered once for all orders they were meant for. Quantities are thousandths of the product's unit.
create table public.shortfalls (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references public.vendors (id) on delete no action,
  group_buy_id uuid references public.group_buys (id) on delete no action,
  line_id uuid references public.order_lines (id) on delete no action,
  pickup_point_id uuid references public.pickup_points (id) on delete no action,
  kind text not null check (kind in ('short', 'damaged')),
  missing_thousandths bigint not null check (missing_thousandths > 0),
  of_thousandths bigint not null,
  by_vendor_thousandths bigint not null check (by_vendor_thousandths >= 0),
  by_hub_thousandths bigint not null check (by_hub_thousandths >= 0),
  orders integer not null check (orders > 0),
  goods_kobo bigint not null check (goods_kobo > 0),
  returned_kobo bigint not null check (returned_kobo >= goods_kobo),
  reason text not null check (char_length(reason) between 5 and 300),
  photo text check (char_length(photo) <= 300),
  entered_by uuid references public.profiles (id) on delete no action,
  created_at timestamptz not null default clock_timestamp(),
  status text not null default 'carried-out' check (status in ('waiting', 'entered', 'carried-out', 'withdrawn', 'refused')),
  by_shop boolean not null default false,
  due_at timestamptz,
  answer_by timestamptz,
  contested_at timestamptz,
  answered_by uuid references public.profiles (id) on delete no action,
  ended_at timestamptz,
  constraint of_a_buy_or_a_line check (num_nonnulls(group_buy_id, line_id) = 1),
  constraint no_more_missing_than_there_was check (missing_thousandths <= of_thousandths),
  constraint borne_in_whole check (by_vendor_thousandths + by_hub_thousandths = missing_thousandths)
);
comment on table public.shortfalls is 'Short or damaged deliveries, shared out over their orders (shortfall_shares) and given back without a claim.';
comment on column public.shortfalls.of_thousandths is 'What the orders still had coming when it was entered.';
comment on column public.shortfalls.by_hub_thousandths is 'Lost after the hub had weighed it in; the rest was short on arrival and is the vendor''s.';
comment on column public.shortfalls.status is 'waiting: for an answer. entered: its refunds are sent at due_at. Both, and carried-out, take from the orders.';
comment on column public.shortfalls.by_shop is 'Entered by the shop''s own side, which then does not answer it.';
comment on column public.shortfalls.answer_by is 'Until then the shop may answer; null: the managers alone.';
create index shortfalls_of_buy on public.shortfalls (group_buy_id) where group_buy_id is not null;
create index shortfalls_of_line on public.shortfalls (line_id) where line_id is not null;
create index shortfalls_of_shop on public.shortfalls (vendor_id, created_at desc);
create index shortfalls_by_photo on public.shortfalls (photo) where photo is not null;
create index shortfalls_to_carry_out on public.shortfalls (coalesce(due_at, answer_by)) where status in ('waiting', 'entered');
alter table public.shortfalls enable row level security;

create table public.shortfall_shares (
  shortfall_id uuid not null references public.shortfalls (id) on delete no action,
  line_id uuid not null references public.order_lines (id) on delete no action,
  missing_thousandths bigint not null check (missing_thousandths >= 0),
  -- Null: too little to be worth a kobo.
  partial_refund_id uuid unique references public.partial_refunds (id) on delete no action,
  goods_kobo bigint not null default 0 check (goods_kobo >= 0),
  primary key (shortfall_id, line_id)
);
comment on table public.shortfall_shares is 'What each order bears of a shortfall: by largest remainder, then earlier payment.';
comment on column public.shortfall_shares.goods_kobo is 'What the share is worth, which comes back when it is carried out.';
create index shortfall_shares_of_line on public.shortfall_shares (line_id);
alter table public.shortfall_shares enable row level security;
