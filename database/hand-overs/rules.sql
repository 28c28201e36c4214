create function public.is_perishable(category text) returns boolean language sql immutable as
$$ select category in ('vegetables', 'fruits', 'meat', 'seafood') $$;

-- The collection period starts on the sharing day if the goods were ready before; a stockpile's starts on the day when it is
-- ready.
create function public.collect_until(order_id uuid, kind text, since timestamptz) returns timestamptz language sql stable security definer set search_path = '' as $$
  select case kind when 'delivery' then null
    when 'stockpile' then public.closing_after(o.pickup_point_id, since + interval '14 days')
    else public.closing_after(o.pickup_point_id, greatest(since, d.shared) + case when public.has_perishables(o.id) then interval '48 hours' else interval '7 days' end) end
  from public.orders o
  cross join lateral (select public.share_day_of(o.id)::timestamp at time zone 'Africa/Lagos' as shared) d
  where o.id = $1
$$;

create function public.claim_time(hand_over uuid) returns interval language sql stable security definer set search_path = '' as $$
  select case when bool_and(public.is_perishable(p.category)) then interval '12 hours' else interval '72 hours' end
  from public.hand_over_lines h join public.order_lines l on l.id = h.line_id join public.products p on p.id = l.product_id where h.hand_over_id = $1
$$;

-- Goods neither handed over nor refunded. Refunds after a hand-over reference it and do not change this amount.
create function public.goods_left_kobo(order_id uuid) returns bigint language sql stable security definer set search_path = '' as $$
  select greatest(0, (o.total_amount * 100)::bigint - coalesce((select sum(h.goods_kobo) from public.hand_overs h where h.order_id = o.id and h.status = 'done'), 0)
    - coalesce((select sum(r.goods_kobo - r.earned_goods_kobo) from public.partial_refunds r where r.order_id = o.id and r.hand_over_id is null), 0))::bigint
  from public.orders o where o.id = $1
$$;

-- Units still to be handed over, by line. Earlier refunds reduce the count by as many units as their worth covers.
create function public.units_left(order_id uuid) returns table (line_id uuid, quantity integer) language sql stable security definer set search_path = '' as $$
  select l.id, greatest(0, least(l.quantity - public.short_units(l.id) - coalesce((select sum(h.quantity) from public.hand_over_lines h where h.line_id = l.id), 0),
    ceil(public.takeable_kobo($1) / case when l.most_kg_per_unit is null then l.unit_price * 100 else public.unit_worth(l) end)))::integer
  from public.order_lines l where l.order_id = $1
$$;
comment on function public.units_left(uuid) is 'Units still to be handed over, by line: neither handed over nor missing, and paid for.';

-- An open lot holds money that is not yet released, as a claim does.
create function public.has_open_claim(hand_over uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.claims c where c.hand_over_id = hand_over and c.ended_at is null
    and not (c.payer is distinct from 'vendor' and c.payer is not null and (c.status = 'upheld_final' or c.status = 'upheld' and c.appeal_by < clock_timestamp())))
  or exists (select from public.hand_overs h join public.orders o on o.id = h.order_id join public.lot_incidents l on l.group_buy_id = o.group_buy_id
    where h.id = hand_over and h.released_at is null and (l.status in ('open', 'appealed') or l.status = 'decided' and l.appeal_by >= clock_timestamp()))
$$;
comment on function public.has_open_claim(uuid) is 'Whether an open claim or lot holds the money of a hand-over.';

-- For views, which call it with the reader's rights.
create function rights.has_open_claim(hand_over uuid) returns boolean language sql stable security definer set search_path = '' as $$ select public.has_open_claim($1) $$;

-- People who may hand over: the shop's owner while they are a vendor, and active members; at a shop's own place, the shop's
-- members as well.
create function rights.hand_over_shops_of(person uuid) returns setof uuid language sql stable security definer set search_path = '' as $$
  select v.id from public.vendors v join public.profiles o on o.id = v.owner_id and o.role = 'vendor'
  where v.status in ('active', 'suspended') and (v.owner_id = person or v.id in (select m.vendor_id from public.memberships m
    where m.person_id = person and m.duty = 'hand-over' and m.ended_at is null))
$$;

create function rights.hand_over_places_of(person uuid) returns setof uuid language sql stable security definer set search_path = '' as $$
  select p.id from public.pickup_points p where p.vendor_id in (select rights.hand_over_shops_of(person))
  union
  select p.id from public.memberships m join public.pickup_points p on p.id = m.pickup_point_id left join public.vendors v on v.id = p.vendor_id
    left join public.profiles o on o.id = v.owner_id
  where m.person_id = person and m.duty = 'hand-over' and m.ended_at is null and (v.id is null or o.role = 'vendor')
$$;

