-- From its publication a group buy has its own copy of the product's facts, tiers and rates.

-- Tiers are JSON text on the wire (specification, section 3). Prices are looked up in two sorted arrays derived on write, so that
-- an update of the counters parses nothing. Same rule as domain/group-buys/price/price-tiers.ts; a database test compares the two.
create function public.tier_thresholds(price_tiers text) returns integer[] language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg((tier ->> 'participants')::numeric::integer order by place), '{}')
  from jsonb_array_elements(price_tiers::jsonb) with ordinality as t (tier, place)
$$;

create function public.tier_prices(price_tiers text) returns numeric[] language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg((tier ->> 'price')::numeric(14,2) order by place), '{}')
  from jsonb_array_elements(price_tiers::jsonb) with ordinality as t (tier, place)
$$;

-- Same rule as domain/group-buys/price/shown-price.ts. Without `set search_path` the function is inlined, so that a list sorted by it
-- calls no function for rows with too few paid participants to lower the price.
create function public.shown_price(buy public.group_buys) returns numeric language sql stable as $$
  select coalesce(buy.final_price, public.price_at(buy.tier_thresholds, buy.tier_prices, buy.base_price,
    greatest(buy.current_participants, buy.min_participants,
      case when buy.paid_participants >= greatest(buy.current_participants, buy.min_participants) then public.locked_participants(buy) + 1 end)))
$$;
comment on function public.shown_price(public.group_buys) is 'Naira: the price on cards, by which lists are sorted. The final price once it is set.';

create function public.price_tiers_fault(price_tiers text, base_price numeric, max_participants integer) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  entries jsonb;
  entry jsonb;
  threshold numeric;
  price numeric;
  last_threshold numeric := 0;
  last_price numeric := base_price;
begin
  -- The text is part of every list of buys, so it is limited to what ten tiers need.
  if char_length(price_tiers) > 4000 then return 'Price tiers must fit in 4000 characters'; end if;
  begin
    entries := price_tiers::jsonb;
  exception when others then
    return 'Price tiers must be a JSON list';
  end;
  if jsonb_typeof(entries) is distinct from 'array' then return 'Price tiers must be a JSON list'; end if;
  if jsonb_array_length(entries) > 10 then return 'At most 10 price tiers are allowed'; end if;
  for entry in select value from jsonb_array_elements(entries) loop
    if jsonb_typeof(entry) <> 'object' or jsonb_typeof(entry -> 'participants') is distinct from 'number'
      or jsonb_typeof(entry -> 'price') is distinct from 'number' then
      return 'Each price tier needs a number of participants and a price';
    end if;
    threshold := (entry ->> 'participants')::numeric;
    price := (entry ->> 'price')::numeric;
    if threshold <> trunc(threshold) or threshold < 1 or threshold > 1000000 then return 'Tier participants must be a whole number from 1'; end if;
    if threshold <= last_threshold then return 'Tier participants must rise from tier to tier'; end if;
    if price <= 0 or price <> round(price, 2) then return 'Tier prices must be above 0, with at most two decimals'; end if;
    if price >= last_price then return 'Tier prices must fall from tier to tier, the first below the base price'; end if;
    last_threshold := threshold;
    last_price := price;
  end loop;
  if max_participants is not null and last_threshold > max_participants then
    return 'The last tier must not need more people than the buy takes';
  end if;
  return null;
end $$;

create function public.payment_due_at(share_date date) returns timestamptz language sql immutable set search_path = '' as
$$ select ((share_date - 2) + time '23:59:59') at time zone 'Africa/Lagos' $$;
comment on function public.payment_due_at(date) is 'Payment is due 2 days before the sharing day (specification, section 9), end of that day in Lagos.';

-- The changes that a vendor may make to a group buy, and the effects of publishing. No role may write the counters.
create function public.copy_product_facts(buy public.group_buys) returns public.group_buys
language plpgsql security definer set search_path = '' as $$
declare
  product public.products;
