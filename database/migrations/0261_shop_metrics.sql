-- An order counts for a shop once it is paid: what is only reserved is promised (docs/glossary.md). And an order that the vendor cancelled is not on
-- time: cancellations count against the 95%.
create index status_changes_cancelled_by_vendor on public.status_changes (subject_id)
  where subject = 'order' and cause = 'vendor' and to_status in ('cancelled', 'refunding');

-- When stockpiled goods leave is the buyer's choice, up to 14 days after ready: such a hand-over is neither late nor slow. Their orders still
-- count as completed and in the revenue.
create or replace function public.recompute_vendor_metrics() returns void language sql security definer set search_path = '' as $$
  with judged as (
    select *, status = 'completed' and fulfilment <> 'stockpile' and ready_at is not null and handed_over_at is not null as is_timed,
      not is_live and id in (select subject_id from public.status_changes
        where subject = 'order' and cause = 'vendor' and to_status in ('cancelled', 'refunding')) as is_let_down
    from public.orders
  ), counted as (
    select vendor_id, count(*) filter (where is_paid) as total,
      count(*) filter (where status = 'completed') as completed,
      coalesce(sum(total_amount) filter (where status = 'completed'), 0) as revenue,
      avg(extract(epoch from handed_over_at - ready_at) / 3600) filter (where is_timed) as hours,
      100.0 * count(*) filter (where is_timed and handed_over_at <= ready_at + interval '24 hours')
        / nullif(count(*) filter (where is_timed or is_let_down), 0) as on_time
    from judged group by vendor_id
  ), rated as (select vendor_id, avg(rating) as rating, count(*) as ratings from public.reviews group by vendor_id)
  insert into public.vendor_metrics (vendor_id, total_orders, completed_orders, total_revenue, average_delivery_time, on_time_rate, rating, rating_count, updated_at)
  select v.id, coalesce(c.total, 0), coalesce(c.completed, 0), coalesce(c.revenue, 0), round(c.hours::numeric, 1), round(c.on_time, 2), round(r.rating, 2), coalesce(r.ratings, 0), now()
  from public.vendors v left join counted c on c.vendor_id = v.id left join rated r on r.vendor_id = v.id
  on conflict (vendor_id) do update set total_orders = excluded.total_orders, completed_orders = excluded.completed_orders,
    total_revenue = excluded.total_revenue, average_delivery_time = excluded.average_delivery_time, on_time_rate = excluded.on_time_rate,
    rating = excluded.rating, rating_count = excluded.rating_count, updated_at = excluded.updated_at
$$;
comment on column public.vendor_metrics.total_orders is 'Paid orders (is_paid): what is only reserved is promised, not sold.';
comment on column public.vendor_metrics.on_time_rate is 'Per cent of the timed hand-overs and of the orders that the vendor cancelled, which were handed over within 24 hours of ready.';
