create function public.guard_share_gift() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  share public.orders;
  buy public.group_buys;
begin
  select * into share from public.orders where id = new.order_id;
  select * into buy from public.group_buys where id = share.group_buy_id;
  if tg_op = 'INSERT' then
    if new.status <> 'offered' or new.giver_id is distinct from share.user_id or not share.is_live or share.status not in ('pending', 'paid')
      or buy.status not in ('active', 'closed') or public.is_being_paid(share.id) then
      raise exception 'A buyer gives away a share that they have' using errcode = 'PT409';
    end if;
    if new.expires_at > least(clock_timestamp() + interval '24 hours 1 minute', buy.payment_due_at) then
      raise exception 'A gift waits for a day at most, and not beyond the time by which payment is due' using errcode = 'PT409';
    end if;
    if new.email is not null and exists (select from rights.confirmed_addresses(new.giver_id) u where u.email = new.email)
      or new.phone is not null and exists (select from rights.confirmed_addresses(new.giver_id) u where u.phone = new.phone) then
      raise exception 'Nobody gives a share to themselves' using errcode = 'PT409';
    end if;
    return new;
  end if;
  if not old.is_open then
    -- Only what names a person goes, when they close their account.
    if (new.status, new.order_id, new.created_at, new.expires_at, new.ended_at) is distinct from (old.status, old.order_id, old.created_at, old.expires_at, old.ended_at) then
      raise exception 'This gift is over' using errcode = 'PT409';
    end if;
    return new;
  end if;
  if (new.order_id, new.giver_id, new.to_waiting_list, new.created_at, new.expires_at) is distinct from
      (old.order_id, old.giver_id, old.to_waiting_list, old.created_at, old.expires_at)
    or new.ended_at is null and (new.email, new.phone) is distinct from (old.email, old.phone) then
    raise exception 'A gift stays what it is' using errcode = 'PT409';
  end if;
  if old.status = 'offered' and new.status = 'taken' or old.status = 'accepted' and new.status = 'accepted' and new.receiver_id <> old.receiver_id then
    raise exception 'A share is accepted before it is taken' using errcode = 'PT409';
  end if;
  if old.status = 'offered' and new.status = 'accepted' and not exists (select from public.orders t where t.takes_over_order_id = new.order_id
    and t.user_id = new.receiver_id and t.status = 'pending') then
    raise exception 'A share is accepted with an order that takes it over' using errcode = 'PT409';
  end if;
  if new.status = 'taken' and not exists (select from public.orders t where t.takes_over_order_id = new.order_id and t.user_id = new.receiver_id and t.is_paid) then
    raise exception 'A share is taken once it is paid for' using errcode = 'PT409';
  end if;
  -- The address served to find the receiver, and would outlive an account.
  if new.ended_at is not null then
    new.email := null;
    new.phone := null;
    new.note := '';
    new.turn_ends_at := null;
    new.passed_ids := '{}';
  end if;
  return new;
end $$;

create function public.notify_of_gift() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform jobs.enqueue('notify-of-gift', jsonb_build_object('gift_id', new.id), now(), 'gift:' || new.id);
  return null;
end $$;

-- An order takes over exactly what was given to its buyer.
create function public.guard_take_over() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  fault text;
begin
  if tg_op = 'UPDATE' and ((new.takes_over_order_id, new.quantity, new.user_id) is distinct from (old.takes_over_order_id, old.quantity, old.user_id)
    or new.ceiling_unit_price > old.ceiling_unit_price) then
    raise exception 'A share is taken over as it was given' using errcode = 'PT409';
  end if;
  if tg_op = 'INSERT' then
    if new.status <> 'pending' or not exists (select from public.orders o join public.share_gifts s on s.order_id = o.id and s.status = 'offered' and s.expires_at > clock_timestamp()
      where o.id = new.takes_over_order_id and rights.is_gift_for(s, new.user_id) and (s.turn_ends_at is null or s.turn_ends_at > clock_timestamp())
        and (o.group_buy_id, o.vendor_id, o.quantity, o.unit_price, o.ceiling_unit_price, o.terms_version, o.buyer_fee_bps, o.vendor_fee_bps, o.referral_bps, o.promised_at)
          is not distinct from (new.group_buy_id, new.vendor_id, new.quantity, new.unit_price, new.ceiling_unit_price, new.terms_version, new.buyer_fee_bps, new.vendor_fee_bps,
            new.referral_bps, new.promised_at)) then
      raise exception 'Nobody gave this share to this person' using errcode = 'PT409';
    end if;
    fault := public.take_over_fault(new.takes_over_order_id, new.user_id);
  elsif old.status = 'pending' and new.status = 'paid' then
    fault := public.take_over_fault(new.takes_over_order_id, new.user_id, new.id);
  end if;
  if fault is not null then raise exception 'This share cannot be taken over: %', fault using errcode = 'PT409'; end if;
  return new;
