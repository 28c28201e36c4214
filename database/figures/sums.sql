-- Counts the months of shops in which an order has moved since the last run that began ten minutes before the previous one: a move
-- whose transaction was open for up to ten minutes during any later run is read again, however long ago the previous run was.
-- Without such a run it counts everything.
create function public.recompute_vendor_metrics() returns void language plpgsql security definer set search_path = '' as $$
declare
  since bigint := (select r.last_change from sums.metric_runs r where r.at < (select max(p.at) from sums.metric_runs p) - interval '10 minutes'
    order by r.at desc limit 1);
  shops uuid[];
  months date[];
begin
  if not pg_try_advisory_xact_lock(hashtext('vendor_metrics')) then return; end if;
  insert into sums.metric_runs (last_change) select coalesce(max(s.id), 0) from public.status_changes s;
  delete from sums.metric_runs r where r.at < (select max(o.at) from sums.metric_runs o where o.at < clock_timestamp() - interval '10 minutes');
  with moved as (
    select s.subject, s.subject_id from public.status_changes s where s.id > since
  ), touched as (
    select o.vendor_id, o.created_at from moved m join public.orders o on o.id = m.subject_id where m.subject = 'order'
    union all
    select o.vendor_id, o.created_at from moved m join public.claims c on c.id = m.subject_id join public.orders o on o.id = c.order_id where m.subject = 'claim'
    union all
    select o.vendor_id, o.created_at from moved m join public.orders o on o.group_buy_id = m.subject_id where m.subject = 'group_buy'
    union all
    select o.vendor_id, o.created_at from public.orders o where since is null
  )
  select array_agg(t.vendor_id), array_agg(t.month) into shops, months
  from (select distinct vendor_id, public.lagos_month(created_at) as month from touched) t;
  perform sums.count_shop_months(shops, months);
  perform sums.add_up_metrics(case when since is not null then array(select distinct unnest(shops)
    union select r.vendor_id from public.reviews r where greatest(r.created_at, r.judged_at) > (select min(o.at) from sums.metric_runs o) - interval '10 minutes') end);
end $$;
comment on function public.recompute_vendor_metrics() is 'Brings the metrics of shops up to date.';

-- In a buy that its vendor cancelled, paid orders count as cancelled by the vendor too, though the scheduled job refunds them;
-- buyers who had left before do not count.
create function sums.count_shop_months(shops uuid[], months date[]) returns void language sql security definer set search_path = '' as $$
  with placed as materialized (
    select c.month, o.* from unnest(shops, months) c (vendor_id, month) join public.orders o on o.vendor_id = c.vendor_id
      and o.created_at >= c.month::timestamp at time zone 'Africa/Lagos' and o.created_at < (c.month + interval '1 month') at time zone 'Africa/Lagos'
  ), let_down as (
    select s.subject_id as id from placed p join public.status_changes s on s.subject_id = p.id
    where not p.is_live and s.subject = 'order' and s.cause = 'vendor' and s.to_status in ('cancelled', 'refunding')
    union
    select o.id from placed o join public.group_buys g on g.id = o.group_buy_id and g.status = 'cancelled'
      join public.status_changes s on s.subject_id = g.id and s.subject = 'group_buy' and s.cause = 'vendor' and s.to_status = 'cancelled'
    where not o.is_live and not exists (select from public.status_changes b
      where b.subject_id = o.id and b.subject = 'order' and b.to_status in ('cancelled', 'expired', 'refunding') and b.at < s.at)
  ), disputed as (
    select distinct c.order_id as id from placed p join public.claims c on c.order_id = p.id where c.status <> 'withdrawn'
      and exists (select from public.status_changes s where s.subject = 'claim' and s.subject_id = c.id and s.to_status in ('disputed', 'upheld', 'upheld_final'))
  ), judged as (
    select p.*, p.status = 'completed' and p.fulfilment <> 'stockpile' and p.ready_at is not null and p.handed_over_at is not null as is_timed,
      l.id is not null as is_let_down, d.id is not null as is_disputed
    from placed p left join let_down l on l.id = p.id left join disputed d on d.id = p.id
  )
  insert into public.vendor_metric_months (vendor_id, month, orders, completed, revenue, timed_hours, timed, on_time, let_down, ever_paid, cancelled, handed_over, disputed)
  select vendor_id, month, count(*) filter (where is_paid), count(*) filter (where status = 'completed'),
    coalesce(sum(total_amount) filter (where status = 'completed'), 0),
    coalesce(sum(extract(epoch from handed_over_at - ready_at) / 3600) filter (where is_timed), 0),
    count(*) filter (where is_timed), count(*) filter (where is_timed and handed_over_at <= ready_at + interval '24 hours'),
    count(*) filter (where is_let_down), count(*) filter (where paid_at is not null), count(*) filter (where is_let_down and paid_at is not null),
    count(*) filter (where handed_over_at is not null), count(*) filter (where is_disputed and handed_over_at is not null)
  from judged group by vendor_id, month
  on conflict (vendor_id, month) do update set orders = excluded.orders, completed = excluded.completed, revenue = excluded.revenue,
    timed_hours = excluded.timed_hours, timed = excluded.timed, on_time = excluded.on_time, let_down = excluded.let_down, ever_paid = excluded.ever_paid,
    cancelled = excluded.cancelled, handed_over = excluded.handed_over, disputed = excluded.disputed
