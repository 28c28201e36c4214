-- What is packed waits for its buyers for up to weeks: it stood above what has to be packed for tomorrow.
create or replace view public.packing_batches as
select b.batch, b.vendor_id, b.shop, b.group_buy_id, b.batch_name, b.batch_status, b.share_date, count(distinct b.order_id)::integer as orders,
  count(*)::integer as lines, count(*) filter (where b.packed_at is not null or b.status not in ('paid', 'confirmed'))::integer as packed_lines,
  count(distinct b.order_id) filter (where b.status in ('paid', 'confirmed') and not b.is_waiting)::integer as open_orders,
  count(distinct b.order_id) filter (where b.status = 'ready')::integer as ready_orders, sum(b.quantity)::bigint as units,
  coalesce(sum(b.quantity) filter (where b.packed_at is not null or b.status not in ('paid', 'confirmed')), 0)::bigint as packed_units,
  case when count(distinct b.unit) = 1 then min(b.unit) end as unit,
  count(distinct b.order_id) filter (where b.is_waiting)::integer as waiting_orders,
  count(*) filter (where b.packed_at is null and b.status in ('paid', 'confirmed') and not b.is_waiting)::integer as unpacked_lines,
  coalesce(bool_and(b.status not in ('paid', 'confirmed') and not b.is_waiting), true) as is_ready
from public.packing_lines b
group by b.batch, b.vendor_id, b.shop, b.group_buy_id, b.batch_name, b.batch_status, b.share_date;
comment on column public.packing_batches.is_ready is 'Nothing is to be packed or to be chosen again: it waits for its buyers.';
