-- The last check behind `ask-higher-price`; the prices are derived here. The buy's lock serialises it with joins, payments, the clock and a second ask.
create function public.guard_price_rise() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  buy public.group_buys;
begin
  if tg_op = 'UPDATE' then
    if (to_jsonb(new) - array['status', 'requested_by', 'reminded_at', 'ended_at', 'finished_at']) <> (to_jsonb(old) - array['status', 'requested_by', 'reminded_at', 'ended_at', 'finished_at'])
      or (new.requested_by is not null and new.requested_by is distinct from old.requested_by) or (old.status <> 'open' and new.status <> old.status) then
      raise exception 'What a shop has asked its buyers stays as it is' using errcode = 'PT409';
    end if;
    if new.status = 'decided' and old.status = 'open' and (new.ends_at > clock_timestamp() or exists (select from public.orders o
        where o.group_buy_id = new.group_buy_id and o.is_live and not exists (select from public.price_answers a
          where a.order_id = o.id and a.price_rise_id = new.id and a.answer = 'stay'))) then
      raise exception 'Nobody pays more without a yes' using errcode = 'PT409';
    end if;
    return new;
  end if;
  select * into buy from public.group_buys where id = new.group_buy_id for no key update;
  if not exists (select from public.vendors v join public.profiles p on p.id = v.owner_id and p.role = 'vendor'
    where v.id = buy.vendor_id and v.status = 'active' and v.owner_id = new.requested_by) then
    raise exception 'Only its own shop asks for a higher price, while it is active' using errcode = 'PT403';
  end if;
  if buy.status not in ('active', 'closed') or buy.current_participants = 0 then
    raise exception 'A shop asks while people are in its group buy, before the price is final' using errcode = 'PT409';
  end if;
  if new.status <> 'open' or new.rise_naira > public.most_rise_naira(buy) then
    raise exception 'The price rises by less than that' using errcode = 'PT400';
  end if;
  new.asked_at := clock_timestamp();
  new.ends_at := new.asked_at + interval '24 hours';
  if buy.payment_due_at is null or new.ends_at + interval '24 hours' > buy.payment_due_at then
    raise exception 'There is too little time to ask before payment is due' using errcode = 'PT409';
  end if;
  new.former_base_price := buy.base_price;
  new.base_price := buy.base_price + new.rise_naira;
  new.former_price_tiers := buy.price_tiers;
  new.price_tiers := public.raise_tiers(buy.price_tiers, new.rise_naira);
  new.former_ceiling_price := public.price_at(buy.tier_thresholds, buy.tier_prices, buy.base_price, buy.min_participants);
  new.ceiling_price := new.former_ceiling_price + new.rise_naira;
  new.people := buy.current_participants;
  return new;
end $$;

create function public.guard_price_answer() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  rise public.price_rises;
begin
  select * into rise from public.price_rises where id = new.price_rise_id;
  if tg_op = 'UPDATE' then
    if (to_jsonb(new) - array['answer', 'answered_at', 'returned_at']) <> (to_jsonb(old) - array['answer', 'answered_at', 'returned_at'])
      or (new.answer <> old.answer and (rise.status <> 'open' or new.answer <> 'leave')) or (new.returned_at is not null and rise.status <> 'withdrawn') then
      raise exception 'An answer that counts stays, but a yes may become a no until the end' using errcode = 'PT409';
    end if;
    return new;
  end if;
  if rise.status <> 'open' or not exists (select from public.orders o where o.id = new.order_id and o.group_buy_id = rise.group_buy_id and o.user_id = new.person_id) then
    raise exception 'The people in a group buy answer for their own orders, until the vote ends' using errcode = 'PT409';
  end if;
  if new.answer = 'stay' and not exists (select from public.orders o where o.id = new.order_id and o.ceiling_unit_price = new.former_ceiling_price
    and case o.status when 'pending' then new.payment_id is null
      when 'paid' then exists (select from public.payments p join public.payment_parts t on t.payment_id = p.id and t.order_id = o.id
        where p.id = new.payment_id and p.status = 'succeeded' and t.naira_kobo + t.peps_kobo = new.more_kobo) end) then
    raise exception 'The yes of a paid order counts when the difference is paid' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- A ceiling rises only to the price that its buyer agreed to, and that of a paid order only with the money for it.