begin
  select * into product from public.products where id = buy.product_id and archived_at is null;
  if product.id is null then raise exception 'Choose one of your products for this group buy' using errcode = 'PT400'; end if;
  buy.vendor_id := product.vendor_id;
  buy.product_name := product.name;
  buy.product_description := product.description;
  buy.category := product.category;
  buy.unit := product.unit;
  buy.image_url := product.image_url;
  buy.vendor_location := product.vendor_location;
  buy.min_quantity := product.min_quantity;
  buy.max_quantity := product.max_quantity;
  buy.base_price := product.base_price;
  buy.share_date := product.share_date;
  buy.payment_due_at := public.payment_due_at(product.share_date);
  buy.buyer_fee_bps := public.whole_setting('buyer_fee_bps');
  buy.vendor_fee_bps := public.whole_setting('vendor_fee_bps');
  buy.referral_bps := public.whole_setting('referral_bps');
  buy.late_leave_charge_bps := public.whole_setting('late_leave_charge_bps');
  return buy;
end $$;

create function public.publish_faults(buy public.group_buys) returns text language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.vendors where id = buy.vendor_id and status = 'active') then
    return 'Your shop must be approved before a group buy can be published';
  end if;
  if buy.share_date is null then return 'Set the share date of the product before publishing a group buy'; end if;
  if buy.end_date < now() + interval '24 hours' then return 'A group buy must stay open for at least 24 hours'; end if;
  if buy.end_date > now() + interval '90 days' then return 'A group buy must end within 90 days'; end if;
  if buy.end_date > buy.payment_due_at then
    return 'A group buy must end before payment is due, 2 days before the share date';
  end if;
  if buy.min_quantity > buy.target_quantity then return 'The target is smaller than the least one person may take'; end if;
  return null;
end $$;

-- Only for publishing: a buy that runs goes on. Same rule as domain/group-buys/publishing.ts.
create function public.calendar_fault(buy public.group_buys) returns text language sql stable security definer set search_path = '' as $$
  select case
    when v.paused_until > clock_timestamp() then 'Your shop takes no new orders until '
      || to_char(v.paused_until at time zone 'Africa/Lagos', 'FMDD FMMonth YYYY') || '. Take orders again before you publish a group buy'
    when public.closing_reason(v.closed_days, buy.share_date) is not null then 'Your shop is closed on the sharing day, '
      || to_char(buy.share_date, 'FMDD FMMonth YYYY') || '. Choose another day, or open the shop on it'
  end from public.vendors v where v.id = buy.vendor_id
$$;

-- The line of a full buy. Units and places on offer count as taken for everybody else.
create function public.offered_units(buy public.group_buys) returns integer language sql stable security definer set search_path = '' as
$$ select coalesce(sum(w.quantity), 0)::integer from public.buy_waits w where w.group_buy_id = buy.id and w.status = 'offered' $$;
comment on function public.offered_units(public.group_buys) is 'Units held for people on the waiting list.';

create function public.offered_people(buy public.group_buys) returns integer language sql stable security definer set search_path = '' as $$
  select count(*)::integer from public.buy_waits w where w.group_buy_id = buy.id and w.status = 'offered'
    and not exists (select from public.orders o where o.group_buy_id = w.group_buy_id and o.user_id = w.person_id and o.is_live)
$$;
comment on function public.offered_people(public.group_buys) is 'Places held for people on the waiting list who are not in the buy yet.';

create function public.waiting_people(buy public.group_buys) returns integer language sql stable security definer set search_path = '' as
$$ select count(*)::integer from public.buy_waits w where w.group_buy_id = buy.id and w.is_open $$;
comment on function public.waiting_people(public.group_buys) is 'People on the waiting list, with those who have an offer.';

create function public.own_waits(buys uuid[]) returns table (group_buy_id uuid, quantity integer, status text, offer_expires_at timestamptz, "position" integer)
language sql stable security definer set search_path = '' as $$
  select w.group_buy_id, w.quantity, w.status, w.offer_expires_at, (select count(*)::integer from public.buy_waits e
    where e.group_buy_id = w.group_buy_id and e.status = 'waiting' and (e.created_at, e.id) <= (w.created_at, w.id))
  from public.buy_waits w where w.person_id = (select auth.uid()) and w.is_open and w.group_buy_id = any (buys)
