-- Lists of customers add up rows of people instead of all orders.
create table sums.buyers (
  vendor_id uuid not null,
  user_id uuid not null,
  placed bigint not null,
  orders bigint not null,
  goods numeric(18, 2) not null,
  last_order_at timestamptz not null
);
comment on table sums.buyers is 'Orders that are neither pending nor paid, by shop and buyer: add up the rows. placed: with those that ended early.';
comment on column sums.buyers.last_order_at is 'The latest one counts. A correction of an order to an earlier time does not take it back; sums.recount does.';
create index buyers_of_shop on sums.buyers (vendor_id, user_id);
create index shops_of_buyer on sums.buyers (user_id, vendor_id);
alter table sums.buyers enable row level security;

-- Orders that settle meanwhile wait for the trigger that adds them.
lock table public.orders in share row exclusive mode;
insert into sums.buyers (vendor_id, user_id, placed, orders, goods, last_order_at)
select vendor_id, user_id, count(*), count(*) filter (where is_paid), coalesce(sum(total_amount) filter (where is_paid), 0), max(created_at)
from public.orders where status not in ('pending', 'paid') group by 1, 2;