-- A delivery is handed over only by the rider who is out with that order.
create function rights.may_hand_over(person uuid, hand_over uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.hand_overs h join public.orders o on o.id = h.order_id where h.id = $2
    and case when h.kind = 'delivery' then h.status = 'done' and h.handled_by = $1 or exists (select from public.delivery_stops s join public.delivery_runs r on r.id = s.run_id
        where s.order_id = o.id and s.status = 'open' and r.status = 'out' and r.id in (select rights.own_runs_of($1)))
      when h.pickup_point_id is null then o.vendor_id in (select rights.hand_over_shops_of($1))
      else h.pickup_point_id in (select rights.hand_over_places_of($1)) end)
$$;

-- Staff of the place; for a delivery, the planners of a run that it was on.
create function rights.minds_hand_over(person uuid, hand_over uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.hand_overs h join public.orders o on o.id = h.order_id where h.id = $2
    and case when h.kind = 'delivery' then exists (select from public.delivery_stops s join public.delivery_runs r on r.id = s.run_id
        where s.order_id = o.id and rights.plans_for($1, r.pickup_point_id, r.vendor_id))
      when h.pickup_point_id is null then o.vendor_id in (select rights.hand_over_shops_of($1))
      else h.pickup_point_id in (select rights.hand_over_places_of($1)) end)
$$;

-- Also people who left in the last two days, perhaps while their device had no network.
create function rights.handed_over_lately(person uuid, hand_over uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.hand_overs h join public.orders o on o.id = h.order_id left join public.pickup_points p on p.id = h.pickup_point_id
    where h.id = $2 and (
      exists (select from public.memberships m where m.person_id = $1 and m.duty = 'hand-over' and (m.ended_at is null or m.ended_at > now() - interval '48 hours')
        and (m.pickup_point_id = h.pickup_point_id or m.vendor_id = case when h.pickup_point_id is null then o.vendor_id else p.vendor_id end))
      or exists (select from public.delivery_stops s join public.delivery_runs r on r.id = s.run_id where s.order_id = o.id and r.rider_id = $1
        and (r.ended_at is null or r.ended_at > now() - interval '48 hours'))
      or exists (select from public.vendors v where v.id = o.vendor_id and v.owner_id = $1)))
$$;

create function public.open_hand_over(order_id uuid) returns uuid language plpgsql security definer set search_path = '' as $$
declare
  ready public.orders;
  opened uuid;
begin
  select * into ready from public.orders o where o.id = $1 and o.status = 'ready' for no key update;
  if ready.id is null or public.goods_left_kobo($1) = 0 then return null; end if;
  insert into public.hand_overs (order_id, kind, pickup_point_id, due_from, due_until)
  values ($1, ready.fulfilment, ready.pickup_point_id, coalesce(ready.ready_at, now()), public.collect_until($1, ready.fulfilment, coalesce(ready.ready_at, now())))
  on conflict do nothing;
  select h.id into opened from public.hand_overs h where h.order_id = $1 and h.status = 'open';
  return opened;
end $$;
comment on function public.open_hand_over(uuid) is 'The open hand-over of everything that is left of a ready order; a second call returns the same one.';

-- Goods of a hand-over without prices: what is left if it is open, what was handed over if it is done. The schema `rights` is not
-- exposed on the wire.
create function rights.goods_of_hand_over(hand_over uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('line_id', l.id, 'name', l.product_name, 'unit', l.unit, 'quantity', g.quantity,
      'weigh', l.most_kg_per_unit is not null and public.weight_of(l.id) is null,
      'waits', exists (select from public.live_weights w where w.line_id = l.id and w.waits)) order by l.product_name, l.id), '[]')
  from (select u.line_id, u.quantity from public.hand_overs h cross join lateral public.units_left(h.order_id) u where h.id = $1 and h.status = 'open' and u.quantity > 0
    union all select t.line_id, t.quantity from public.hand_over_lines t where t.hand_over_id = $1) g join public.order_lines l on l.id = g.line_id
$$;

create function rights.invitations_of(person uuid) returns setof uuid language sql stable security definer set search_path = '' as $$
  select i.id from public.staff_invitations i join auth.users u on u.id = person
    left join public.vendors v on v.id = i.vendor_id left join public.profiles o on o.id = v.owner_id
  where i.accepted_at is null and i.ended_at is null and i.created_at > now() - interval '14 days' and i.invited_by <> person and (v.id is null or o.role = 'vendor' and o.id <> person)
    and (i.email = u.email and u.email_confirmed_at is not null or i.phone = u.phone and u.phone_confirmed_at is not null)
$$;

-- The person's contact addresses: only confirmed ones.
create function rights.confirmed_addresses(person uuid) returns table (email text, phone text) language sql stable security definer set search_path = '' as $$
  select case when u.email_confirmed_at is not null then u.email end, case when u.phone_confirmed_at is not null then u.phone end from auth.users u where u.id = person
$$;

