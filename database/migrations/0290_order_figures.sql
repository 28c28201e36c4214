-- What an order counts for, once: every figure of a desk is a sum over this view, so that no two pages disagree (docs/glossary.md, "Figures").
-- All views here run with the reader's rights: row level security decides whose orders they hold.
create view public.order_figures with (security_invoker = true) as
select o.id, o.vendor_id, o.user_id, o.buyer_name, o.group_buy_id, o.status, o.created_at, public.lagos_month(o.created_at) as month,
  o.is_paid, o.status = 'pending' as is_promised, w.goods,
  case when o.is_paid then floor(w.goods * o.buyer_fee_bps / 100) else 0 end::bigint as buyer_fee_kobo,
  case when o.is_paid then floor(w.goods * o.vendor_fee_bps / 100) else 0 end::bigint as vendor_fee_kobo
from public.orders o left join public.group_buys g on g.id = o.group_buy_id
cross join lateral (
  select case when o.is_live and o.settled_at is null then coalesce(g.current_price * o.quantity, o.total_amount) else o.total_amount end as goods) w;
comment on view public.order_figures is 'One row an order. is_paid: it counts as an order in every figure; is_promised: not paid yet, counted apart, never as sold.';
comment on column public.order_figures.goods is 'Naira: at the final price, and at the price now of its buy until that is settled: one buy has one price.';
comment on column public.order_figures.vendor_fee_kobo is 'Of paid orders, by the rates on the order: what settlement writes, known before it.';

drop view public.own_months, public.all_orders, public.shop_months, public.overseen_months, public.shop_buyers, public.overseen_buyers,
  public.shop_products_sold, public.overseen_categories, public.overseen_products_sold, public.sold_lines;

create view public.all_orders with (security_invoker = true) as
select o.id, case when o.group_buy_id is null then 'bulk' else 'group_buy' end as kind, o.order_no, o.vendor_id, v.business_name as vendor_name,
  v.state as vendor_state, o.group_buy_id, l.names as product_name, o.quantity, l.unit, o.user_id, o.buyer_name, o.status, o.unit_price, o.total_amount,
  l.base_amount, o.fee_kobo, f.vendor_fee_kobo, o.amount_due_kobo, o.returned_kobo, o.fulfilment, o.created_at, o.is_live,
  f.month, f.is_paid, f.is_promised, f.goods
from public.order_figures f join public.orders o on o.id = f.id left join public.vendors v on v.id = o.vendor_id
cross join lateral (
  select string_agg(product_name, ', ' order by product_name) as names, case when count(distinct unit) = 1 then min(unit) end as unit,
    sum(base_price * quantity) as base_amount
  from public.order_lines where order_id = o.id) l;
comment on view public.all_orders is 'Orders that the reader may see, with what is in them and what they count for. base_amount: naira of the goods at the base price.';

create view public.shop_months with (security_invoker = true) as
select month, count(*)::integer as placed, count(*) filter (where is_paid)::integer as orders, count(*) filter (where is_promised)::integer as promised_orders,
  count(*) filter (where status = 'completed')::integer as completed_orders, coalesce(sum(goods) filter (where is_paid), 0) as goods,
  coalesce(sum(goods) filter (where is_promised), 0) as promised_goods, sum(vendor_fee_kobo)::bigint as vendor_fee_kobo
from public.order_figures where vendor_id = (select rights.my_vendor_id()) and created_at >= public.first_reported_month() group by month;
comment on view public.shop_months is 'The reader''s own shop by month of ordering.';

create view public.overseen_months with (security_invoker = true) as
select v.state, f.month, count(*)::integer as placed, count(*) filter (where is_paid)::integer as orders,
  count(*) filter (where is_promised)::integer as promised_orders, count(*) filter (where f.status = 'completed')::integer as completed_orders,
  count(*) filter (where f.status = 'expired')::integer as expired_orders, coalesce(sum(goods) filter (where is_paid), 0) as goods,
  coalesce(sum(goods) filter (where is_promised), 0) as promised_goods, sum(buyer_fee_kobo + vendor_fee_kobo)::bigint as fees_kobo
from public.order_figures f join public.vendors v on v.id = f.vendor_id
where f.vendor_id in (select rights.overseen_vendor_ids()) and f.created_at >= public.first_reported_month() group by v.state, f.month;
comment on view public.overseen_months is 'The shops a manager, coordinator or chief looks after, by state and month of ordering.';

