-- The figures of desks, from what is kept and from what still moves. What each view shows is what it showed.
create view sums.order_groups with (security_invoker = true) as
select vendor_id, month, status, status not in ('expired', 'cancelled', 'refunding', 'refunded') as is_paid, false as is_promised,
  orders, goods, buyer_fee_kobo, vendor_fee_kobo from sums.orders
union all
select vendor_id, month, status, is_paid, is_promised, 1, goods, buyer_fee_kobo, vendor_fee_kobo
from public.order_figures where status in ('pending', 'paid');
comment on view sums.order_groups is 'Orders that the reader may see, in groups: add up orders, goods and fees.';

create view sums.product_groups with (security_invoker = true) as
select vendor_id, month, product_id, product_name, unit, true as is_paid, sum(orders) as orders, sum(quantity) as quantity, sum(goods) as goods
from sums.products group by 1, 2, 3, 4, 5 having sum(orders) > 0
union all
select f.vendor_id, f.month, l.product_id, l.product_name, l.unit, f.is_paid, 1, l.quantity,
  case when f.group_buy_id is null then l.unit_price * l.quantity else f.goods end
from public.order_figures f join public.order_lines l on l.order_id = f.id where f.status in ('pending', 'paid');
comment on view sums.product_groups is 'Lines of paid and promised orders that the reader may see, in groups.';
grant select on sums.order_groups, sums.product_groups to authenticated, service_role;

create or replace view public.shop_months with (security_invoker = true) as
select month, sum(orders)::integer as placed, coalesce(sum(orders) filter (where is_paid), 0)::integer as orders,
  coalesce(sum(orders) filter (where is_promised), 0)::integer as promised_orders,
  coalesce(sum(orders) filter (where status = 'completed'), 0)::integer as completed_orders, coalesce(sum(goods) filter (where is_paid), 0) as goods,
  coalesce(sum(goods) filter (where is_promised), 0) as promised_goods, sum(vendor_fee_kobo)::bigint as vendor_fee_kobo
from sums.order_groups where vendor_id = (select rights.my_vendor_id()) and month >= public.lagos_month(public.first_reported_month())
group by month having sum(orders) > 0;

create or replace view public.overseen_months with (security_invoker = true) as
select v.state, f.month, sum(orders)::integer as placed, coalesce(sum(orders) filter (where is_paid), 0)::integer as orders,
  coalesce(sum(orders) filter (where is_promised), 0)::integer as promised_orders,
  coalesce(sum(orders) filter (where f.status = 'completed'), 0)::integer as completed_orders,
  coalesce(sum(orders) filter (where f.status = 'expired'), 0)::integer as expired_orders, coalesce(sum(goods) filter (where is_paid), 0) as goods,
  coalesce(sum(goods) filter (where is_promised), 0) as promised_goods, sum(buyer_fee_kobo + vendor_fee_kobo)::bigint as fees_kobo
from sums.order_groups f join public.vendors v on v.id = f.vendor_id
where f.vendor_id in (select rights.overseen_vendor_ids()) and f.month >= public.lagos_month(public.first_reported_month())
group by v.state, f.month having sum(orders) > 0;

create or replace view public.shop_products_sold with (security_invoker = true) as
select product_id, min(product_name) as product_name, min(unit) as unit, coalesce(sum(orders) filter (where is_paid), 0)::integer as orders,
  coalesce(sum(orders) filter (where not is_paid), 0)::integer as promised_orders, coalesce(sum(quantity) filter (where is_paid), 0)::integer as quantity,
  coalesce(sum(goods) filter (where is_paid), 0) as goods
from sums.product_groups where vendor_id = (select rights.my_vendor_id()) and month >= public.lagos_month(public.first_reported_month()) group by product_id;

create or replace view public.overseen_products_sold with (security_invoker = true) as
select s.product_id, min(s.product_name) as product_name, min(s.unit) as unit, min(s.vendor_id::text)::uuid as vendor_id, min(v.business_name) as vendor_name,
  min(p.category) as category, coalesce(sum(s.orders) filter (where s.is_paid), 0)::integer as orders,
  coalesce(sum(s.orders) filter (where not s.is_paid), 0)::integer as promised_orders,
  coalesce(sum(s.quantity) filter (where s.is_paid), 0)::integer as quantity, coalesce(sum(s.goods) filter (where s.is_paid), 0) as goods