end $$;

-- At the end of the transaction, because the receiver's order is counted before the giver's ends.
create function public.check_take_over() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.orders t join public.orders o on o.id = t.takes_over_order_id where t.id = new.id and t.is_live
    and (o.is_live or o.left_late_at is not null or (o.status <> 'cancelled' and o.returned_kobo <> o.charged_kobo)
      or not exists (select from public.share_gifts s where s.order_id = o.id and s.status = 'taken'))) then
    raise exception 'A share that was taken over is no longer the giver''s, and all they paid goes back' using errcode = 'PT409';
  end if;
  return null;
end $$;

-- The giver has left, or has something else than what was offered; or the receiver has not paid.
create function public.end_gifts() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.takes_over_order_id is not null and old.status = 'pending' and new.status in ('expired', 'cancelled') then
    update public.share_gifts set status = case when expires_at > clock_timestamp() then 'offered' else 'lapsed' end,
      ended_at = case when expires_at > clock_timestamp() then null else clock_timestamp() end,
      turn_ends_at = case when to_waiting_list and expires_at > clock_timestamp() then clock_timestamp() end,
      receiver_id = case when to_waiting_list then receiver_id end
    where order_id = new.takes_over_order_id and status = 'accepted' and receiver_id = new.user_id;
  end if;
  if exists (select from public.share_gifts s where s.order_id = new.id and s.is_open)
    and not exists (select from public.orders t where t.takes_over_order_id = new.id and t.is_paid) then
    update public.orders set status = 'cancelled', amount_due_kobo = 0, ended_at = clock_timestamp(), end_reason = 'the share was not taken over'
    where takes_over_order_id = new.id and status = 'pending';
    update public.share_gifts set status = case when rights.cause() = 'buyer' then 'withdrawn' else 'lapsed' end, ended_at = clock_timestamp()
    where order_id = new.id and is_open;
  end if;
  return null;
end $$;

create trigger a_clean_texts before insert or update of note on public.share_gifts for each row execute function public.clean_texts('note');
create trigger announce_table after insert or update or delete or truncate on public.share_gifts for each statement execute function realtime.announce_table();
create trigger guard_share_gift before insert or update on public.share_gifts for each row execute function public.guard_share_gift();
create trigger log_act after insert or update or delete on public.share_gifts for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('share-gift', 'id', 'email phone note');
create trigger notify_of_gift after insert or update of status, receiver_id on public.share_gifts for each row execute function public.notify_of_gift();

create trigger guard_take_over before insert on public.orders for each row when (new.takes_over_order_id is not null) execute function public.guard_take_over();
create trigger guard_take_over_unchanged before update of takes_over_order_id, quantity, user_id, ceiling_unit_price, status on public.orders for each row
  when (old.takes_over_order_id is not null or new.takes_over_order_id is not null) execute function public.guard_take_over();
create constraint trigger check_take_over after update of status on public.orders deferrable initially deferred for each row
  when (new.takes_over_order_id is not null and old.status = 'pending' and new.status = 'paid') execute function public.check_take_over();
-- The name sorts after count_orders.
create trigger end_gifts after update of status, quantity on public.orders for each row
  when (new.group_buy_id is not null and old.status in ('pending', 'paid') and (new.status not in ('pending', 'paid') or new.quantity <> old.quantity))
  execute function public.end_gifts();
