create function public.price_vote_until(buy public.group_buys) returns timestamptz language sql stable security definer set search_path = '' as
$$ select r.ends_at from public.price_rises r where r.group_buy_id = buy.id and r.status = 'open' $$;
comment on function public.price_vote_until(public.group_buys) is 'Until when the people in it answer whether they stay at a higher price; nobody joins meanwhile. Null: its shop has not asked.';

-- The same text as writePriceTiers of domain/group-buys/price/price-tiers.ts, with every price higher by the same amount.
create function public.raise_tiers(price_tiers text, rise integer) returns text language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('participants', tier -> 'participants', 'price', (tier ->> 'price')::numeric + rise) order by place), '[]')::text
  from jsonb_array_elements(price_tiers::jsonb) with ordinality as t (tier, place)
$$;

create function public.most_rise_naira(buy public.group_buys) returns integer language sql stable security definer set search_path = '' as
$$ select div(buy.base_price * public.whole_setting('price_rise_bps'), 10000)::integer $$;
comment on function public.most_rise_naira(public.group_buys) is 'The most by which its shop may ask to raise the price per unit.';

-- The pages of the buy, of the order and of the answer show the same facts.
create function public.own_price_questions(buy uuid default null, of_order uuid default null) returns table (order_id uuid, order_no integer, order_status text, quantity integer,
  unit text, buyer_fee_bps integer, ceiling_unit_price numeric, price_rise_id uuid, group_buy_id uuid, product_name text, shop_name text, reason text, rise_naira integer,
  former_ceiling_price numeric, ceiling_price numeric, rise_status text, ends_at timestamptz, answer text, answered_at timestamptz, more_kobo bigint, has_refund boolean, is_being_paid boolean)
language sql stable security definer set search_path = '' as $$
  select o.id, o.order_no::integer, o.status, o.quantity, g.unit, o.buyer_fee_bps, o.ceiling_unit_price, r.id, g.id, g.product_name, v.business_name, r.reason, r.rise_naira,
    r.former_ceiling_price, r.ceiling_price, r.status, r.ends_at, a.answer, a.answered_at, a.more_kobo,
    exists (select from public.refunds f where f.order_id = o.id), public.is_being_paid(o.id)
  from public.orders o join public.price_rises r on r.group_buy_id = o.group_buy_id join public.group_buys g on g.id = o.group_buy_id join public.vendors v on v.id = g.vendor_id
  left join public.price_answers a on a.order_id = o.id and a.price_rise_id = r.id
  where o.user_id = (select auth.uid()) and not (select rights.owes_second_step()) and o.created_at < r.asked_at
    and (o.group_buy_id = buy or o.id = of_order or (buy is null and of_order is null and r.status = 'open' and a.answer is null)) and (o.is_live or a.answer is not null or o.end_reason = 'the price rose')
  order by o.order_no
$$;
comment on function public.own_price_questions(uuid, uuid) is 'The reader''s orders in a buy, or one of them, that were asked whether they stay at a higher price; without both, those to answer. @null answer, answered_at, more_kobo';

-- Once everybody without a yes has left, the buy and those who stay have the new prices, and its waiting list is offered the free units.
create function public.apply_price_rise(rise_id uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  rise public.price_rises;
  terms integer;
begin
  select * into rise from public.price_rises where id = rise_id for no key update;
  if rise.status is distinct from 'open' or rise.ends_at > clock_timestamp() or rights.cause() is distinct from 'clock' then
    raise exception 'A higher price applies when its vote has ended' using errcode = 'PT409';
  end if;
  update public.group_buys g set base_price = rise.base_price, price_tiers = rise.price_tiers where g.id = rise.group_buy_id and g.status in ('active', 'closed')
  returning g.terms_version into terms;
  if terms is null then raise exception 'This group buy is over' using errcode = 'PT409'; end if;
  update public.orders o set unit_price = o.unit_price + rise.rise_naira, total_amount = (o.unit_price + rise.rise_naira) * o.quantity, terms_version = terms
  where o.group_buy_id = rise.group_buy_id and o.is_live;
  update public.order_lines l set base_price = rise.base_price from public.orders o where o.group_buy_id = rise.group_buy_id and o.is_live and l.order_id = o.id;
  -- Its guard refuses while an order is left without a yes.
  update public.price_rises set status = 'decided', ended_at = clock_timestamp(), finished_at = clock_timestamp() where id = rise.id;
  perform public.offer_places(rise.group_buy_id);
end $$;
comment on function public.apply_price_rise(uuid) is 'For the clock, under the buy''s lock.';
