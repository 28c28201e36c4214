-- Large short deliveries, for those who oversee their shops and for the shop.
create function rights.may_answer_shortfall(shortfall uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select public.may_answer_shortfall($1, auth.uid())
$$;
revoke execute on function rights.may_answer_shortfall(uuid) from public;
grant execute on function rights.may_answer_shortfall(uuid) to authenticated, service_role;
create view public.short_deliveries as
select f.id, f.vendor_id, v.business_name as shop, v.state, f.group_buy_id, f.line_id, coalesce(g.product_name, l.product_name) as what, coalesce(g.unit, l.unit) as unit,
  p.name as place, f.kind, f.missing_thousandths, f.of_thousandths, f.orders, f.goods_kobo, f.reason, f.photo, f.status, f.by_shop, f.answer_by, f.contested_at, f.created_at,
  e.full_name as entered_by_name, rights.may_answer_shortfall(f.id) as may_answer
from public.shortfalls f join public.vendors v on v.id = f.vendor_id left join public.group_buys g on g.id = f.group_buy_id left join public.order_lines l on l.id = f.line_id
  left join public.pickup_points p on p.id = f.pickup_point_id left join public.profiles e on e.id = f.entered_by
where not (select rights.owes_second_step()) and (f.vendor_id = (select rights.my_vendor_id()) or f.vendor_id in (select rights.overseen_vendor_ids()));
comment on view public.short_deliveries is 'Short deliveries of the reader''s shop, or of the shops that the reader oversees, with what they are worth.';
grant select on public.short_deliveries to authenticated, service_role;
