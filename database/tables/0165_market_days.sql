-- Figures of the market by day (decision 0117): any period is compared with the one before it by adding up days.
alter table public.order_lines add column category text;
comment on column public.order_lines.category is 'As it was at acceptance: a product that changes its category later moves no figure.';
update public.order_lines l set category = coalesce(g.category, p.category)
from public.orders o left join public.group_buys g on g.id = o.group_buy_id, public.products p where o.id = l.order_id and p.id = l.product_id;

create table sums.sales_days (
  vendor_id uuid not null,
  day date not null,
  joins bigint not null default 0,
  orders bigint not null default 0,
  goods numeric(18, 2) not null default 0,
  buyer_fee_kobo bigint not null default 0,
  vendor_fee_kobo bigint not null default 0,
  handed_over bigint not null default 0,
  timed bigint not null default 0,
  on_time bigint not null default 0
);
comment on table sums.sales_days is 'Orders that are neither pending nor paid, by day in Lagos: add up the rows. Sales by the day of ordering, hand-overs by their own.';
comment on column sums.sales_days.joins is 'Orders of group buys, also those that ended without a payment.';
create index sales_days_of_day on sums.sales_days (day, vendor_id);
alter table sums.sales_days enable row level security;

create table sums.category_days (
  vendor_id uuid not null,
  day date not null,
  category text not null,
  orders bigint not null,
  goods numeric(18, 2) not null
);
comment on table sums.category_days is 'Those that count as sold (is_paid), by the category of their lines: add up the rows. An order counts in each of its categories.';
create index category_days_of_day on sums.category_days (day, category);
alter table sums.category_days enable row level security;

create table sums.refund_days (
  vendor_id uuid,
  day date not null,
  refunds bigint not null,
  amount_kobo bigint not null
);
comment on table sums.refund_days is 'Money that became due back to buyers, for their banks or as PEPS, by day in Lagos: add up the rows. No shop: money that paid no order.';
create index refund_days_of_day on sums.refund_days (day, vendor_id);
alter table sums.refund_days enable row level security;

create table sums.active_people (
  person_id uuid not null,
  month date not null,
  days integer not null check (days > 0)
);
comment on table sums.active_people is 'Days on which a person signed in or ordered, one bit a day of the month: combine the rows.';
create index active_people_of_month on sums.active_people (month, person_id, days);
create index active_people_of_person on sums.active_people (person_id);
alter table sums.active_people enable row level security;

create index claims_opened on public.claims (created_at);
create index group_buys_decided on public.group_buys (end_date) include (vendor_id, status) where status in ('confirmed', 'ready', 'completed', 'failed', 'cancelled');

insert into sums.sales_days (vendor_id, day, joins, orders, goods, buyer_fee_kobo, vendor_fee_kobo)
select vendor_id, (created_at at time zone 'Africa/Lagos')::date, count(group_buy_id), count(*) filter (where is_paid), coalesce(sum(total_amount) filter (where is_paid), 0),
  coalesce(sum(floor(total_amount * buyer_fee_bps / 100)) filter (where is_paid), 0), coalesce(sum(floor(total_amount * vendor_fee_bps / 100)) filter (where is_paid), 0)
from public.orders where status not in ('pending', 'paid') group by 1, 2;
insert into sums.sales_days (vendor_id, day, handed_over, timed, on_time)
select vendor_id, (handed_over_at at time zone 'Africa/Lagos')::date, count(*), count(*) filter (where is_timed),
  count(*) filter (where is_timed and handed_over_at <= ready_at + interval '24 hours')
from (select *, status = 'completed' and fulfilment <> 'stockpile' and ready_at is not null as is_timed from public.orders) o
where status not in ('pending', 'paid') and handed_over_at is not null group by 1, 2;
insert into sums.category_days
select o.vendor_id, (o.created_at at time zone 'Africa/Lagos')::date, l.category, count(distinct o.id),
  sum(case when o.group_buy_id is null then l.unit_price * l.quantity else o.total_amount end)
from public.orders o join public.order_lines l on l.order_id = o.id
where o.is_paid and o.status <> 'paid' and l.category is not null group by 1, 2, 3;
insert into sums.refund_days
select o.vendor_id, (t.posted_at at time zone 'Africa/Lagos')::date, count(*), sum(t.amount_kobo)
from ledger.transfers t join ledger.accounts d on d.id = t.debit_id join ledger.accounts c on c.id = t.credit_id
left join public.refunds f on t.credit_kind = 'refund_due' and f.id = c.owner_id
left join public.orders o on o.id = case when t.kind = 'returned_as_peps' then d.owner_id else f.order_id end
where t.phase in ('posted', 'captured') and (t.kind like '%return\_owed' or t.kind in ('returned_as_peps', 'resale_as_peps', 'cash_resale_as_peps')) group by 1, 2;
insert into sums.active_people
select person_id, date_trunc('month', day)::date, bit_or(1 << extract(day from day)::integer - 1) from (
  select user_id as person_id, (created_at at time zone 'Africa/Lagos')::date as day from public.orders where status not in ('pending', 'paid')
  union select user_id, (created_at at time zone 'Africa/Lagos')::date from auth.sessions
  union select user_id, (refreshed_at at time zone 'Africa/Lagos')::date from auth.sessions where refreshed_at is not null) a group by 1, 2;
create index orders_handed_over on public.orders (handed_over_at desc, id) where handed_over_at is not null;
