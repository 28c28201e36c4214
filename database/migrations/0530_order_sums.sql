-- What orders add up to, kept beside them, so that figures of a year do not read a year of rows (decision 0054).
-- Rows here are added and never changed: two that end orders at once do not wait for each other. sums.fold() makes one row of many.
create schema sums;
grant usage on schema sums to authenticated, service_role;

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

alter table sums.orders enable row level security;
alter table sums.products enable row level security;
-- Whoever sees a shop's orders sees what they add up to.
create policy second_step on sums.orders as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy shop_sums on sums.orders for select to authenticated
  using (vendor_id = (select rights.my_vendor_id()) or vendor_id in (select rights.overseen_vendor_ids()));
create policy second_step on sums.products as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy shop_sums on sums.products for select to authenticated
  using (vendor_id = (select rights.my_vendor_id()) or vendor_id in (select rights.overseen_vendor_ids()));
grant select on sums.orders, sums.products to authenticated, service_role;

create function sums.add_order(o public.orders, sign integer) returns void language sql set search_path = '' as $$
  insert into sums.orders (vendor_id, month, status, orders, goods, buyer_fee_kobo, vendor_fee_kobo)
  values (o.vendor_id, public.lagos_month(o.created_at), o.status, sign, sign * o.total_amount,
    case when o.is_paid then sign * floor(o.total_amount * o.buyer_fee_bps / 100)::bigint else 0 end,
    case when o.is_paid then sign * floor(o.total_amount * o.vendor_fee_bps / 100)::bigint else 0 end);
  insert into sums.products (vendor_id, month, product_id, product_name, unit, orders, quantity, goods)
  select o.vendor_id, public.lagos_month(o.created_at), l.product_id, l.product_name, l.unit, sign, sign * l.quantity,
    sign * case when o.group_buy_id is null then l.unit_price * l.quantity else o.total_amount end
  from public.order_lines l where l.order_id = o.id and o.is_paid;
$$;

-- By row with a condition, so that joining, paying and leaving unpaid orders alone costs nothing; an order that ends adds a row or two.
create function sums.follow_orders() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.status not in ('pending', 'paid') then perform sums.add_order(old, -1); end if;
  if tg_op <> 'DELETE' and new.status not in ('pending', 'paid') then perform sums.add_order(new, 1); end if;
  return null;
end $$;
create trigger follow_orders_inserted after insert on public.orders for each row
  when (new.status not in ('pending', 'paid')) execute function sums.follow_orders();
create trigger follow_orders_deleted after delete on public.orders for each row
  when (old.status not in ('pending', 'paid')) execute function sums.follow_orders();
-- Named to run after count_order, which keeps the line of an order from a buy.
create trigger follow_orders_updated after update on public.orders for each row
  when ((old.status not in ('pending', 'paid') or new.status not in ('pending', 'paid'))
    and (old.status, old.vendor_id, old.created_at, old.total_amount, old.quantity, old.buyer_fee_bps, old.vendor_fee_bps)
      is distinct from (new.status, new.vendor_id, new.created_at, new.total_amount, new.quantity, new.buyer_fee_bps, new.vendor_fee_bps))
  execute function sums.follow_orders();

create table sums.account_days (
  account_id uuid not null,
  day date not null,
  debits_kobo bigint not null,
  credits_kobo bigint not null
);
comment on table sums.account_days is 'Movements of the accounts that have no running totals, the platform''s own, by day in Lagos: add up the rows.';
create index account_days_of_account on sums.account_days (account_id, day);
alter table sums.account_days enable row level security;
grant select on sums.account_days to service_role;

create function sums.follow_ledger() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into sums.account_days (account_id, day, debits_kobo, credits_kobo)
  select s.id, (s.at at time zone 'Africa/Lagos')::date, sum(s.debit), sum(s.credit) from (
    select debit_id as id, debit_kind as kind, posted_at as at, amount_kobo as debit, 0 as credit from added where phase in ('posted', 'taken')
    union all select credit_id, credit_kind, posted_at, 0, amount_kobo from added where phase in ('posted', 'taken')) s
  join ledger.account_kinds k on k.kind = s.kind and not k.is_limited group by 1, 2;
  return null;
