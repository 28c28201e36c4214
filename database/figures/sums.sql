-- In a buy that its vendor cancelled, paid orders count as cancelled by the vendor too, though the scheduled job refunds them.
create function public.recompute_vendor_metrics() returns void language sql security definer set search_path = '' as $$
  with let_down as (
    select subject_id as id from public.status_changes where subject = 'order' and cause = 'vendor' and to_status in ('cancelled', 'refunding')
    union
    -- The scheduled job refunds orders of a buy that its vendor cancelled; buyers who had left before do not count.
    select o.id from public.group_buys g join public.status_changes s on s.subject_id = g.id and s.subject = 'group_buy' and s.cause = 'vendor' and s.to_status = 'cancelled'
    join public.orders o on o.group_buy_id = g.id where g.status = 'cancelled' and not exists (select from public.status_changes b
      where b.subject_id = o.id and b.subject = 'order' and b.to_status in ('cancelled', 'expired', 'refunding') and b.at < s.at)
  ), disputed as (
    select distinct c.order_id as id from public.claims c where c.status <> 'withdrawn' and exists (select from public.status_changes s
      where s.subject = 'claim' and s.subject_id = c.id and s.to_status in ('disputed', 'upheld', 'upheld_final'))
  ), judged as (
    select o.*, o.status = 'completed' and o.fulfilment <> 'stockpile' and o.ready_at is not null and o.handed_over_at is not null as is_timed,
      not o.is_live and l.id is not null as is_let_down, d.id is not null as is_disputed
    from public.orders o left join let_down l on l.id = o.id left join disputed d on d.id = o.id
  ), counted as (
    select vendor_id, count(*) filter (where is_paid) as total,
      count(*) filter (where status = 'completed') as completed,
      coalesce(sum(total_amount) filter (where status = 'completed'), 0) as revenue,
      avg(extract(epoch from handed_over_at - ready_at) / 3600) filter (where is_timed) as hours,
      100.0 * count(*) filter (where is_timed and handed_over_at <= ready_at + interval '24 hours')
        / nullif(count(*) filter (where is_timed or is_let_down), 0) as on_time,
      100.0 * count(*) filter (where is_let_down and paid_at is not null) / nullif(count(*) filter (where paid_at is not null), 0) as cancelled,
      100.0 * count(*) filter (where is_disputed and handed_over_at is not null) / nullif(count(*) filter (where handed_over_at is not null), 0) as disputed
    from judged group by vendor_id
  ), rated as (select vendor_id, avg(rating) as rating, count(*) as ratings from public.reviews where hidden_at is null group by vendor_id)
  insert into public.vendor_metrics (vendor_id, total_orders, completed_orders, total_revenue, average_delivery_time, on_time_rate, cancellation_rate, dispute_rate,
    rating, rating_count, updated_at)
  select v.id, coalesce(c.total, 0), coalesce(c.completed, 0), coalesce(c.revenue, 0), round(c.hours::numeric, 1), round(c.on_time, 2), round(c.cancelled, 2),
    round(c.disputed, 2), round(r.rating, 2), coalesce(r.ratings, 0), now()
  from public.vendors v left join counted c on c.vendor_id = v.id left join rated r on r.vendor_id = v.id
  on conflict (vendor_id) do update set total_orders = excluded.total_orders, completed_orders = excluded.completed_orders,
    total_revenue = excluded.total_revenue, average_delivery_time = excluded.average_delivery_time, on_time_rate = excluded.on_time_rate,
    cancellation_rate = excluded.cancellation_rate, dispute_rate = excluded.dispute_rate, rating = excluded.rating, rating_count = excluded.rating_count,
    updated_at = excluded.updated_at
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
  where o.status in ('pending', 'paid') and o.created_at >= (select public.first_reported_month())) s
where not (select rights.owes_second_step())
group by 1, 2, 3, 4 having sum(orders) > 0;
comment on view sums.sold_products is 'Products of all shops with their current names, in the reported months: granted to no role.';
