-- A ready order has an open hand-over, independent of the role that moved it; collected goods were handed over; completed ones are released.
create function public.hand_over_with_order() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'ready' and (tg_op = 'INSERT' or old.status <> 'ready') then
    perform public.open_hand_over(new.id);
  elsif new.status = 'ready' then
    update public.hand_overs h set kind = new.fulfilment, pickup_point_id = new.pickup_point_id,
      lies_at = case when new.fulfilment = 'delivery' then coalesce(h.lies_at, h.pickup_point_id) end,
      due_until = case when h.kind = new.fulfilment then h.due_until else public.collect_until(new.id, new.fulfilment, h.due_from) end
    where h.order_id = new.id and h.status = 'open' and (h.kind, h.pickup_point_id) is distinct from (new.fulfilment, new.pickup_point_id);
  elsif new.status in ('refunding', 'refunded') then
    update public.hand_overs set status = 'ended' where order_id = new.id and status = 'open';
  elsif tg_op = 'UPDATE' and new.status in ('collected', 'delivered', 'completed') and new.status <> old.status then
    if exists (select from public.hand_overs where order_id = new.id and status = 'open')
      or not exists (select from public.hand_overs where order_id = new.id and status = 'done') then
      raise exception 'Goods change hands by a hand-over' using errcode = 'PT409';
    end if;
    if new.status = 'completed' and exists (select from public.hand_overs where order_id = new.id and status = 'done' and released_at is null) then
      raise exception 'A hand-over of this order is not released' using errcode = 'PT409';
    end if;
  end if;
  -- Everything was refunded: nothing is left to collect.
  if new.status = 'ready' and public.goods_left_kobo(new.id) = 0 then
    update public.hand_overs set status = 'ended' where order_id = new.id and status = 'open';
  end if;
  return null;
end $$;

-- A hand-over ends once. Its money is released once, after the claim period, if there is no open claim.
create function public.guard_hand_over() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.status <> 'open' and (new.order_id, new.kind, new.pickup_point_id, new.status, new.done_at, new.handled_by, new.proof, new.taken_by, new.goods_kobo)
    is distinct from (old.order_id, old.kind, old.pickup_point_id, old.status, old.done_at, old.handled_by, old.proof, old.taken_by, old.goods_kobo) then
    raise exception 'This hand-over has ended' using errcode = 'PT409';
  end if;
  if new.status = 'done' and new.handled_by = (select user_id from public.orders where id = new.order_id) then
    raise exception 'Nobody hands over to themselves' using errcode = 'PT403';
  end if;
  if old.released_at is not null and (new.released_at, new.released_kobo) is distinct from (old.released_at, old.released_kobo) then
    raise exception 'This hand-over was released' using errcode = 'PT409';
  end if;
  if old.released_at is null and new.released_at is not null and (clock_timestamp() < new.claim_until or public.has_open_claim(new.id)) then
    raise exception 'A claim may still be made' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- Units handed over belong to that order and do not exceed its quantity.
create function public.guard_hand_over_line() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' or not exists (select from public.hand_overs h join public.order_lines l on l.order_id = h.order_id
    where h.id = new.hand_over_id and h.status = 'open' and l.id = new.line_id)
    or new.quantity > (select u.quantity from public.hand_overs h cross join lateral public.units_left(h.order_id) u where h.id = new.hand_over_id and u.line_id = new.line_id) then
    raise exception 'These goods are not left to be handed over' using errcode = 'PT409';
  end if;
  return new;
end $$;

create function public.photo_proves_once() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  photo_path text := to_jsonb(new) ->> tg_argv[2];
  picture jsonb;
begin
  if photo_path is null or tg_op = 'UPDATE' and photo_path is not distinct from to_jsonb(old) ->> tg_argv[2] then return null; end if;
  select o.metadata into picture from storage.objects o where o.bucket_id = tg_argv[1] and o.name = photo_path;
  -- Evidence may be a video, so the size check for photographs does not apply.
  if tg_argv[0] <> 'evidence' and not public.is_photo_large_enough(coalesce(picture, '{}')) then
    raise exception 'This photograph is too small to prove anything' using errcode = 'PT409';
  end if;
  insert into public.photo_proofs (bucket_id, name, digest, kind, subject_id)
  values (tg_argv[1], photo_path, coalesce(picture ->> 'eTag', photo_path), tg_argv[0], (to_jsonb(new) ->> tg_argv[3])::uuid) on conflict do nothing;
  if not found then raise exception 'This photograph has proved something else already' using errcode = 'PT409'; end if;
  return null;
end $$;

-- Too many wrong codes lock a hand-over for everyone and for every proof: a person who failed to guess the code cannot use an
-- override instead.
create function public.guard_override() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  facts record;
begin
  if exists (select from codes.locks l where l.hand_over_id = new.hand_over_id and l.locked_until > clock_timestamp()) then
    raise exception 'This hand-over is locked' using errcode = 'PT409';
  end if;
  select o.vendor_id, h.goods_kobo, h.done_at, h.claim_until, h.handled_by into facts
  from public.hand_overs h join public.orders o on o.id = h.order_id where h.id = new.hand_over_id;
  new.by_shop := public.is_of_shop(facts.handled_by, facts.vendor_id);
  if not new.by_shop then return new; end if;
  if facts.claim_until < facts.done_at + 2 * public.claim_time(new.hand_over_id) then
    raise exception 'Without a code, goods that the shop itself gave out become payable after twice the claim time' using errcode = 'PT409';
  end if;
  -- Serialises overrides of one shop: each sees the sum of those before it.
  perform pg_advisory_xact_lock(hashtext('overrides of ' || facts.vendor_id));
  if public.shop_overrides_kobo_today(facts.vendor_id) + facts.goods_kobo > 100::bigint * public.whole_setting('shop_overrides_naira_a_day') then
    raise exception 'This shop has handed over too much without codes today' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- The payable time of such a hand-over cannot be moved forward before its buyer has confirmed it.
