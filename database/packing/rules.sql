-- A duty is a right: a membership with the duty "delivery" permits delivering and nothing else. Packing, weighing in and entering
-- short deliveries need the duty "hand-over".
create function rights.packs_for(person uuid, shop uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.vendors v join public.profiles o on o.id = v.owner_id and o.role = 'vendor' where v.id = shop and (
    v.owner_id = person and v.status in ('active', 'suspended')
    or exists (select from public.memberships m where m.person_id = person and m.vendor_id = v.id and m.duty = 'hand-over' and m.ended_at is null)))
$$;
comment on function rights.packs_for(uuid, uuid) is 'Whether the person owns the shop or has the duty "hand-over" there: served_vendor_ids for a given person.';

-- A membership of a shop's own place ends with the role of the shop's owner for commands too: served_place_ids for a given
-- person.
create function rights.keeps_place(person uuid, place uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.memberships m join public.pickup_points p on p.id = m.pickup_point_id
      left join public.vendors v on v.id = p.vendor_id left join public.profiles o on o.id = v.owner_id
      where m.person_id = person and m.pickup_point_id = place and m.duty = 'hand-over' and m.ended_at is null and (v.id is null or o.role = 'vendor'))
    or exists (select from public.pickup_points p where p.id = place and rights.packs_for(person, p.vendor_id))
$$;
comment on function rights.keeps_place(uuid, uuid) is 'Whether the person has the duty "hand-over" at the place: served_place_ids for a given person.';

-- Readers of weigh-ins and their photographs: the shop, the place, and the shop's overseers.
create function rights.sees_delivery(shop uuid, place uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select shop in (select rights.served_vendor_ids()) or place in (select rights.served_place_ids()) or shop in (select rights.overseen_vendor_ids())
$$;

create function rights.sees_delivery_photo(picture text) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.weigh_ins w where w.photo = picture and rights.sees_delivery(w.vendor_id, w.pickup_point_id))
    or exists (select from public.load_corrections c join public.weigh_ins w on w.id = c.weigh_in_id where c.photo = picture and rights.sees_delivery(w.vendor_id, w.pickup_point_id))
    or exists (select from public.shortfalls s where s.photo = picture and rights.sees_delivery(s.vendor_id, s.pickup_point_id))
    or exists (select from public.line_weights w join public.order_lines l on l.id = w.line_id join public.orders o on o.id = l.order_id
      where w.photo = picture and (o.user_id = (select auth.uid()) or rights.sees_delivery(o.vendor_id, rights.place_of_goods(o.id))))
$$;

create function rights.is_delivery_evidence(picture text) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.weigh_ins where photo = picture) or exists (select from public.load_corrections where photo = picture)
    or exists (select from public.shortfalls where photo = picture) or exists (select from public.line_weights where photo = picture)
$$;

-- The remainder of an order. Quantity: by line, without units that came short. Money: without refunds, finished or under way.
create function public.short_units(line uuid) returns integer language sql stable security definer set search_path = '' as $$
  select ceil(coalesce(sum(s.missing_thousandths), 0) / 1000)::integer from public.live_shortfall_shares s where s.line_id = line
$$;
comment on function public.short_units(uuid) is 'Whole units of a line that came short. Parts of a unit are not handed over.';

create function public.reserved_kobo(of_order uuid) returns bigint language sql stable security definer set search_path = '' as $$
  select coalesce(sum(s.goods_kobo), 0)::bigint from public.order_lines l join public.live_shortfall_shares s on s.line_id = l.id where l.order_id = of_order and s.is_reserved
$$;
comment on function public.reserved_kobo(uuid) is 'Goods of an order that are entered as missing and not yet refunded.';

create function public.takeable_kobo(of_order uuid) returns bigint language sql stable security definer set search_path = '' as $$
  select greatest(0, public.goods_left_kobo(of_order) - public.reserved_kobo(of_order))
$$;

create function public.order_quantity_left(of_order uuid) returns integer language sql stable security definer set search_path = '' as $$
  select sum(greatest(0, l.quantity - public.short_units(l.id)))::integer from public.order_lines l where l.order_id = of_order
$$;
comment on function public.order_quantity_left(uuid) is 'Current units of an order: as ordered, without those that came short.';

create function public.order_fee_returned_kobo(of_order uuid) returns bigint language sql stable security definer set search_path = '' as $$
  select coalesce(sum(r.fee_kobo), 0)::bigint from public.partial_refunds r where r.order_id = of_order
$$;

