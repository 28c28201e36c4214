-- Of a buy that its vendor cancelled, paid orders count as the vendor's cancellations too, though the clock gives them back.
create or replace function public.recompute_vendor_metrics() returns void language sql security definer set search_path = '' as $$
  with let_down as (
    select subject_id as id from public.status_changes where subject = 'order' and cause = 'vendor' and to_status in ('cancelled', 'refunding')
    union
    -- The clock gives back what was paid in a buy that its vendor cancelled; who had left before was not let down.
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
