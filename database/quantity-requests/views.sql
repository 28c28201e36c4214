-- For the shop's desk: who asks, and how much the buy can still hold.
create view public.requested_quantities as
select r.id, r.group_buy_id, r.quantity, r.note, r.status, r.reason, r.created_at, r.ended_at, g.product_name, g.unit, g.end_date, g.max_quantity,
  rights.ordering_name(r.person_id) as person_name,
  (select coalesce(sum(o.quantity), 0) from public.orders o where o.group_buy_id = g.id and o.user_id = r.person_id and o.is_live)::integer as own_quantity,
  greatest(0, g.target_quantity - g.current_quantity - public.offered_units(g))::integer as free_quantity
from public.quantity_requests r join public.group_buys g on g.id = r.group_buy_id
where g.vendor_id = (select rights.my_vendor_id()) and not (select rights.owes_second_step());
comment on view public.requested_quantities is 'Requests for more of the viewer''s own shop. person_name: the company that the person orders for, or their own name.';