-- For views, which call it with the reader's rights, for orders that the reader can see.
create function rights.order_quantity_left(of_order uuid) returns integer language sql stable security definer set search_path = '' as $$ select public.order_quantity_left($1) $$;

create function rights.short_units(line uuid) returns integer language sql stable security definer set search_path = '' as $$ select public.short_units($1) $$;

create function rights.order_reserved_kobo(of_order uuid) returns bigint language sql stable security definer set search_path = '' as $$ select public.reserved_kobo($1) $$;

create function rights.order_fee_returned_kobo(of_order uuid) returns bigint language sql stable security definer set search_path = '' as $$ select public.order_fee_returned_kobo($1) $$;

-- By count or by weight, same rule as domain/packing/weights.ts: missing of the expected quantity, at this place or wherever it
-- was weighed in.
create function public.found_missing_thousandths(buy uuid, line uuid, place uuid) returns bigint language sql stable security definer set search_path = '' as $$
  select coalesce(sum(greatest(0, (w.due - w.counted) * 1000, case when w.due_grams > 0 and w.grams is not null
    then floor((w.due_grams - w.grams) * w.due / w.due_grams) * 1000 else 0 end)), 0)::bigint
  from (select x.pickup_point_id, max(x.units_expected) filter (where x.part = 1) as due, sum(x.units_counted) as counted,
      max(x.grams_expected) filter (where x.part = 1)::numeric as due_grams, case when bool_and(x.grams_counted is not null) then sum(x.grams_counted) end as grams
    from public.counted_loads x where (x.group_buy_id = buy or x.order_id = (select l.order_id from public.order_lines l where l.id = line)
        and x.product_id = (select l.product_id from public.order_lines l where l.id = line))
      and (place is null or x.pickup_point_id = place) group by x.pickup_point_id) w
$$;