create function public.guard_override_time() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.hand_over_overrides x where x.hand_over_id = new.id and x.by_shop and x.confirmed_at is null)
    or new.claim_until < new.done_at + public.claim_time(new.id) then
    raise exception 'The buyer has not said that the goods are in their hands' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- An act without a network counts for a hand-over that is made with it, so that the claim time starts when the market learns of
-- it. A conflict is settled once, by staff and not by its buyer.
create function public.guard_offline_hand_over() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  facts record;
begin
  select h.status, h.proof, h.done_at, h.handled_by, o.user_id into facts
  from public.hand_overs h join public.orders o on o.id = h.order_id where h.id = new.hand_over_id;
  if tg_op = 'UPDATE' then
    if old.settled_at is not null or (new.id, new.act_id, new.hand_over_id, new.person_id, new.acted_at, new.received_at, new.is_scanned)
      is distinct from (old.id, old.act_id, old.hand_over_id, old.person_id, old.acted_at, old.received_at, old.is_scanned) or new.conflict is distinct from old.conflict then
      raise exception 'This does not change any more' using errcode = 'PT409';
    end if;
    if new.settled_by = facts.user_id then raise exception 'Nobody settles a case of their own' using errcode = 'PT403'; end if;
    if new.settlement = 'handed-over' and facts.status <> 'done' then raise exception 'These goods are not handed over' using errcode = 'PT409'; end if;
    return new;
  end if;
  new.received_at := clock_timestamp();
  if new.person_id = facts.user_id then raise exception 'Nobody hands over to themselves' using errcode = 'PT403'; end if;
  if new.conflict is null and (facts.status <> 'done' or facts.proof not in ('code', 'nominee') or facts.handled_by <> new.person_id
    or facts.done_at < now() or new.acted_at < now() - interval '48 hours 10 minutes') then
    raise exception 'This act made no hand-over' using errcode = 'PT409';
  end if;
  return new;
end $$;

create trigger announce_table after insert or update or delete or truncate on public.hand_overs for each statement execute function realtime.announce_table();
create trigger end_delivery_stop after update of status on public.hand_overs for each row when (old.status = 'open' and new.status <> 'open')
  execute function public.end_delivery_stop();
-- Deferred to the end of the transaction: the decision references the hand-over.
create constraint trigger guard_decided_hand_over after insert or update on public.hand_overs deferrable initially deferred for each row
  when (new.proof = 'decision') execute function public.guard_decided_hand_over();
create trigger guard_hand_over before update on public.hand_overs for each row execute function public.guard_hand_over();
create trigger guard_override_time before update of claim_until on public.hand_overs for each row
  when (old.status = 'done' and old.proof = 'override' and new.claim_until < old.claim_until) execute function public.guard_override_time();
create trigger hold_disputed_money before update of released_at on public.hand_overs for each row
  when (old.released_at is null and new.released_at is not null) execute function public.hold_disputed_money();
create trigger log_act after insert or update or delete on public.hand_overs for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('hand-over', 'order_id', 'taken_by');

create trigger announce_table after insert or update or delete or truncate on public.hand_over_lines for each statement execute function realtime.announce_table();
create trigger guard_hand_over_line before insert or update on public.hand_over_lines for each row execute function public.guard_hand_over_line();
create trigger log_act after insert or update or delete on public.hand_over_lines for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('hand-over-line', 'hand_over_id', '');

create trigger a_clean_texts before insert or update of reason on public.hand_over_overrides
  for each row execute function public.clean_texts('reason');
create trigger guard_override before insert on public.hand_over_overrides for each row execute function public.guard_override();
create trigger guard_own_case before insert on public.hand_over_overrides for each row
  execute function public.guard_own_case('hand_over', 'hand_over_id', 'person_id', 'duty');
create trigger log_act after insert or update or delete on public.hand_over_overrides for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('hand-over-override', 'hand_over_id', '');
create trigger photo_proves_once after insert or update of photo on public.hand_over_overrides for each row
  execute function public.photo_proves_once('override', 'hand-over-photos', 'photo', 'hand_over_id');

create trigger a_clean_texts before insert or update of note on public.offline_hand_overs
  for each row execute function public.clean_texts('note');
create trigger announce_table after insert or update or delete or truncate on public.offline_hand_overs for each statement execute function realtime.announce_table();
create trigger guard_offline_hand_over before insert or update on public.offline_hand_overs for each row execute function public.guard_offline_hand_over();
create trigger log_act after insert or update or delete on public.offline_hand_overs for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('offline-hand-over', 'hand_over_id', 'note');

create trigger log_act after insert or update or delete on public.staff_invitations for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('staff-invitation', 'id', 'email phone');

create trigger log_act after insert or update or delete on public.collection_reminders for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('collection-reminder', 'order_id', '');

create trigger a_clean_texts before insert or update of nominee on codes.codes
  for each row execute function public.clean_texts('nominee');
create trigger guard_name before insert or update of nominee on codes.codes for each row when (new.nominee is not null) execute function public.guard_typed_name('nominee');

create trigger log_act after insert or update or delete on public.photo_proofs for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('photo-proof', 'subject_id', 'name');