$$;

-- Metrics that stay the same are not written, because each write is announced. Null counts all shops.
create function sums.add_up_metrics(shops uuid[]) returns void language sql security definer set search_path = '' as $$
  with counted as (
    select m.vendor_id, sum(m.orders) as total, sum(m.completed) as completed, sum(m.revenue) as revenue, sum(m.timed_hours) / nullif(sum(m.timed), 0) as hours,
      100.0 * sum(m.on_time) / nullif(sum(m.timed + m.let_down), 0) as on_time, 100.0 * sum(m.cancelled) / nullif(sum(m.ever_paid), 0) as cancelled,
      100.0 * sum(m.disputed) / nullif(sum(m.handed_over), 0) as disputed
    from public.vendor_metric_months m where shops is null or m.vendor_id = any (shops) group by m.vendor_id
  ), rated as (
    select r.vendor_id, avg(r.rating) as rating, count(*) as ratings from public.reviews r
    where r.hidden_at is null and (shops is null or r.vendor_id = any (shops)) group by r.vendor_id
  )
  insert into public.vendor_metrics as known (vendor_id, total_orders, completed_orders, total_revenue, average_delivery_time, on_time_rate, cancellation_rate,
    dispute_rate, rating, rating_count, updated_at)
  select v.id, coalesce(c.total, 0), coalesce(c.completed, 0), coalesce(c.revenue, 0), round(c.hours::numeric, 1), round(c.on_time, 2), round(c.cancelled, 2),
    round(c.disputed, 2), round(r.rating, 2), coalesce(r.ratings, 0), now()
  from public.vendors v left join counted c on c.vendor_id = v.id left join rated r on r.vendor_id = v.id where shops is null or v.id = any (shops)
  on conflict (vendor_id) do update set total_orders = excluded.total_orders, completed_orders = excluded.completed_orders,
    total_revenue = excluded.total_revenue, average_delivery_time = excluded.average_delivery_time, on_time_rate = excluded.on_time_rate,
    cancellation_rate = excluded.cancellation_rate, dispute_rate = excluded.dispute_rate, rating = excluded.rating, rating_count = excluded.rating_count,
    updated_at = excluded.updated_at
  where (known.total_orders, known.completed_orders, known.total_revenue, known.average_delivery_time, known.on_time_rate, known.cancellation_rate,
    known.dispute_rate, known.rating, known.rating_count) is distinct from (excluded.total_orders, excluded.completed_orders, excluded.total_revenue,
    excluded.average_delivery_time, excluded.on_time_rate, excluded.cancellation_rate, excluded.dispute_rate, excluded.rating, excluded.rating_count)
$$;

create function sums.add_order(o public.orders, sign integer) returns void language sql set search_path = '' as $$
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

-- A row trigger with a condition, so that joining, paying and leaving unpaid orders cost nothing; an order that ends adds a row
-- or two.
create function sums.update_order_sums() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' and old.status not in ('pending', 'paid') then perform sums.add_order(old, -1); end if;
  if tg_op <> 'DELETE' and new.status not in ('pending', 'paid') then perform sums.add_order(new, 1); end if;
  return null;
end $$;

create function sums.follow_ledger() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into sums.account_days (account_id, day, debits_kobo, credits_kobo)
  select s.id, (s.at at time zone 'Africa/Lagos')::date, sum(s.debit), sum(s.credit) from (
    select debit_id as id, debit_kind as kind, posted_at as at, amount_kobo as debit, 0 as credit from added where phase in ('posted', 'captured')
    union all select credit_id, credit_kind, posted_at, 0, amount_kobo from added where phase in ('posted', 'captured')) s
  join ledger.account_kinds k on k.kind = s.kind and not k.is_limited group by 1, 2;
  return null;