create view public.own_months with (security_invoker = true) as
select month, count(*) filter (where is_paid)::integer as orders, count(*) filter (where is_promised)::integer as promised_orders,
  coalesce(sum(base_amount) filter (where is_paid), 0) as base_amount, coalesce(sum(goods) filter (where is_paid), 0) as goods,
  coalesce(sum(goods) filter (where is_promised), 0) as promised_goods
from public.all_orders where user_id = (select auth.uid()) and is_live and created_at >= public.first_reported_month() group by month;
comment on view public.own_months is 'What the reader bought by month: naira at the base price, and at the price of their orders.';

create view public.shop_buyers with (security_invoker = true) as
select user_id, (array_agg(buyer_name order by created_at desc))[1] as buyer_name, count(*) filter (where is_paid)::integer as orders,
  count(*) filter (where is_promised)::integer as promised_orders, coalesce(sum(goods) filter (where is_paid), 0) as goods, max(created_at) as last_order_at
from public.order_figures where vendor_id = (select rights.my_vendor_id()) group by user_id;

create view public.overseen_buyers with (security_invoker = true) as
select user_id, (array_agg(buyer_name order by created_at desc))[1] as buyer_name, count(*) filter (where is_paid)::integer as orders,
  count(*) filter (where is_promised)::integer as promised_orders, count(distinct vendor_id)::integer as shops,
  coalesce(sum(goods) filter (where is_paid), 0) as goods, max(created_at) as last_order_at
from public.order_figures where vendor_id in (select rights.overseen_vendor_ids()) group by user_id;

-- What sells, by line: an order from a buy has one, at the order's price.
create view public.sold_lines with (security_invoker = true) as
select f.id as order_id, f.vendor_id, l.product_id, l.product_name, l.unit, l.quantity, f.is_paid,
  case when f.group_buy_id is null then l.unit_price * l.quantity else f.goods end as goods
from public.order_figures f join public.order_lines l on l.order_id = f.id
where (f.is_paid or f.is_promised) and f.created_at >= public.first_reported_month();
comment on view public.sold_lines is 'One row for each product of each paid or promised order the reader may see, of this month and the eleven before it; goods in naira.';

create view public.shop_products_sold with (security_invoker = true) as
select product_id, min(product_name) as product_name, min(unit) as unit, count(*) filter (where is_paid)::integer as orders,
  count(*) filter (where not is_paid)::integer as promised_orders, coalesce(sum(quantity) filter (where is_paid), 0)::integer as quantity,
  coalesce(sum(goods) filter (where is_paid), 0) as goods
from public.sold_lines where vendor_id = (select rights.my_vendor_id()) group by product_id;
comment on view public.shop_products_sold is 'The reader''s own shop by product; an order has a product once, so lines are orders here.';

create view public.overseen_products_sold with (security_invoker = true) as
select s.product_id, min(s.product_name) as product_name, min(s.unit) as unit, min(s.vendor_id::text)::uuid as vendor_id, min(v.business_name) as vendor_name,
  min(p.category) as category, count(*) filter (where s.is_paid)::integer as orders, count(*) filter (where not s.is_paid)::integer as promised_orders,
  coalesce(sum(s.quantity) filter (where s.is_paid), 0)::integer as quantity, coalesce(sum(s.goods) filter (where s.is_paid), 0) as goods
from public.sold_lines s left join public.vendors v on v.id = s.vendor_id left join public.products p on p.id = s.product_id
where s.vendor_id in (select rights.overseen_vendor_ids()) group by s.product_id;
comment on view public.overseen_products_sold is 'The products of the shops a manager, coordinator or chief looks after; category null when the reader no longer sees the product.';

create view public.overseen_categories with (security_invoker = true) as
select p.category, count(distinct s.product_id)::integer as products, count(distinct s.order_id)::integer as orders, sum(s.goods) as goods
from public.sold_lines s left join public.products p on p.id = s.product_id
where s.is_paid and s.vendor_id in (select rights.overseen_vendor_ids()) group by p.category;
comment on view public.overseen_categories is 'Orders with goods of this category: one with goods of two counts in both, so only goods add up to the whole.';

grant select on public.order_figures, public.all_orders, public.shop_months, public.overseen_months, public.own_months, public.shop_buyers,
  public.overseen_buyers, public.sold_lines, public.shop_products_sold, public.overseen_products_sold, public.overseen_categories
  to authenticated, service_role;
