create table sums.orders (
  vendor_id uuid not null,
  month date not null,
  status text not null,
  orders bigint not null,
  goods numeric(18, 2) not null,
  buyer_fee_kobo bigint not null,
  vendor_fee_kobo bigint not null
);
comment on table sums.orders is 'Orders that are neither pending nor paid, which is where their price no longer follows their buy: add up the rows. month: of ordering, in Lagos.';
create index order_sums_of_shop on sums.orders (vendor_id, month, status);
alter table sums.orders enable row level security;

create table sums.products (
  vendor_id uuid not null,
  month date not null,
  product_id uuid not null,
  product_name text not null,
  unit text not null,
  orders bigint not null,
  quantity bigint not null,
  goods numeric(18, 2) not null
);
comment on table sums.products is 'Lines of those orders that count as sold (is_paid), by the words of the day: add up the rows.';
create index product_sums_of_shop on sums.products (vendor_id, month, product_id);
alter table sums.products enable row level security;

create table sums.account_days (
  account_id uuid not null,
  day date not null,
  debits_kobo bigint not null,
  credits_kobo bigint not null
);
comment on table sums.account_days is 'Movements of the accounts that have no running totals, the platform''s own, by day in Lagos: add up the rows.';
create index account_days_of_account on sums.account_days (account_id, day);
alter table sums.account_days enable row level security;

-- A shop's statement: its balance at the beginning of a month is added up from days, not from every movement there has been (decision 0054).
create table sums.shop_days (
  account_id uuid not null,
  vendor_id uuid not null,
  day date not null,
  movements bigint not null,
  came_in_kobo bigint not null,
  went_out_kobo bigint not null,
  fee_kobo bigint not null
);
comment on table sums.shop_days is 'Movements of the shops'' accounts by day in Lagos: add up the rows. fee_kobo: the vendor''s fee that was taken with them.';
create index shop_days_of_account on sums.shop_days (account_id, day);
alter table sums.shop_days enable row level security;

-- Orders by category of a desk's analytics. The category of a product may be changed, so that what is kept are products: an order counts once for each
-- of its products (sums.products), less what it counts too often where several of them are of one category today.
create table sums.product_sets (
  vendor_id uuid not null,
  month date not null,
  product_ids uuid[] not null,
  orders bigint not null
);
comment on table sums.product_sets is 'Orders that count as sold and have several products, by their products in order of id: add up the rows.';
create index product_set_sums_of_shop on sums.product_sets (vendor_id, month);
alter table sums.product_sets enable row level security;