end $$;

-- Orders and sales for the staff desks. The views check themselves whose rows they show, like the other lists of the desks: row
-- level security on orders, evaluated for each line of a running order, took longer than the sums. The bounds of time are
-- computed once, not for each order.
create view sums.order_groups with (security_invoker = true) as
select vendor_id, month, status, status not in ('expired', 'cancelled', 'refunding', 'refunded') as is_paid, false as is_promised,
  orders, goods, buyer_fee_kobo, vendor_fee_kobo from sums.orders
union all
select vendor_id, date_trunc('month', created_at at time zone 'Africa/Lagos')::date, status, is_paid, is_promised, 1, goods, buyer_fee_kobo, vendor_fee_kobo
from public.order_figures where status in ('pending', 'paid');
comment on view sums.order_groups is 'Orders that the reader can see, in groups: add up orders, goods and fees.';

-- Payments and joins are not recorded here: they do not move a shop's account.
create function sums.update_shop_sums() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from added where 'vendor' in (debit_kind, credit_kind) and phase in ('posted', 'captured')) then return null; end if;
  insert into sums.shop_days (account_id, vendor_id, day, movements, came_in_kobo, went_out_kobo, fee_kobo)
  select a.id, a.owner_id, (m.posted_at at time zone 'Africa/Lagos')::date, sum(m.movements), sum(m.came_in), sum(m.went_out), sum(m.fee) from (
    select credit_id as account_id, posted_at, 1 as movements, amount_kobo as came_in, 0 as went_out, 0 as fee
    from added where credit_kind = 'vendor' and phase in ('posted', 'captured')
    union all select debit_id, posted_at, 1, 0, amount_kobo, 0 from added where debit_kind = 'vendor' and phase in ('posted', 'captured')
    union all select e.credit_id, e.posted_at, 0, 0, 0, f.amount_kobo from added e join added f on f.journal_id = e.journal_id
      where e.kind = 'vendor_earned' and f.kind = 'vendor_fee_earned' and e.phase in ('posted', 'captured')) m
  join ledger.accounts a on a.id = m.account_id group by 1, 2, 3;
  return null;
end $$;

-- Folds the shops' days in the same way.
create function sums.fold_shops() returns void language sql set search_path = '' as $$
  with many as (
    select account_id, day from sums.shop_days group by 1, 2 having count(*) > 1
  ), deleted as (
    delete from sums.shop_days s using many m where (s.account_id, s.day) = (m.account_id, m.day) returning s.*
  )
  insert into sums.shop_days select account_id, vendor_id, day, sum(movements), sum(came_in_kobo), sum(went_out_kobo), sum(fee_kobo)
  from deleted group by 1, 2, 3;
$$;

create function sums.recount_shops() returns void language sql set search_path = '' as $$
  delete from sums.shop_days;
  insert into sums.shop_days
  select a.id, a.owner_id, (m.posted_at at time zone 'Africa/Lagos')::date, sum(m.movements), sum(m.came_in), sum(m.went_out), sum(m.fee) from (
    select credit_id as account_id, posted_at, 1 as movements, amount_kobo as came_in, 0 as went_out, 0 as fee
    from ledger.transfers where credit_kind = 'vendor' and phase in ('posted', 'captured')
    union all select debit_id, posted_at, 1, 0, amount_kobo, 0 from ledger.transfers where debit_kind = 'vendor' and phase in ('posted', 'captured')
    union all select e.credit_id, e.posted_at, 0, 0, 0, f.amount_kobo from ledger.transfers e join ledger.transfers f on f.journal_id = e.journal_id
      where e.kind = 'vendor_earned' and f.kind = 'vendor_fee_earned' and e.phase in ('posted', 'captured')) m
  join ledger.accounts a on a.id = m.account_id group by 1, 2, 3;
$$;

create function sums.fold_product_sets() returns void language sql set search_path = '' as $$
  with many as (
    select vendor_id, month, product_ids from sums.product_sets group by 1, 2, 3 having count(*) > 1
  ), deleted as (
    delete from sums.product_sets s using many m where (s.vendor_id, s.month, s.product_ids) = (m.vendor_id, m.month, m.product_ids) returning s.*
  )
  insert into sums.product_sets select vendor_id, month, product_ids, sum(orders) from deleted group by 1, 2, 3 having sum(orders) <> 0;
$$;