from sums.product_groups s left join public.vendors v on v.id = s.vendor_id left join public.products p on p.id = s.product_id
where s.vendor_id in (select rights.overseen_vendor_ids()) and s.month >= public.lagos_month(public.first_reported_month()) group by s.product_id;

do $$
declare former text := rtrim(pg_get_viewdef('public.overseen_counts'::regclass), ';');
  of_rows text;
begin
  of_rows := substring(former from 'SELECT ''orders''::text AS subject.*?GROUP BY orders\.status');
  if of_rows is null then raise exception 'overseen_counts has changed its words'; end if;
  execute 'create or replace view public.overseen_counts with (security_invoker = true) as ' || replace(former, of_rows,
    'select ''orders''::text, o.status, sum(o.orders)::integer from sums.order_groups o
     where o.vendor_id in (select rights.overseen_vendor_ids()) group by o.status having sum(o.orders) > 0');
end $$;

-- The ledger. Limited accounts have running totals: what came later is taken off them. The others have their days.
create or replace view public.ledger_balances as
select d.day::date as as_at, b.kind, b.side, b.owner, b.accounts, b.debits_kobo, b.credits_kobo,
  case when b.side in ('asset', 'expense') then b.debits_kobo - b.credits_kobo else b.credits_kobo - b.debits_kobo end as balance_kobo
from generate_series(timestamp '2020-01-01', now() at time zone 'Africa/Lagos', interval '1 day') d (day)
cross join lateral (
  with later as materialized (
    -- Of today nothing: the rows are not read.
    select w.account_id, sum(w.debit) as debits, sum(w.credit) as credits
    from ledger.transfers t cross join lateral (values (t.debit_id, t.amount_kobo, 0), (t.credit_id, 0, t.amount_kobo)) w (account_id, debit, credit)
    where t.phase in ('posted', 'taken') and t.posted_at >= (d.day::date + 1)::timestamp at time zone 'Africa/Lagos'
      and d.day::date < (now() at time zone 'Africa/Lagos')::date group by w.account_id
  ), each as (
    select a.kind, a.debits_kobo - coalesce(l.debits, 0) as debits, a.credits_kobo - coalesce(l.credits, 0) as credits
    from ledger.accounts a left join later l on l.account_id = a.id where a.is_limited
    union all
    select a.kind, sum(s.debits_kobo), sum(s.credits_kobo)
    from sums.account_days s join ledger.accounts a on a.id = s.account_id where s.day <= d.day::date group by a.id
  )
  select k.kind, k.side, k.owner, coalesce(s.accounts, 0)::integer as accounts, coalesce(s.debits, 0)::bigint as debits_kobo,
    coalesce(s.credits, 0)::bigint as credits_kobo
  from ledger.account_kinds k left join (
    select kind, count(*) filter (where debits <> credits) as accounts, sum(debits) as debits, sum(credits) as credits from each group by kind
  ) s on s.kind = k.kind) b
where (select rights.has_role('chief'));

do $$
declare former text := rtrim(pg_get_viewdef('public.ledger_accounts'::regclass), ';');
  of_rows text := substring(former from 'LEFT JOIN LATERAL \( SELECT COALESCE\(sum\(t\.amount_kobo\).*?HAVING \(NOT a\.is_limited\)\) s ON \(true\)');
begin
  if of_rows is null then raise exception 'ledger_accounts has changed its words'; end if;
  execute 'create or replace view public.ledger_accounts as ' || replace(former, of_rows,
    'left join (select account_id, sum(debits_kobo) as debits, sum(credits_kobo) as credits from sums.account_days group by account_id) s on (s.account_id = a.id)');
  former := rtrim(pg_get_viewdef('public.vat_report'::regclass), ';');
  of_rows := substring(former from 'WITH income AS .*?\), rated AS \(');
  if of_rows is null then raise exception 'vat_report has changed its words'; end if;
  execute 'create or replace view public.vat_report as ' || replace(former, of_rows,
    'with daily as (
      select s.day, a.kind as account, sum(s.credits_kobo - s.debits_kobo)::bigint as kobo from sums.account_days s
      join ledger.accounts a on a.id = s.account_id where a.kind in (''buyer_fee'', ''vendor_fee'', ''delivery'', ''handling'') group by 1, 2
    ), rated as (');
end $$;
