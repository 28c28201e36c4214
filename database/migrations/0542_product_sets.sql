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
grant select on sums.product_sets to service_role;

create or replace function sums.add_order(o public.orders, sign integer) returns void language sql set search_path = '' as $$
  insert into sums.orders (vendor_id, month, status, orders, goods, buyer_fee_kobo, vendor_fee_kobo)
  values (o.vendor_id, public.lagos_month(o.created_at), o.status, sign, sign * o.total_amount,
    case when o.is_paid then sign * floor(o.total_amount * o.buyer_fee_bps / 100)::bigint else 0 end,
    case when o.is_paid then sign * floor(o.total_amount * o.vendor_fee_bps / 100)::bigint else 0 end);
  insert into sums.products (vendor_id, month, product_id, product_name, unit, orders, quantity, goods)
  select o.vendor_id, public.lagos_month(o.created_at), l.product_id, l.product_name, l.unit, sign, sign * l.quantity,
    sign * case when o.group_buy_id is null then l.unit_price * l.quantity else o.total_amount end
  from public.order_lines l where l.order_id = o.id and o.is_paid;
  insert into sums.product_sets (vendor_id, month, product_ids, orders)
  select o.vendor_id, public.lagos_month(o.created_at), array_agg(l.product_id order by l.product_id), sign
  from public.order_lines l where l.order_id = o.id and o.is_paid and o.group_buy_id is null having count(*) > 1;
$$;

create function sums.fold_product_sets() returns void language sql set search_path = '' as $$
  with many as (
    select vendor_id, month, product_ids from sums.product_sets group by 1, 2, 3 having count(*) > 1
  ), gone as (
    delete from sums.product_sets s using many m where (s.vendor_id, s.month, s.product_ids) = (m.vendor_id, m.month, m.product_ids) returning s.*
  )
  insert into sums.product_sets select vendor_id, month, product_ids, sum(orders) from gone group by 1, 2, 3 having sum(orders) <> 0;
$$;
create function sums.recount_product_sets() returns void language sql set search_path = '' as $$
  delete from sums.product_sets;
  insert into sums.product_sets
  select o.vendor_id, public.lagos_month(o.created_at), l.product_ids, count(*) from public.orders o join (
    select order_id, array_agg(product_id order by product_id) as product_ids from public.order_lines group by order_id having count(*) > 1
  ) l on l.order_id = o.id where o.is_paid and o.status <> 'paid' and o.group_buy_id is null group by 1, 2, 3;
$$;

alter function sums.fold() rename to fold_orders_and_days;
alter function sums.recount() rename to recount_orders_and_days;
create function sums.fold() returns void language plpgsql security definer set search_path = '' as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('sums.fold')) then return; end if;
  perform sums.fold_orders_and_days(), sums.fold_shops(), sums.fold_product_sets();
end $$;
comment on function sums.fold is 'Makes one row of many that stand for the same; what they add up to stays.';
create function sums.recount() returns void language plpgsql security definer set search_path = '' as $$
begin
  -- The first of them locks the rows that all of them count.
  perform sums.recount_orders_and_days();
  perform sums.recount_shops(), sums.recount_product_sets();
end $$;
comment on function sums.recount is 'From the rows: for what was there before, and after rows were written past the triggers.';
revoke execute on function sums.fold_orders_and_days(), sums.fold_product_sets(), sums.recount_product_sets(), sums.fold(), sums.recount() from public;
revoke execute on function sums.fold_orders_and_days() from service_role;
grant execute on function sums.fold() to service_role;
-- Rows that are being written meanwhile are waited for, and counted.
lock table public.orders, ledger.transfers in share row exclusive mode;
select sums.recount_shops(), sums.recount_product_sets();