$$;
comment on function public.own_waits(uuid[]) is 'The caller''s places in the lines of these buys, from 1. @null offer_expires_at';

-- Offers what is free to the first in line whose whole quantity fits, then to the next. The buy's lock serialises it with joins.
create function public.offer_places(buy_id uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  buy public.group_buys;
  free_units integer;
  free_places integer;
  in_line record;
  has_offered boolean := false;
begin
  select * into buy from public.group_buys where id = buy_id for no key update;
  if buy.status is distinct from 'active' or buy.end_date <= clock_timestamp() or public.price_vote_until(buy) is not null
    or not exists (select from public.vendors where id = buy.vendor_id and status = 'active') then return; end if;
  free_units := buy.target_quantity - buy.current_quantity - public.offered_units(buy);
  free_places := buy.max_participants - buy.current_participants - public.offered_people(buy);
  for in_line in select w.id, w.person_id, w.quantity, (not exists (select from public.orders o
      where o.group_buy_id = buy_id and o.user_id = w.person_id and o.is_live))::integer as places
    from public.buy_waits w where w.group_buy_id = buy_id and w.status = 'waiting' order by w.created_at, w.id
  loop
    exit when free_units <= 0;
    continue when in_line.quantity > free_units or in_line.places > coalesce(free_places, in_line.places) or not rights.can_sign_in(in_line.person_id);
    update public.buy_waits set status = 'offered', offer_expires_at = least(clock_timestamp() + interval '30 minutes', buy.end_date) where id = in_line.id;
    free_units := free_units - in_line.quantity;
    free_places := free_places - in_line.places;
    has_offered := true;
  end loop;
  if has_offered then perform jobs.enqueue('notify-waiters', jsonb_build_object('group_buy_id', buy_id), now(), 'waiters:' || buy_id); end if;
end $$;
comment on function public.offer_places(uuid) is 'Holds free units and places for people on the waiting list, 30 minutes each.';

-- No offer can be taken while new orders are paused, or while the people in the buy answer whether they stay at a higher price: it is held until that is
-- over, and then made again for 30 minutes.
create function public.lapse_offers(buy_id uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  is_paused boolean;
  ends_at timestamptz;
begin
  select end_date into ends_at from public.group_buys where id = buy_id for no key update;
  is_paused := public.is_paused('orders') or exists (select from public.price_rises r where r.group_buy_id = buy_id and r.status = 'open');
  if ends_at > clock_timestamp() and (is_paused or exists (select from public.price_rises r where r.group_buy_id = buy_id
      and r.ended_at between clock_timestamp() - interval '30 minutes' and clock_timestamp()) or exists (select from public.settings s where s.key = 'pause_orders' and s.withdrawn_at is null
      and s.effective_from between clock_timestamp() - interval '30 minutes' and clock_timestamp())) then
    update public.buy_waits set offer_expires_at = least(clock_timestamp() + case when is_paused then interval '5 minutes' else interval '30 minutes' end, ends_at),
      notified_status = case when is_paused then notified_status end
    where group_buy_id = buy_id and status = 'offered' and offer_expires_at <= clock_timestamp();
    if found and not is_paused then perform jobs.enqueue('notify-waiters', jsonb_build_object('group_buy_id', buy_id), now(), 'waiters:' || buy_id); end if;
    return;
  end if;
  update public.buy_waits set status = 'lapsed', ended_at = clock_timestamp() where group_buy_id = buy_id and status = 'offered' and offer_expires_at <= clock_timestamp();
  if not found then return; end if;
  perform jobs.enqueue('notify-waiters', jsonb_build_object('group_buy_id', buy_id), now(), 'waiters:' || buy_id);
  perform public.offer_places(buy_id);
end $$;
comment on function public.lapse_offers(uuid) is 'Ends the offers that were not taken in time, and offers their units to the next.';

-- The form sends the photographs it showed, and those to keep with their captions, in order: photographs added meanwhile come
-- after them, and hidden ones stay. Idempotent.
create function public.arrange_buy_pictures(buy uuid, wanted text[], captions text[] default '{}', seen text[] default '{}') returns void
language plpgsql set search_path = '' as $$
declare
  final_paths text[];
begin
  if not exists (select from rights.buys_to_photograph(buy)) then
    raise exception 'This group buy is not yours, or not open any more: its photographs stay as they are.' using errcode = 'PT404';
  end if;
  -- Concurrent forms for one buy run one after another.
  perform pg_advisory_xact_lock(hashtextextended('buy-pictures:' || buy, 0));
  select wanted || coalesce(array_agg(path order by position, created_at, id), '{}') into final_paths
  from public.buy_pictures where group_buy_id = buy and path <> all (wanted) and (hidden_at is not null or path <> all (seen));
  delete from public.buy_pictures where group_buy_id = buy and path <> all (final_paths);
  update public.buy_pictures set position = array_position(final_paths, path), caption = coalesce(captions[array_position(wanted, path)], caption)
  where group_buy_id = buy and hidden_at is null
    and (position, caption) is distinct from (array_position(final_paths, path), coalesce(captions[array_position(wanted, path)], caption));
  insert into public.buy_pictures (group_buy_id, path, position, caption)
  select buy, k.path, min(k.place), coalesce((array_agg(captions[k.place::integer] order by k.place))[1], '')
  from unnest(final_paths) with ordinality k (path, place)
  where not exists (select from public.buy_pictures where group_buy_id = buy and path = k.path) group by k.path;
end $$;
comment on function public.arrange_buy_pictures(uuid, text[], text[], text[]) is 'Sets the photographs of a group buy, their order and captions, with the caller''s rights.';

-- Photographs may change until the buy closes. Later they are part of what was promised.
create function rights.buys_to_photograph(buy uuid) returns setof uuid language sql stable security definer set search_path = '' as $$
  select g.id from public.group_buys g where g.id = buy and g.status in ('draft', 'active')
    and (g.vendor_id = rights.my_vendor_id() or g.status = 'active' and g.vendor_id in (select rights.served_vendor_ids())
      and g.vendor_id in (select rights.active_vendor_ids()))
$$;
comment on function rights.buys_to_photograph(uuid) is 'The buy, if the caller may change its photographs: its vendor, or for an active one a person with the duty "hand-over" at the shop.';

create function public.can_photograph(buy uuid) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (select from rights.buys_to_photograph(buy)) $$;
comment on function public.can_photograph(uuid) is 'Whether the caller may change the photographs of a group buy.';

create function public.waiting_units(buy public.group_buys) returns integer language sql stable security definer set search_path = '' as
$$ select coalesce(sum(w.quantity), 0)::integer from public.buy_waits w where w.group_buy_id = buy.id and w.is_open $$;
comment on function public.waiting_units(public.group_buys) is 'Units that people on the waiting list asked for, with those on offer.';

-- Same rule as `audiencesOf` (domain/group-buys/selling/broadcasts.ts): payments tell people apart until the due time, and only
-- where they are not due on joining.
create function public.has_audience(buy public.group_buys, audience text) returns boolean language sql immutable set search_path = '' as $$
  select case audience when 'everybody' then buy.status in ('active', 'closed', 'settling', 'confirmed', 'ready')
    else buy.status in ('active', 'closed') and buy.payment_mode = 'reserve' end
$$;

create function public.buy_audience(buy uuid, audience text) returns setof uuid language sql stable security definer set search_path = '' as $$
  select o.user_id from public.orders o where o.group_buy_id = buy and o.is_live group by o.user_id
  having audience = 'everybody' or bool_or(o.is_paid) = (audience = 'paid')
$$;
comment on function public.buy_audience(uuid, text) is 'People with a live order in the buy: everybody, or those without (unpaid) or with (paid) a paid one.';

create function public.has_late_promise(buy public.group_buys) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.orders o where o.group_buy_id = buy.id and o.is_live
    and o.ceiling_unit_price < public.price_at(buy.tier_thresholds, buy.tier_prices, buy.base_price, buy.min_participants))
$$;
comment on function public.has_late_promise(public.group_buys) is 'Somebody was promised a price that relies on people who cannot leave any more.';