create function sums.recount_product_sets() returns void language sql set search_path = '' as $$
  delete from sums.product_sets;
  insert into sums.product_sets
  select o.vendor_id, public.lagos_month(o.created_at), l.product_ids, count(*) from public.orders o join (
    select order_id, array_agg(product_id order by product_id) as product_ids from public.order_lines group by order_id having count(*) > 1
  ) l on l.order_id = o.id where o.is_paid and o.status <> 'paid' and o.group_buy_id is null group by 1, 2, 3;
$$;

-- Merges the rows of each key into one. Rows that are being inserted concurrently are left for the next run.
create function sums.fold_orders_and_days() returns void language plpgsql security definer set search_path = '' as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('sums.fold')) then return; end if;
  with many as (
    select vendor_id, month, status from sums.orders group by 1, 2, 3 having count(*) > 1
  ), deleted as (
    delete from sums.orders s using many m where (s.vendor_id, s.month, s.status) = (m.vendor_id, m.month, m.status) returning s.*
  )
  insert into sums.orders select vendor_id, month, status, sum(orders), sum(goods), sum(buyer_fee_kobo), sum(vendor_fee_kobo)
  from deleted group by 1, 2, 3 having (sum(orders), sum(goods), sum(buyer_fee_kobo), sum(vendor_fee_kobo)) <> (0, 0, 0, 0);
  with many as (
    select vendor_id, month, product_id from sums.products group by 1, 2, 3 having count(*) > 1
  ), deleted as (
    delete from sums.products s using many m where (s.vendor_id, s.month, s.product_id) = (m.vendor_id, m.month, m.product_id) returning s.*
  )
  insert into sums.products select vendor_id, month, product_id, product_name, unit, sum(orders), sum(quantity), sum(goods)
  from deleted group by 1, 2, 3, 4, 5 having (sum(orders), sum(quantity), sum(goods)) <> (0, 0, 0);
  with many as (
    select account_id, day from sums.account_days group by 1, 2 having count(*) > 1
  ), deleted as (
    delete from sums.account_days s using many m where (s.account_id, s.day) = (m.account_id, m.day) returning s.*
  )
  insert into sums.account_days select account_id, day, sum(debits_kobo), sum(credits_kobo) from deleted group by 1, 2;
end $$;
comment on function sums.fold_orders_and_days() is 'Merges rows with the same key into one; their totals do not change.';

-- Recomputes the sums from the rows: for existing data, and after writes that bypassed the triggers.
create function sums.recount_orders_and_days() returns void language plpgsql security definer set search_path = '' as $$
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
    select debit_id as id, debit_kind as kind, posted_at as at, amount_kobo as debit, 0 as credit from ledger.transfers where phase in ('posted', 'captured')
    union all select credit_id, credit_kind, posted_at, 0, amount_kobo from ledger.transfers where phase in ('posted', 'captured')) s
  join ledger.account_kinds k on k.kind = s.kind and not k.is_limited group by 1, 2;
end $$;

create function sums.fold() returns void language plpgsql security definer set search_path = '' as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('sums.fold')) then return; end if;
  perform sums.fold_orders_and_days(), sums.fold_shops(), sums.fold_product_sets(), sums.fold_market();
end $$;
comment on function sums.fold() is 'Merges rows with the same key into one; their totals do not change.';

create function sums.recount() returns void language plpgsql security definer set search_path = '' as $$
begin
  -- The first call locks the rows that all of them count.
  perform sums.recount_orders_and_days();
  perform sums.recount_shops(), sums.recount_product_sets(), sums.recount_earnings(), sums.recount_market();
  delete from sums.closing_balances;
  -- The next run of the job counts the metrics of all shops.
  delete from sums.metric_runs;
  perform sums.close_days();
end $$;
comment on function sums.recount() is 'Recomputes the sums from the rows: for existing data, and after writes that bypassed the triggers.';

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
  -- offset 0: lines are looked up for the few orders that are promised or paid, and never joined with the whole table.
  cross join lateral (select * from public.order_lines where order_id = o.id offset 0) l
  left join public.group_buys g on g.id = o.group_buy_id
  cross join lateral (select case when o.is_live and o.settled_at is null then coalesce(g.current_price * o.quantity, o.total_amount) else o.total_amount end as goods) w
  where o.status in ('pending', 'paid') and o.is_live and o.created_at >= (select public.first_reported_month())) s
where not (select rights.owes_second_step())
group by 1, 2, 3, 4 having sum(orders) > 0;
comment on view sums.sold_products is 'Products of all shops with their current names, in the reported months: granted to no role.';
