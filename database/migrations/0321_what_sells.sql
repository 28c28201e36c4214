-- What sells: the live orders of the reported months by product, for the shop and for those who look after shops. With the reader's rights.
create view public.sold_lines with (security_invoker = true) as
select o.vendor_id, g.product_id, g.product_name, g.unit, o.quantity, o.total_amount as goods, o.status <> 'pending' as is_paid
from public.orders o join public.group_buys g on g.id = o.group_buy_id
where o.status not in ('expired', 'cancelled', 'refunding', 'refunded') and o.created_at >= public.first_reported_month()
union all
select b.vendor_id, i.product_id, i.product_name, i.unit, i.quantity, i.unit_price * i.quantity, b.status <> 'pending'
from public.bulk_orders b join public.bulk_order_items i on i.bulk_order_id = b.id
where b.status not in ('expired', 'cancelled', 'refunding', 'refunded') and b.created_at >= public.first_reported_month();
comment on view public.sold_lines is 'One row for each product of each live order the reader may see, of this month and the eleven before it; goods in naira.';

create view public.shop_products_sold with (security_invoker = true) as
select product_id, min(product_name) as product_name, min(unit) as unit, count(*)::integer as orders, count(*) filter (where is_paid)::integer as paid_orders,
  sum(quantity)::integer as quantity, sum(goods) as goods
from public.sold_lines where vendor_id = (select rights.my_vendor_id()) group by product_id;
comment on view public.shop_products_sold is 'The reader''s own shop by product.';

create view public.overseen_products_sold with (security_invoker = true) as
select s.product_id, min(s.product_name) as product_name, min(s.unit) as unit, min(s.vendor_id::text)::uuid as vendor_id, min(v.business_name) as vendor_name,
  min(p.category) as category, count(*)::integer as orders, count(*) filter (where s.is_paid)::integer as paid_orders,
  sum(s.quantity)::integer as quantity, sum(s.goods) as goods
from public.sold_lines s left join public.vendors v on v.id = s.vendor_id left join public.products p on p.id = s.product_id
where s.vendor_id in (select rights.overseen_vendor_ids()) group by s.product_id;
comment on view public.overseen_products_sold is 'The products of the shops a manager, coordinator or chief looks after; category null when the reader no longer sees the product.';

create view public.overseen_categories with (security_invoker = true) as
select category, count(*)::integer as products, sum(orders)::integer as orders, sum(goods) as goods from public.overseen_products_sold group by category;

grant select on public.sold_lines, public.shop_products_sold, public.overseen_products_sold, public.overseen_categories to authenticated, service_role;
