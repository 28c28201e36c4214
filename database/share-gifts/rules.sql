-- A share changes hands when its receiver has paid (decision 0141); the buy's lock serialises everything here.

create function rights.is_gift_for(gift public.share_gifts, person uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select case when gift.to_waiting_list then gift.receiver_id is not distinct from person
    else exists (select from rights.confirmed_addresses(person) u where u.email = gift.email or u.phone = gift.phone) end
$$;
comment on function rights.is_gift_for(public.share_gifts, uuid) is 'Whether this person may take the share: by a confirmed address, or by their turn.';

create function rights.account_of_gift(gift public.share_gifts) returns uuid language sql stable security definer set search_path = '' as $$
  select u.id from auth.users u where u.deleted_at is null
    and (u.email = gift.email and u.email_confirmed_at is not null or u.phone = gift.phone and u.phone_confirmed_at is not null) limit 1
$$;
comment on function rights.account_of_gift(public.share_gifts) is 'The account with the address that the share was given to; null if there is none.';

-- Volatile, so that a caller that holds the locks sees what was written just before.
create function public.take_over_fault(given uuid, person uuid, taking uuid default null) returns text language plpgsql volatile security definer set search_path = '' as $$
declare
  share public.orders;
  buy public.group_buys;
  own record;
  giver_stays boolean;
begin
  select * into share from public.orders where id = given;
  select * into buy from public.group_buys where id = share.group_buy_id;
  if share.status is null or share.status not in ('pending', 'paid') or not share.is_live or buy.status not in ('active', 'closed')
    or not exists (select from public.vendors v where v.id = share.vendor_id and v.status = 'active')
    -- Its people are answering whether they pay a higher price.
    or public.price_vote_until(buy) is not null then return 'share_changed'; end if;
  if taking is not null and not exists (select from public.orders t where t.id = taking and t.quantity = share.quantity
    and t.unit_price = share.unit_price and t.ceiling_unit_price <= share.ceiling_unit_price) then return 'share_changed'; end if;
  if share.user_id = person then return 'own_share'; end if;
  if exists (select from public.payment_parts s join public.payments p on p.id = s.payment_id
    where s.order_id = given and p.status in ('initiated', 'pending') and p.expires_at > clock_timestamp()) then return 'share_being_paid'; end if;
  if rights.serves_shop(person, share.vendor_id) then return 'own_shop'; end if;
  select coalesce(sum(o.quantity), 0) as units, coalesce(bool_or(o.is_paid), false) as is_paid,
    (select count(*) from public.buy_waits w where w.group_buy_id = buy.id and w.person_id = take_over_fault.person and w.status = 'offered') as offers
  into own from public.orders o where o.group_buy_id = buy.id and o.user_id = person and o.is_live;
  if own.units + share.quantity > public.own_max_quantity(buy.id, person, buy.max_quantity) then return 'quantity_above_maximum'; end if;
  select coalesce(bool_or(case when share.is_paid then o.is_paid else o.is_live end), false) into giver_stays
  from public.orders o where o.group_buy_id = buy.id and o.user_id = share.user_id and o.id <> given;
  if own.units = 0 and giver_stays and buy.current_participants + public.offered_people(buy) - own.offers >= buy.max_participants then return 'no_places_left'; end if;
  -- It would leave one participant less, and no late leaver who pays for what was promised to the others.
  if own.is_paid and share.is_paid and not giver_stays and public.has_late_promise(buy) then return 'promises_count_on_giver'; end if;
  return null;
end $$;
comment on function public.take_over_fault(uuid, uuid, uuid) is 'Why this person cannot take over this order, as a code of a refusal; null if they can. taking: their order that waits to do so.';

-- People of the waiting list have half an hour each, in the order of their asking.
create function public.pass_gift_on(gift uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  offer public.share_gifts;
  share public.orders;
  in_line uuid;
begin
  select * into offer from public.share_gifts where id = gift for update;
  if offer.status is distinct from 'offered' or not offer.to_waiting_list then return; end if;
  select * into share from public.orders where id = offer.order_id;
  if offer.receiver_id is not null then offer.passed_ids := offer.passed_ids || offer.receiver_id; end if;
  if offer.expires_at > clock_timestamp() then
    select w.person_id into in_line from public.buy_waits w
    where w.group_buy_id = share.group_buy_id and w.status = 'waiting' and w.quantity >= share.quantity and w.person_id <> all (offer.passed_ids)
      and rights.can_sign_in(w.person_id) and public.take_over_fault(share.id, w.person_id) is null
    order by w.created_at, w.id limit 1;
  end if;
  if in_line is null then
    update public.share_gifts set status = 'lapsed', ended_at = clock_timestamp(), receiver_id = null, turn_ends_at = null where id = gift;
  else
    update public.share_gifts set receiver_id = in_line, passed_ids = offer.passed_ids,
      turn_ends_at = least(clock_timestamp() + interval '30 minutes', offer.expires_at) where id = gift;
  end if;
end $$;
comment on function public.pass_gift_on(uuid) is 'Offers a share to the next of the waiting list whose wish covers it; ends the gift if there is nobody left.';

create function public.lapse_gifts(buy_id uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  due record;
begin
  perform from public.group_buys where id = buy_id for no key update;
  for due in select s.id, s.to_waiting_list from public.share_gifts s join public.orders o on o.id = s.order_id
    where o.group_buy_id = buy_id and s.status = 'offered' and least(s.turn_ends_at, s.expires_at) <= clock_timestamp() order by s.id
  loop
    if due.to_waiting_list then perform public.pass_gift_on(due.id);
    else update public.share_gifts set status = 'lapsed', ended_at = clock_timestamp() where id = due.id; end if;
  end loop;
end $$;
comment on function public.lapse_gifts(uuid) is 'Ends the gifts that nobody accepted in time, or offers them to the next of the waiting list.';

-- The page behind the link: for anybody who has it, with or without an account. It names neither the address nor the receiver.
create function public.shared_gift(gift uuid) returns table (id uuid, status text, giver text, note text, group_buy_id uuid, product_name text, unit text, image_url text,
  quantity integer, ceiling_unit_price numeric, buyer_fee_bps integer, end_date timestamptz, payment_due_at timestamptz, share_date date, shop text, place text,
  expires_at timestamptz, is_for_me boolean, is_mine boolean, own_order_id uuid)
language sql stable security definer set search_path = '' as $$
  select s.id, s.status, public.first_name(p.full_name), case when s.is_open then s.note else '' end, g.id, g.product_name, g.unit, g.image_url, o.quantity,
    o.ceiling_unit_price, o.buyer_fee_bps, g.end_date, g.payment_due_at, g.share_date, v.business_name,
    (select k.name || ', ' || k.lga from public.pickup_points k where k.id = o.pickup_point_id), least(s.turn_ends_at, s.expires_at),
    case when s.is_open and auth.uid() is not null then rights.is_gift_for(s, auth.uid()) and not (s.status = 'accepted' and s.receiver_id <> auth.uid()) else false end,
    s.giver_id is not distinct from auth.uid(),
    (select t.id from public.orders t where t.takes_over_order_id = o.id and t.user_id = auth.uid() and t.status not in ('expired', 'cancelled') limit 1)
  from public.share_gifts s join public.orders o on o.id = s.order_id join public.group_buys g on g.id = o.group_buy_id
  join public.vendors v on v.id = o.vendor_id left join public.profiles p on p.id = s.giver_id where s.id = gift
$$;
comment on function public.shared_gift(uuid) is 'A share that is given away, by its link. is_for_me: the caller may accept it. @null image_url, share_date, payment_due_at, place, own_order_id';
