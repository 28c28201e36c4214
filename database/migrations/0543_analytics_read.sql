-- What was ordered and sold, as desks read it. The views say themselves whose rows they show, like the other lists of desks: the policies of orders, asked of each line
-- that still moves, took longer than the sums.
-- The bounds of time are asked for once, and not of each order.
create or replace view sums.order_groups with (security_invoker = true) as
select vendor_id, month, status, status not in ('expired', 'cancelled', 'refunding', 'refunded') as is_paid, false as is_promised,
  orders, goods, buyer_fee_kobo, vendor_fee_kobo from sums.orders
union all
select vendor_id, date_trunc('month', created_at at time zone 'Africa/Lagos')::date, status, is_paid, is_promised, 1, goods, buyer_fee_kobo, vendor_fee_kobo
from public.order_figures where status in ('pending', 'paid');

create or replace view public.shop_months with (security_invoker = false) as
select month, sum(orders)::integer as placed, coalesce(sum(orders) filter (where is_paid), 0)::integer as orders,
  coalesce(sum(orders) filter (where is_promised), 0)::integer as promised_orders,
  coalesce(sum(orders) filter (where status = 'completed'), 0)::integer as completed_orders, coalesce(sum(goods) filter (where is_paid), 0) as goods,
  coalesce(sum(goods) filter (where is_promised), 0) as promised_goods, sum(vendor_fee_kobo)::bigint as vendor_fee_kobo
from sums.order_groups where vendor_id = (select rights.my_vendor_id()) and not (select rights.owes_second_step())
  and month >= (select public.lagos_month(public.first_reported_month()))
group by month having sum(orders) > 0;

create or replace view public.overseen_months with (security_invoker = false) as
select v.state, f.month, sum(orders)::integer as placed, coalesce(sum(orders) filter (where is_paid), 0)::integer as orders,
  coalesce(sum(orders) filter (where is_promised), 0)::integer as promised_orders,
  coalesce(sum(orders) filter (where f.status = 'completed'), 0)::integer as completed_orders,
  coalesce(sum(orders) filter (where f.status = 'expired'), 0)::integer as expired_orders, coalesce(sum(goods) filter (where is_paid), 0) as goods,
  coalesce(sum(goods) filter (where is_promised), 0) as promised_goods, sum(buyer_fee_kobo + vendor_fee_kobo)::bigint as fees_kobo
from sums.order_groups f join public.vendors v on v.id = f.vendor_id
where f.vendor_id in (select rights.overseen_vendor_ids()) and f.month >= (select public.lagos_month(public.first_reported_month()))
group by v.state, f.month having sum(orders) > 0;

create view sums.sold_products with (security_invoker = false) as
select vendor_id, product_id, product_name, unit, coalesce(sum(orders) filter (where is_paid), 0) as orders,
  coalesce(sum(orders) filter (where not is_paid), 0) as promised_orders, coalesce(sum(quantity) filter (where is_paid), 0) as quantity,
  coalesce(sum(goods) filter (where is_paid), 0) as goods
from (
  select vendor_id, product_id, product_name, unit, true as is_paid, orders, quantity, goods
  from sums.products where month >= (select public.lagos_month(public.first_reported_month()))
  union all
  select o.vendor_id, l.product_id, l.product_name, l.unit, o.is_paid, 1, l.quantity,
    case when o.group_buy_id is null then l.unit_price * l.quantity else w.goods end
  from public.orders o
  -- offset 0: looked up for the few orders that are promised or paid, and never joined with all lines there are.
  cross join lateral (select * from public.order_lines where order_id = o.id offset 0) l
  left join public.group_buys g on g.id = o.group_buy_id
  cross join lateral (select case when o.is_live and o.settled_at is null then coalesce(g.current_price * o.quantity, o.total_amount) else o.total_amount end as goods) w
  where o.status in ('pending', 'paid') and o.created_at >= (select public.first_reported_month())) s
where not (select rights.owes_second_step())
group by 1, 2, 3, 4 having sum(orders) > 0;
comment on view sums.sold_products is 'Products of all shops by the words of the day, in the reported months: granted to nobody.';

create or replace view public.overseen_products_sold with (security_invoker = false) as
select s.product_id, min(s.product_name) as product_name, min(s.unit) as unit, min(s.vendor_id::text)::uuid as vendor_id, min(v.business_name) as vendor_name,
  min(p.category) as category, sum(s.orders)::integer as orders, sum(s.promised_orders)::integer as promised_orders, sum(s.quantity)::integer as quantity,
  sum(s.goods) as goods
from sums.sold_products s left join public.vendors v on v.id = s.vendor_id left join public.products p on p.id = s.product_id
where s.vendor_id in (select rights.overseen_vendor_ids()) group by s.product_id;

create or replace view public.shop_products_sold with (security_invoker = false) as
select product_id, min(product_name) as product_name, min(unit) as unit, sum(orders)::integer as orders, sum(promised_orders)::integer as promised_orders,
  sum(quantity)::integer as quantity, sum(goods) as goods
from sums.sold_products where vendor_id = (select rights.my_vendor_id()) group by product_id;

create or replace view public.overseen_categories with (security_invoker = false) as
with sold as (
  select p.category, count(distinct s.product_id)::integer as products, sum(s.orders) as lines, sum(s.goods) as goods
  from sums.sold_products s join public.products p on p.id = s.product_id
  where s.orders > 0 and s.vendor_id in (select rights.overseen_vendor_ids()) group by p.category
), sets as (
  select product_ids, sum(orders) as orders from (
    select product_ids, orders from sums.product_sets
    where month >= (select public.lagos_month(public.first_reported_month())) and vendor_id in (select rights.overseen_vendor_ids())
    union all
    select array_agg(l.product_id order by l.product_id), 1 from public.orders o join public.order_lines l on l.order_id = o.id
    where o.status = 'paid' and o.group_buy_id is null and o.created_at >= (select public.first_reported_month())
      and o.vendor_id in (select rights.overseen_vendor_ids()) group by o.id having count(*) > 1) b
  where not (select rights.owes_second_step()) group by product_ids
), counted_twice as (
  -- An order with several products of a category stands in the sum of each.
  select category, sum(orders * (products - 1)) as lines from (
    select p.category, b.product_ids, min(b.orders) as orders, count(*) as products
    from sets b cross join lateral unnest(b.product_ids) i (id) join public.products p on p.id = i.id group by 1, 2 having count(*) > 1) c
  group by category
)
select category, s.products, (s.lines - coalesce(c.lines, 0))::integer as orders, s.goods from sold s left join counted_twice c using (category);
comment on view public.overseen_categories is 'Orders with goods of this category: one with goods of two counts in both, so only goods add up to the whole.';

drop view sums.product_groups;