-- The collection period ends when the place closes on an opening day; a grace period of two days may follow
-- (docs/decisions/0049).
create function public.closing_after(place uuid, moment timestamptz) returns timestamptz language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select min(c.closes) from public.pickup_points p cross join lateral jsonb_to_recordset(p.opening_hours) as h (day integer, opens time, closes time)
       cross join generate_series(0, 7) as n
       cross join lateral (select (moment at time zone 'Africa/Lagos')::date + n as day) d
       cross join lateral (select (d.day + h.closes) at time zone 'Africa/Lagos' as closes) c
     where p.id = place and extract(isodow from d.day) = h.day and c.closes >= moment),
    -- Without opening hours: the end of the day.
    (((moment at time zone 'Africa/Lagos')::date + 1)::timestamp at time zone 'Africa/Lagos') - interval '1 second')
$$;
comment on function public.closing_after(uuid, timestamp with time zone) is 'The next closing time of a place at or after the given time.';

create function public.has_perishables(order_id uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.order_lines l join public.products p on p.id = l.product_id where l.order_id = $1 and public.is_perishable(p.category))
$$;

-- Perishables get no grace period: they would not keep.
create function public.grace_until(order_id uuid, due_until timestamptz) returns timestamptz language sql stable security definer set search_path = '' as $$
  select case when public.has_perishables($1) then due_until else due_until + interval '48 hours' end
$$;
comment on function public.grace_until(uuid, timestamp with time zone) is 'Until then the buyer alone decides about goods that were not collected in time.';

-- The part of the delivery fee that is still held: a buyer may collect a part and have the rest delivered.
create function public.delivery_held_kobo(order_id uuid) returns bigint language sql stable security definer set search_path = '' as $$
  select (o.delivery_fee_kobo - coalesce((select sum(t.amount_kobo) from ledger.transfers t where t.debit_id = ledger.id_of('escrow:' || o.id)
      and t.kind in ('delivery_earned', 'vendor_delivery_earned')), 0)
    - coalesce((select sum(r.delivery_kobo) from public.partial_refunds r where r.order_id = o.id), 0))::bigint
  from public.orders o where o.id = $1
$$;

-- Staff who decide about uncollected goods call the buyer's number. The service role cannot read the accounts' tables itself.
create function rights.phone_of(person uuid) returns text language sql stable security definer set search_path = '' as
$$ select '+' || nullif(phone, '') from auth.users where id = person $$;

-- Below this size nothing can be recognised, and a picture of one pixel or one colour proves nothing.
create function public.is_photo_large_enough(metadata jsonb) returns boolean language sql immutable set search_path = '' as $$
  select coalesce((metadata ->> 'width')::integer >= 320 and (metadata ->> 'height')::integer >= 320 or (metadata ->> 'width')::integer >= 240
    and (metadata ->> 'height')::integer >= 320 or (metadata ->> 'width')::integer >= 320 and (metadata ->> 'height')::integer >= 240, false)
    and coalesce((metadata ->> 'size')::bigint >= 4000, false)
$$;
comment on function public.is_photo_large_enough(jsonb) is 'At least 320 x 240 pixels in either orientation, and 4,000 bytes as stored.';

-- Members of the household of a shop's owner or staff belong to the shop's side, hub staff included.
create function public.is_of_shop(person uuid, shop uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select public.has_part_in('shop', shop, person)
    or exists (select from public.memberships m join public.pickup_points p on p.id = m.pickup_point_id where m.person_id = person and p.vendor_id = shop)
$$;
comment on function public.is_of_shop(uuid, uuid) is 'Whether the person, or a member of their household, owns the shop or is or was its staff, with any duty. It means an interest in its money and grants no right.';

create function public.shop_overrides_kobo_today(shop uuid) returns bigint language sql stable security definer set search_path = '' as $$
  select coalesce(sum(h.goods_kobo), 0)::bigint from public.hand_over_overrides x join public.hand_overs h on h.id = x.hand_over_id join public.orders o on o.id = h.order_id
  where o.vendor_id = shop and x.by_shop and x.created_at >= date_trunc('day', clock_timestamp(), 'Africa/Lagos')
$$;

-- Staff who are prompted to call the buyer can see the number: for uncollected goods, goods that a shop gave out without a code,
-- refunds or payments that are stuck, and a next call that was written down on the order's record and is due.
create function public.may_reach_buyer(order_id uuid, person uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select public.may_decide_uncollected($1, $2) and (
    exists (select from public.uncollected u where u.order_id = $1 and u.closed_at is null)
    or exists (select from public.hand_over_overrides x join public.hand_overs h on h.id = x.hand_over_id
      where h.order_id = $1 and x.by_shop and x.confirmed_at is null and h.released_at is null)
    or exists (select from public.refunds f where f.order_id = $1 and f.status in ('needs_attention', 'failed'))
    or exists (select from public.payment_parts t join public.payments p on p.id = t.payment_id
      where t.order_id = $1 and p.trouble is not null and p.created_at > now() - interval '90 days')
    or exists (select from public.staff_notes n where n.record_kind = 'order' and n.record_id = $1 and n.done_at is null
      and n.next_call_on <= (clock_timestamp() at time zone 'Africa/Lagos')::date))
$$;
comment on function public.may_reach_buyer(uuid, uuid) is 'True for overseers of the shop without a part in the case, while something is wrong with the order or a promised call is due.';