end $$;
create trigger follow_ledger after insert on ledger.transfers referencing new table as added for each statement execute function sums.follow_ledger();

-- One row for each key that has several. Rows that are being added meanwhile are left for the next time.
create function sums.fold() returns void language plpgsql security definer set search_path = '' as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('sums.fold')) then return; end if;
  with many as (
    select vendor_id, month, status from sums.orders group by 1, 2, 3 having count(*) > 1
  ), gone as (
    delete from sums.orders s using many m where (s.vendor_id, s.month, s.status) = (m.vendor_id, m.month, m.status) returning s.*
  )
  insert into sums.orders select vendor_id, month, status, sum(orders), sum(goods), sum(buyer_fee_kobo), sum(vendor_fee_kobo)
  from gone group by 1, 2, 3 having (sum(orders), sum(goods), sum(buyer_fee_kobo), sum(vendor_fee_kobo)) <> (0, 0, 0, 0);
  with many as (
    select vendor_id, month, product_id from sums.products group by 1, 2, 3 having count(*) > 1
  ), gone as (
    delete from sums.products s using many m where (s.vendor_id, s.month, s.product_id) = (m.vendor_id, m.month, m.product_id) returning s.*
  )
  insert into sums.products select vendor_id, month, product_id, product_name, unit, sum(orders), sum(quantity), sum(goods)
  from gone group by 1, 2, 3, 4, 5 having (sum(orders), sum(quantity), sum(goods)) <> (0, 0, 0);
  with many as (
    select account_id, day from sums.account_days group by 1, 2 having count(*) > 1
  ), gone as (
    delete from sums.account_days s using many m where (s.account_id, s.day) = (m.account_id, m.day) returning s.*
  )
  insert into sums.account_days select account_id, day, sum(debits_kobo), sum(credits_kobo) from gone group by 1, 2;
end $$;
comment on function sums.fold is 'Makes one row of many that stand for the same; what they add up to stays.';

-- From the rows: for what was there before, and after rows were written past the triggers.
create function sums.recount() returns void language plpgsql security definer set search_path = '' as $$
begin
  lock table public.orders, ledger.transfers in share row exclusive mode;
  delete from sums.orders;
  delete from sums.products;
  delete from sums.account_days;
  insert into sums.orders
  select o.vendor_id, public.lagos_month(o.created_at), o.status, count(*), sum(o.total_amount),
    coalesce(sum(floor(o.total_amount * o.buyer_fee_bps / 100)) filter (where o.is_paid), 0),
    coalesce(sum(floor(o.total_amount * o.vendor_fee_bps / 100)) filter (where o.is_paid), 0)
  from public.orders o where o.status not in ('pending', 'paid') group by 1, 2, 3;
  insert into sums.products
  select o.vendor_id, public.lagos_month(o.created_at), l.product_id, l.product_name, l.unit, count(*), sum(l.quantity),
    sum(case when o.group_buy_id is null then l.unit_price * l.quantity else o.total_amount end)
  from public.orders o join public.order_lines l on l.order_id = o.id where o.is_paid and o.status <> 'paid' group by 1, 2, 3, 4, 5;
  insert into sums.account_days
  select s.id, (s.at at time zone 'Africa/Lagos')::date, sum(s.debit), sum(s.credit) from (
    select debit_id as id, debit_kind as kind, posted_at as at, amount_kobo as debit, 0 as credit from ledger.transfers where phase in ('posted', 'taken')
    union all select credit_id, credit_kind, posted_at, 0, amount_kobo from ledger.transfers where phase in ('posted', 'taken')) s
  join ledger.account_kinds k on k.kind = s.kind and not k.is_limited group by 1, 2;
end $$;
select sums.recount();

revoke execute on function sums.add_order(public.orders, integer), sums.follow_orders(), sums.follow_ledger(), sums.fold(), sums.recount() from public;
grant execute on function sums.fold() to service_role;
-- Orders that go on are few, however long the past: figures of a shop do not pass over its past to find them.
create index orders_going_on_of_shop on public.orders (vendor_id) where status in ('pending', 'paid', 'confirmed', 'ready', 'collected', 'delivered');
