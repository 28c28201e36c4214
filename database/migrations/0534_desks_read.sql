-- Lists of people, kinds of food and accounts as desks read them. They say themselves whose rows they show, like the views of the ledger:
-- the policies of orders, asked of each line of a year, took longer than the sums.
-- Names and shops are looked up for the people who are shown.
create or replace view public.overseen_buyers with (security_invoker = false) as
select b.user_id, (select n.buyer_name from public.orders n where n.user_id = b.user_id and n.vendor_id in (select rights.overseen_vendor_ids())
    order by n.created_at desc limit 1) as buyer_name, b.orders, b.promised_orders,
  (select count(distinct n.vendor_id) from public.orders n where n.user_id = b.user_id and n.vendor_id in (select rights.overseen_vendor_ids()))::integer as shops,
  b.goods, b.last_order_at
from (
  select o.user_id, count(*) filter (where o.is_paid)::integer as orders, count(*) filter (where o.status = 'pending')::integer as promised_orders,
    coalesce(sum(case when o.settled_at is null then coalesce(g.current_price * o.quantity, o.total_amount) else o.total_amount end)
      filter (where o.is_paid), 0) as goods, max(o.created_at) as last_order_at
  from public.orders o left join public.group_buys g on g.id = o.group_buy_id
  where o.vendor_id in (select rights.overseen_vendor_ids()) and not (select rights.owes_second_step()) group by o.user_id) b;

create or replace view public.shop_buyers with (security_invoker = false) as
select b.user_id, (select n.buyer_name from public.orders n where n.user_id = b.user_id and n.vendor_id = (select rights.my_vendor_id())
    order by n.created_at desc limit 1) as buyer_name, b.orders, b.promised_orders, b.goods, b.last_order_at
from (
  select o.user_id, count(*) filter (where o.is_paid)::integer as orders, count(*) filter (where o.status = 'pending')::integer as promised_orders,
    coalesce(sum(case when o.settled_at is null then coalesce(g.current_price * o.quantity, o.total_amount) else o.total_amount end)
      filter (where o.is_paid), 0) as goods, max(o.created_at) as last_order_at
  from public.orders o left join public.group_buys g on g.id = o.group_buy_id
  where o.vendor_id = (select rights.my_vendor_id()) and not (select rights.owes_second_step()) group by o.user_id) b;

create or replace view public.overseen_categories with (security_invoker = false) as
with sold as (
  select p.category, count(distinct s.product_id)::integer as products, sum(s.goods) as goods
  from sums.product_groups s join public.products p on p.id = s.product_id
  where s.is_paid and s.vendor_id in (select rights.overseen_vendor_ids()) and s.month >= public.lagos_month(public.first_reported_month()) group by p.category
), counted as (
  select c.category, count(*)::integer as orders from (
    select distinct p.category, l.order_id
    from public.orders o join public.order_lines l on l.order_id = o.id join public.products p on p.id = l.product_id
    where o.is_paid and o.created_at >= public.first_reported_month() and o.vendor_id in (select rights.overseen_vendor_ids())
      and not (select rights.owes_second_step())) c group by c.category
)
select category, s.products, c.orders, s.goods from sold s join counted c using (category);
comment on view public.overseen_categories is 'Orders with goods of this category: one with goods of two counts in both, so only goods add up to the whole.';

-- Only an order that goes on holds money (rule L8 closed of the audit).
do $$
declare former text := rtrim(pg_get_viewdef('public.shop_balances'::regclass), ';');
  of_rows text := substring(former from 'LEFT JOIN LATERAL \( SELECT sum\(\(\(\(f\.goods.*?balance_kobo > 0\)\)\) h ON \(true\)');
begin
  if of_rows is null then raise exception 'shop_balances has changed its words'; end if;
  execute 'create or replace view public.shop_balances as ' || replace(former, of_rows,
    'left join (select f.vendor_id, sum((f.goods * 100)::bigint - f.vendor_fee_kobo) as held_kobo, count(*) as orders
      from public.order_figures f join ledger.accounts a on a.kind = ''escrow'' and a.owner_id = f.id
      where f.status in (''paid'', ''confirmed'', ''ready'', ''collected'', ''delivered'') and a.balance_kobo > 0 group by f.vendor_id) h on (h.vendor_id = v.id)');
end $$;
create index accounts_by_age on ledger.accounts (kind, opened_at desc, id);