create function public.guard_ceiling() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  yes record;
begin
  select a.former_ceiling_price, a.more_kobo, r.ceiling_price into yes from public.price_answers a join public.price_rises r on r.id = a.price_rise_id
  where a.order_id = new.id and a.person_id = new.user_id and a.answer = 'stay' and r.status = 'open' and r.group_buy_id = new.group_buy_id;
  if new.ceiling_unit_price < old.ceiling_unit_price then
    if yes is not null then raise exception 'What was agreed to stays until the vote ends' using errcode = 'PT409'; end if;
    return null;
  end if;
  if yes is null or new.ceiling_unit_price <> yes.ceiling_price or old.ceiling_unit_price <> yes.former_ceiling_price then
    raise exception 'Nobody pays more without a yes' using errcode = 'PT409';
  end if;
  if (new.ceiling_unit_price - old.ceiling_unit_price) * 100 * new.quantity + new.fee_kobo - old.fee_kobo <> yes.more_kobo
    or new.fee_kobo <> div(new.ceiling_unit_price * 100 * new.quantity * new.buyer_fee_bps, 10000) then
    raise exception 'A yes costs what it said' using errcode = 'PT409';
  end if;
  if new.is_paid and (new.charged_kobo - old.charged_kobo <> yes.more_kobo
    or coalesce((select credits_kobo from ledger.accounts where kind = 'escrow' and owner_id = new.id), 0) <> new.charged_kobo) then
    raise exception 'A higher price takes effect once the difference is paid.' using errcode = 'PT409';
  end if;
  return null;
end $$;

-- The last check behind joining: people who joined meanwhile would not be asked.
create function public.guard_price_vote() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.price_rises where group_buy_id = new.id and status = 'open') then
    raise exception 'Its people are answering whether they stay at a higher price. Nobody joins meanwhile.' using errcode = 'PT409';
  end if;
  return null;
end $$;

create function public.end_price_vote() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.price_rises set status = case status when 'open' then 'withdrawn' else status end, ended_at = coalesce(ended_at, clock_timestamp()), finished_at = clock_timestamp()
  where group_buy_id = new.id and finished_at is null;
  return null;
end $$;

-- The prices of a buy that people are in are those that they were promised, or agreed to.
create function public.guard_base_price() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.price_rises r where r.group_buy_id = new.id and r.status = 'open' and r.ends_at <= clock_timestamp()
    and (r.base_price, r.price_tiers) = (new.base_price, new.price_tiers)) then
    raise exception 'Price, target and dates are fixed once somebody has joined' using errcode = 'PT409';
  end if;
  return new;
end $$;

create trigger a_clean_texts before insert or update of reason on public.price_rises for each row execute function public.clean_texts('reason');
create trigger announce_table after insert or update or delete or truncate on public.price_rises for each statement execute function realtime.announce_table();
create trigger guard_price_rise before insert or update on public.price_rises for each row execute function public.guard_price_rise();
create trigger log_act after insert or update or delete on public.price_rises for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('price-rise', 'id', 'reason');

create trigger announce_table after insert or update or delete or truncate on public.price_answers for each statement execute function realtime.announce_table();
create trigger guard_price_answer before insert or update on public.price_answers for each row execute function public.guard_price_answer();
create trigger log_act after insert or update or delete on public.price_answers for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('price-answer', 'order_id', '');

create trigger guard_difference_payment before update on public.price_payments for each row execute function public.guard_difference_payment(
  'A difference that was paid or given up stays as it is.', 'A higher price takes effect once the difference is paid.');
create trigger log_act after insert or update or delete on public.price_payments for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('price-payment', 'order_id', '');

create trigger guard_ceiling after update of ceiling_unit_price on public.orders for each row
  when (new.ceiling_unit_price <> old.ceiling_unit_price) execute function public.guard_ceiling();

create trigger end_price_vote after update of status on public.group_buys for each row
  when (old.status <> new.status and new.status in ('cancelled', 'failed')) execute function public.end_price_vote();
create trigger guard_base_price before update of base_price on public.group_buys for each row
  when (new.base_price <> old.base_price and old.status <> 'draft' and old.current_participants > 0) execute function public.guard_base_price();
create trigger guard_price_vote after update of current_quantity on public.group_buys for each row
  when (new.current_quantity > old.current_quantity) execute function public.guard_price_vote();
