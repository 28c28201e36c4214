-- Room that a stockpile takes: of orders that are not ready yet, without what came short.
create or replace function public.stockpiled_kg(place uuid) returns numeric language sql stable security definer set search_path = '' as $$
  select coalesce(sum(case when o.status = 'ready' then u.quantity else greatest(0, l.quantity - public.short_units(l.id)) end * coalesce(l.kg_per_unit, 0)), 0)
  from public.orders o join public.order_lines l on l.order_id = o.id
  left join lateral (select quantity from public.units_left(o.id) x where x.line_id = l.id and o.status = 'ready') u on true
  where o.pickup_point_id = place and o.fulfilment = 'stockpile' and o.status in ('pending', 'paid', 'confirmed', 'ready')
$$;

create function public.pays_on_joining(buy uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce((select public.hold_of(g.payment_mode, s.lapses, s.limits) is not null
    from public.group_buys g cross join public.unpaid_standing(auth.uid()) s where g.id = buy), false)
$$;
comment on function public.pays_on_joining is 'Whether a place that the reader takes now is held for minutes: the buy wants it, or the reader has let reservations lapse.';
revoke execute on function public.pays_on_joining(uuid) from public;
grant execute on function public.pays_on_joining(uuid) to authenticated, service_role;