-- A load may arrive on the evening before the sharing day, and what is missing is known then. Earlier weigh-ins do not count.
create function public.is_shared_by_now(buy uuid, line uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select d.share_date <= d.today or d.share_date <= d.today + 1
    and exists (select from public.counted_loads x where x.units_counted > 0 and (x.group_buy_id = buy or x.order_id = (select l.order_id from public.order_lines l where l.id = line)
      and x.product_id = (select l.product_id from public.order_lines l where l.id = line)))
  from (select (clock_timestamp() at time zone 'Africa/Lagos')::date as today,
    coalesce((select g.share_date from public.group_buys g where g.id = buy), (select l.share_date from public.order_lines l where l.id = line), '-infinity') as share_date) d
$$;

-- A person other than the one who entered it: the shop, if it was not entered by its own side, or an overseer of the shop.
create function public.may_answer_shortfall(shortfall uuid, person uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.shortfalls f join public.vendors v on v.id = f.vendor_id join public.profiles p on p.id = person
    where f.id = shortfall and f.status = 'waiting' and f.entered_by is distinct from person and not (public.is_of_shop(person, v.id) and f.by_shop)
      and (not f.by_shop and f.contested_at is null and rights.packs_for(person, v.id)
        or not public.is_of_shop(person, v.id) and not rights.keeps_place(person, f.pickup_point_id) and (p.role in ('coordinator', 'chief')
          or p.role = 'manager' and exists (select from public.manager_regions r where r.manager_id = person and r.state = v.state))))
$$;

-- Large short deliveries, for the shop and its overseers.
create function rights.may_answer_shortfall(shortfall uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select public.may_answer_shortfall($1, auth.uid())
$$;

create function public.pays_on_joining(buy uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce((select public.hold_of(g.payment_mode, s.lapses, s.limits) is not null
    from public.group_buys g cross join public.unpaid_standing(auth.uid()) s where g.id = buy), false)
$$;
comment on function public.pays_on_joining(uuid) is 'Whether the reader''s reservation would be held for minutes only: the buy requires it, or the reader has let reservations lapse.';

-- Loads that were counted lately are listed too, since goods can lie there whose orders have ended.
create function rights.goods_keys() returns table (pickup_point_id uuid, is_delivery boolean, vendor_id uuid, subject_id uuid, group_buy_id uuid, order_id uuid, product_id uuid,
  is_keeper boolean, is_shop boolean) language sql stable security definer set search_path = '' as $$
  with places as (select array_agg(s) as ids from rights.served_place_ids() s), shops as (select array_agg(s) as ids from rights.served_vendor_ids() s), live as (
    select o.id from public.orders o, places p where o.pickup_point_id = any (p.ids) and (o.status in ('confirmed', 'ready') or o.status = 'paid' and o.group_buy_id is null)
    union
    select h.order_id from public.hand_overs h join public.orders o on o.id = h.order_id, places p where h.lies_at = any (p.ids) and o.status = 'ready'
    union
    select o.id from public.orders o, shops s where o.vendor_id = any (s.ids) and o.status in ('pending', 'paid', 'confirmed', 'ready', 'collected', 'delivered')
      and (o.status in ('confirmed', 'ready') or o.status = 'paid' and o.group_buy_id is null)
  ), found as (
    select l.place_id, l.is_delivery, l.vendor_id, l.subject_id, l.group_buy_id, l.product_id from live i join public.goods_of_lines l on l.order_id = i.id
    union
    select w.pickup_point_id, false, w.vendor_id, coalesce(w.group_buy_id, w.order_id), w.group_buy_id, w.product_id
    from public.weigh_ins w, places p where w.pickup_point_id = any (p.ids) and w.created_at > now() - interval '60 days'
    union
    select w.pickup_point_id, false, w.vendor_id, coalesce(w.group_buy_id, w.order_id), w.group_buy_id, w.product_id
    from public.weigh_ins w, shops s where w.vendor_id = any (s.ids) and w.created_at > now() - interval '60 days'
  )
  select f.place_id, f.is_delivery, f.vendor_id, f.subject_id, f.group_buy_id, case when f.group_buy_id is null then f.subject_id end, f.product_id,
    coalesce(f.place_id = any (p.ids), false), coalesce(f.vendor_id = any (s.ids), false)
  from found f, places p, shops s
$$;
comment on function rights.goods_keys() is 'Place, buy or order, and product of everything that is on its way to the reader''s places or from their shops, or was counted in the last 60 days.';

-- Units of a load's delivery that were handed over at its place.
create function public.handed_of_delivery(place uuid, subject uuid, product uuid) returns bigint language sql stable security definer set search_path = '' as $$
  select coalesce(sum(l.handed), 0)::bigint
  from (select subject as id union all select x.id from public.orders x where x.group_buy_id = subject) i join public.goods_of_lines l on l.order_id = i.id
  where l.product_id = product and l.place_id = place
$$;

-- Goods sold by final weight. A line is weighed as a whole, and again only to a lower weight.
create function rights.place_of_goods(of_order uuid) returns uuid language sql stable security definer set search_path = '' as $$
  select case when o.fulfilment <> 'delivery' then o.pickup_point_id
    else (select h.lies_at from public.hand_overs h where h.order_id = o.id and h.lies_at is not null order by h.created_at desc limit 1) end
  from public.orders o where o.id = of_order
$$;
comment on function rights.place_of_goods(uuid) is 'The place where an order is collected, or from which it is brought; null: the shop itself.';

create function rights.may_weigh(person uuid, of_order uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.orders o where o.id = of_order
    and (rights.packs_for(person, o.vendor_id) or coalesce(rights.keeps_place(person, rights.place_of_goods(o.id)), false)))
$$;
comment on function rights.may_weigh(uuid, uuid) is 'Whether the person packs for the shop of an order, or has the duty "hand-over" at its place.';

create function public.weight_cut_kobo(line public.order_lines, units integer, grams integer) returns bigint language sql immutable set search_path = '' as $$
  select greatest(0, ceil(line.unit_price * 100 * units * (line.most_kg_per_unit * 1000 * units - grams) / (line.most_kg_per_unit * 1000 * units)))::bigint
$$;
comment on function public.weight_cut_kobo(public.order_lines, integer, integer) is 'By how much units of this weight cost less than at the most weight, rounded up. The same rule as weightCutKobo in domain/packing/final-weight.ts.';

-- Goods of a lower price by weight are still whole units, so what a unit is worth falls with it.
create function public.unit_worth(line public.order_lines) returns numeric language sql stable security definer set search_path = '' as $$
  select case when line.most_kg_per_unit is null then line.unit_price * 100
    else greatest(1, line.unit_price * 100 - coalesce((select w.cut_kobo / w.units::numeric from public.live_weights w where w.line_id = line.id), 0)) end
$$;
comment on function public.unit_worth(public.order_lines) is 'Kobo of one unit: at its final weight once it is known.';

create function public.weight_of(line uuid) returns integer language sql stable security definer set search_path = '' as $$
  select w.grams from public.live_weights w where w.line_id = line and not w.waits
$$;
comment on function public.weight_of(uuid) is 'The final weight of a line in grams; null while there is none, or while it waits for an answer.';
