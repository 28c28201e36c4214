-- Validates and changes only the row itself, so that an upsert that writes nothing has no side effect.
create function public.guard_group_buy() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  fault text;
  publishes boolean;
  terms_change boolean := false;
begin
  if tg_op = 'INSERT' then
    if not rights.is_service() and rights.my_vendor_id() is null then
      raise exception 'Vendor profile not found' using errcode = 'P0001', hint = 'Sign up your shop at /vendor-signup first.';
    end if;
    if new.status not in ('draft', 'active') then raise exception 'A new group buy is a draft or active' using errcode = 'PT400'; end if;
    new.current_quantity := 0;
    new.current_participants := 0;
    new.paid_quantity := 0;
    new.paid_participants := 0;
  else
    terms_change := (new.target_quantity, new.price_tiers, new.base_price, new.min_participants, new.max_participants, new.min_quantity,
        new.max_quantity, new.end_date, new.share_date, new.payment_mode, new.allow_extension, new.pack_size, new.pack_unit)
      is distinct from (old.target_quantity, old.price_tiers, old.base_price, old.min_participants, old.max_participants, old.min_quantity,
        old.max_quantity, old.end_date, old.share_date, old.payment_mode, old.allow_extension, old.pack_size, old.pack_unit);
    if not rights.is_service() then
      if (old.status, new.status) not in (('draft', 'draft'), ('draft', 'active'), ('draft', 'cancelled'), ('active', 'active')) then
        raise exception 'A group buy cannot go from % to % this way', old.status, new.status using errcode = 'PT409';
      end if;
      -- Terms are fixed once people have joined: whether a buy below its minimum may be extended is one of them.
      if old.status = 'active' and old.current_participants > 0 and terms_change then
        raise exception 'Price, target and dates are fixed once somebody has joined' using errcode = 'PT409';
      end if;
    end if;
    if terms_change then new.terms_version := old.terms_version + 1; end if;
  end if;

  publishes := new.status = 'active' and (tg_op = 'INSERT' or old.status = 'draft');
  if publishes and public.is_paused('group_buys') then
    raise exception 'The market publishes no new group buys at the moment. Your draft stays as it is.' using errcode = 'PT409';
  end if;
  if tg_op = 'INSERT' or (old.status = 'draft' and new.status in ('draft', 'active')) then new := public.copy_product_facts(new); end if;
  fault := public.price_tiers_fault(new.price_tiers, new.base_price, new.max_participants);
  if fault is null and (publishes or (tg_op = 'UPDATE' and old.status = 'active' and new.status = 'active'
      and new.end_date is distinct from old.end_date and not rights.is_service())) then
    fault := public.publish_faults(new);
  end if;
  if fault is null and publishes and public.calendar_fault(new) is not null then
    -- Named, because the clock skips such a round of a cycle and pauses the cycle for any other fault.
    raise exception '%', public.calendar_fault(new) using errcode = 'PT400', constraint = 'calendar_of_shop';
  end if;
  -- The rule of publishing still applies to an open buy: its target is at least the minimum quantity of one buyer.
  if fault is null and tg_op = 'UPDATE' and new.status = 'active' and new.top_up_at is null and new.target_quantity <> old.target_quantity
    and new.min_quantity > new.target_quantity then
    fault := 'The target is smaller than the least one person may take';
  end if;
  if fault is not null then raise exception '%', fault using errcode = 'PT400'; end if;
  if publishes then
    new.published_at := now();
    new.starts_at := now();
  end if;
  new.tier_thresholds := public.tier_thresholds(new.price_tiers);
  new.tier_prices := public.tier_prices(new.price_tiers);
  new.updated_at := now();
  return new;
end $$;

-- Serialises opening a buy and closing its shop on the shop's row: the second one is validated against the result of the first.
-- The name sorts before `guard_group_buy`, which sets the firing order.
create function public.await_shop() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.vendors where id = (select vendor_id from public.products where id = new.product_id) for key share;
  return new;
end $$;

-- Returning stock must never fail, or the scheduled job could close neither this buy nor the others in its batch: if the shop has
-- meanwhile restocked, the quantity is capped at a product's maximum. Taking stock needs a product that still exists, which only
-- its own row can tell while another transaction removes it. Goods that are ready are no longer stock: what a claim removes from
-- the count does not return to the shelf.
create function public.move_stock() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  taken integer := new.set_aside - case when tg_op = 'UPDATE' then old.set_aside else 0 end;
begin
  if taken = 0 or (taken < 0 and new.status in ('ready', 'completed')) then return null; end if;
  update public.products set available_quantity = least(available_quantity - taken, 1000000)
  where id = new.product_id and available_quantity >= taken and (taken < 0 or archived_at is null);
  if not found then
    raise exception 'The target is larger than what is in stock' using errcode = 'PT400',
      hint = 'Lower the target or raise the product''s available quantity.';
  end if;
  return null;
end $$;

-- A buy that opens must be able to succeed: each person whom its minimum or a tier counts needs at least the minimum quantity,
-- and the target must hold that many. Same rule as domain/group-buys/publishing.ts. An extension and the top-up time do not open
-- the buy again, so they are not checked.
create function public.guard_room() returns trigger language plpgsql set search_path = '' as $$
declare
  people integer := new.target_quantity / new.min_quantity;
begin
  if people = 0 then
    raise exception 'The target is smaller than the least one person may take' using errcode = 'PT400';
  elsif people < new.min_participants then
    raise exception 'The target is too small for the minimum of participants, at the least one person may take' using errcode = 'PT400';
  -- The thresholds are in ascending order.
  elsif people < new.tier_thresholds[cardinality(new.tier_thresholds)] then
    raise exception 'The target is too small for the last tier, at the least one person may take' using errcode = 'PT400';
  end if;
  return new;
end $$;

-- Units and places on offer are not for others, and what becomes free is offered at once, in the same transaction.
create function public.share_out_places() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.buy_waits where group_buy_id = new.id and is_open) then return null; end if;
  if new.status <> 'active' then
    update public.buy_waits set status = 'closed', ended_at = clock_timestamp() where group_buy_id = new.id and is_open;
    perform jobs.enqueue('notify-waiters', jsonb_build_object('group_buy_id', new.id), now(), 'waiters:' || new.id);
    return null;
  end if;
  if (new.current_quantity > old.current_quantity and new.current_quantity + public.offered_units(new) > new.target_quantity)
    or (new.current_participants > old.current_participants and new.current_participants + public.offered_people(new) > new.max_participants) then
    raise exception 'What is free is offered to people on the waiting list' using errcode = 'PT409';
  end if;
  perform public.offer_places(new.id);
  return null;
end $$;

create trigger announce after insert or delete on public.group_buys for each row execute function realtime.announce_change('id');
create trigger announce_moved_rows after update on public.group_buys referencing old table as former new table as fresh
  for each statement execute function realtime.announce_moved_rows();
-- Rows of these two tables are announced one by one, orders only when they are inserted and updated.
create trigger announce_table after truncate on public.group_buys for each statement execute function realtime.announce_table();
create trigger await_shop before insert or update of status on public.group_buys for each row
  when (new.status = 'active') execute function public.await_shop();
create trigger guard_final_price before update of final_price on public.group_buys for each row
  when (old.final_price is null and new.final_price is not null and new.status = 'settling') execute function public.guard_final_price();
-- Not on counters, which change with every join.
create trigger guard_group_buy before insert or update of status, product_id, price_tiers, base_price, target_quantity, min_participants, max_participants,
  min_quantity, max_quantity, end_date, share_date, payment_mode, allow_extension, pack_size, pack_unit, tier_thresholds, tier_prices on public.group_buys
  for each row execute function public.guard_group_buy();
create trigger guard_own_case before update of status on public.group_buys for each row
  when (new.status = 'cancelled' and old.status <> 'cancelled') execute function public.guard_own_case_beyond_shop();
create trigger guard_room before update of status, target_quantity, min_quantity, min_participants, price_tiers on public.group_buys for each row
  when (new.status = 'active' and old.status in ('draft', 'active') and new.top_up_at is null) execute function public.guard_room();
-- The name sorts after `guard_group_buy`, which sets the firing order: tiers and product facts are those that are written.
create trigger guard_room_in before insert on public.group_buys for each row when (new.status = 'active') execute function public.guard_room();
create trigger guard_terms_once_paid before update of target_quantity, price_tiers, min_participants, max_participants, end_date, payment_mode, allow_extension, pack_size, pack_unit on public.group_buys
for each row when (old.status = 'active' and (new.target_quantity, new.price_tiers, new.min_participants, new.max_participants, new.end_date, new.payment_mode, new.allow_extension, new.pack_size, new.pack_unit)
  is distinct from (old.target_quantity, old.price_tiers, old.min_participants, old.max_participants, old.end_date, old.payment_mode, old.allow_extension, old.pack_size, old.pack_unit))
execute function public.guard_terms_once_paid();
create trigger log_act after insert or delete or update on public.group_buys
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('group-buy', 'id', '');
create trigger move_stock after update on public.group_buys for each row when (old.set_aside <> new.set_aside) execute function public.move_stock();
create trigger move_stock_in after insert on public.group_buys for each row when (new.set_aside > 0) execute function public.move_stock();
create trigger refuse_suspended before insert or update or delete on public.group_buys for each row execute function public.guard_suspended_goods();
create trigger search_changed after update of status, product_name, product_description, category, unit, vendor_location, end_date on public.group_buys for each row
  when ((new.status, new.product_name, new.product_description, new.category, new.unit, new.vendor_location, new.end_date)
    is distinct from (old.status, old.product_name, old.product_description, old.category, old.unit, old.vendor_location, old.end_date))
  execute function search.index_group_buy();
create trigger search_new after insert on public.group_buys for each row when (new.status = 'active') execute function search.index_group_buy();
create trigger notify_followers after update of status on public.group_buys for each row
  when (old.status = 'draft' and new.status = 'active') execute function public.notify_followers();
create trigger notify_followers_of_new after insert on public.group_buys for each row when (new.status = 'active') execute function public.notify_followers();
create trigger share_out_places after update of current_quantity, current_participants, target_quantity, max_participants, status on public.group_buys for each row
  when ((old.current_quantity, old.current_participants, old.target_quantity, old.max_participants, old.status)
    is distinct from (new.current_quantity, new.current_participants, new.target_quantity, new.max_participants, new.status))
  execute function public.share_out_places();
create trigger announce_table after insert or update or delete or truncate on public.buy_waits for each statement execute function realtime.announce_table();
create trigger log_act after insert or update or delete on public.buy_waits for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('buy-wait', 'id', '');
create trigger log_status_change after insert or update of status on public.group_buys for each row execute function public.log_status_change('group_buy');
create trigger weigh_buy before insert or update of status, product_id on public.group_buys for each row
  when (new.status in ('draft', 'active')) execute function public.weigh_buy();

create function public.place_buy_picture() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Serialises concurrent inserts, so that the limit of six holds. Not on the row of the buy, which joins lock.
  perform pg_advisory_xact_lock(hashtextextended('buy-pictures:' || new.group_buy_id, 0));
  if (select count(*) from public.buy_pictures where group_buy_id = new.group_buy_id) >= 6 then
    raise exception 'A group buy has at most six photographs. Remove one first.' using errcode = 'PT409';
  end if;
  new.position := coalesce(new.position, (select max(position) + 1 from public.buy_pictures where group_buy_id = new.group_buy_id), 1);
  select '/storage/v1/object/public/' || o.bucket_id || '/' || o.name || coalesce('#' || (o.metadata ->> 'colour'), '') into new.url
  from storage.objects o where o.bucket_id = new.bucket and o.name = new.path;
  return new;
end $$;

create trigger a_clean_texts before insert or update of caption, hide_reason on public.buy_pictures
  for each row execute function public.clean_texts('caption', 'hide_reason');
create trigger announce_table after insert or update or delete or truncate on public.buy_pictures for each statement execute function realtime.announce_table();
create trigger guard_own_case before update on public.buy_pictures for each row
  when (new.hidden_by is not null and new.hidden_by is distinct from old.hidden_by) execute function public.guard_own_case('buy', 'group_buy_id', 'hidden_by');
create trigger log_act after insert or update or delete on public.buy_pictures for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('buy-picture', 'id', '');
create trigger place_buy_picture before insert on public.buy_pictures for each row execute function public.place_buy_picture();
create trigger refuse_suspended before insert or update or delete on public.buy_pictures for each row execute function public.guard_suspended_goods();

-- Serialises broadcasts of one buy. Not on the buy's row, which joins lock: they would wait until thousands of recipients are
-- written.
create function public.guard_broadcast() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  buy public.group_buys;
begin
  perform pg_advisory_xact_lock(hashtextextended('buy-broadcasts:' || new.group_buy_id, 0));
  select * into buy from public.group_buys where id = new.group_buy_id;
  -- Not before the lock: limits count from here.
  new.created_at := clock_timestamp();
  if not exists (select from public.vendors v join public.profiles p on p.id = v.owner_id and p.role = 'vendor'
    where v.id = buy.vendor_id and v.status = 'active' and (v.owner_id = new.author_id or rights.person_oversees(new.author_id, v.state))) then
    raise exception 'Only its own shop, or staff of its state, write to the people in a group buy, while the shop is active' using errcode = 'PT403';
  end if;
  new.by_staff := not exists (select from public.vendors v where v.id = buy.vendor_id and v.owner_id = new.author_id);
  if new.by_staff and public.has_part_in('buy', new.group_buy_id, new.author_id) then
    raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
  end if;
  if not public.has_audience(buy, new.audience) then
    raise exception 'These people cannot be told apart in this group buy now' using errcode = 'PT409';
  end if;
  if new.kind = 'message' then
    if exists (select from public.buy_broadcasts b where b.group_buy_id = new.group_buy_id and b.kind = 'message'
      and b.created_at > new.created_at - interval '10 minutes') then
      raise exception 'One message in 10 minutes about a group buy is the most there can be' using errcode = 'PT409';
    end if;
    if (select count(*) from public.buy_broadcasts b where b.group_buy_id = new.group_buy_id and b.kind = 'message'
      and b.created_at > new.created_at - interval '24 hours') >= 3 then
      raise exception 'Three messages in 24 hours about a group buy are the most there can be' using errcode = 'PT409';
    end if;
  end if;
  return new;
end $$;

-- Dates as in domain/group-buys/selling/extending.ts. The buy's lock serialises an extension with joins, payments and the clock. After an extension everybody may leave free for 48 hours, so it must not happen
-- while somebody was promised a price that relies on people who cannot leave.
create function public.guard_extension() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  buy public.group_buys;
  former integer;
begin
  select * into buy from public.group_buys where id = new.group_buy_id for no key update;
  select count(*) into former from public.buy_broadcasts b where b.group_buy_id = new.group_buy_id and b.kind = 'extension';
  if buy.status <> 'active' or buy.end_date <= new.created_at then
    raise exception 'This group buy is no longer active' using errcode = 'PT409';
  end if;
  if buy.top_up_at is not null then
    raise exception 'A group buy whose last pack is being filled is not extended' using errcode = 'PT409';
  end if;
  if former >= 2 then raise exception 'A group buy is extended twice at most' using errcode = 'PT409'; end if;
  if former = 0 and buy.extended_at is not null then
    raise exception 'A group buy that was extended automatically is not extended again' using errcode = 'PT409';
  end if;
  -- A payment that begins reads the promise under its order's lock, and lowers it only if enough people are locked.
  if buy.paid_participants >= buy.min_participants then
    perform from public.orders o where o.group_buy_id = buy.id and o.status = 'pending' order by o.id for share;
  end if;
  if public.has_late_promise(buy) then
    raise exception 'Somebody was promised a price that relies on people who cannot leave any more' using errcode = 'PT409';
  end if;
  new.former_end_date := buy.end_date;
  new.end_date := buy.end_date + make_interval(hours => 24 * new.days);
  new.former_share_date := buy.share_date;
  new.share_date := greatest(buy.share_date, (new.end_date at time zone 'Africa/Lagos')::date + 2);
  if new.end_date > buy.starts_at + interval '90 days' then
    raise exception 'A group buy must end within 90 days' using errcode = 'PT409';
  end if;
  return new;
end $$;

create function public.send_broadcast() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  written integer;
begin
  if new.kind = 'extension' then
    update public.group_buys set end_date = new.end_date, share_date = new.share_date, payment_due_at = public.payment_due_at(new.share_date),
      extended_at = new.created_at where id = new.group_buy_id;
  end if;
  insert into public.buy_broadcast_recipients (broadcast_id, person_id)
  select new.id, person from public.buy_audience(new.group_buy_id, new.audience) as person;
  get diagnostics written = row_count;
  if written = 0 and new.kind = 'message' then raise exception 'Nobody would get this message' using errcode = 'PT409'; end if;
  if written > 0 then
    update public.buy_broadcasts set recipients = written where id = new.id;
    perform jobs.enqueue('notify-of-broadcast', jsonb_build_object('broadcast_id', new.id), now(), 'broadcast:' || new.id);
  end if;
  return null;
end $$;

create trigger a_clean_texts before insert or update of body on public.buy_broadcasts for each row execute function public.clean_texts('body');
create trigger announce_table after insert or update or delete or truncate on public.buy_broadcasts for each statement execute function realtime.announce_table();
create trigger guard_broadcast before insert on public.buy_broadcasts for each row execute function public.guard_broadcast();
-- The name sorts after `guard_broadcast`, which sets the time.
create trigger guard_extension before insert on public.buy_broadcasts for each row when (new.kind = 'extension') execute function public.guard_extension();
create trigger log_act after insert or update or delete on public.buy_broadcasts for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('buy-broadcast', 'id', 'body');
create trigger send_broadcast after insert on public.buy_broadcasts for each row execute function public.send_broadcast();
create trigger announce_table after insert or update or delete or truncate on public.buy_broadcast_recipients for each statement execute function realtime.announce_table();
create trigger log_act after insert or update or delete on public.buy_broadcast_recipients for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('buy-broadcast-recipient', 'broadcast_id', '');

create function public.guard_buy_template() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    select g.vendor_id into new.vendor_id from public.group_buys g where g.id = new.group_buy_id and g.published_at is not null;
    if new.vendor_id is null then
      raise exception 'Only a group buy that was published can be a template' using errcode = 'PT409';
    end if;
  end if;
  -- Serialises the templates of one shop, for the limit and the names.
  perform pg_advisory_xact_lock(hashtextextended('buy-templates:' || new.vendor_id, 0));
  if tg_op = 'INSERT' and (select count(*) from public.buy_templates t where t.vendor_id = new.vendor_id and t.id <> new.id) >= 30 then
    raise exception 'A shop has at most 30 templates. Delete one first.' using errcode = 'PT409';
  end if;
  if exists (select from public.buy_templates t where t.vendor_id = new.vendor_id and lower(t.name) = lower(new.name) and t.id <> new.id) then
    raise exception 'You already have a template with this name' using errcode = 'PT409';
  end if;
  return new;
end $$;

create trigger a_clean_texts before insert or update of name on public.buy_templates for each row execute function public.clean_texts('name');
create trigger announce_table after insert or update or delete or truncate on public.buy_templates for each statement execute function realtime.announce_table();
create trigger guard_buy_template before insert or update of name on public.buy_templates for each row execute function public.guard_buy_template();
create trigger log_act after insert or update or delete on public.buy_templates for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('buy-template', 'id', 'name');
create trigger refuse_suspended before insert or update or delete on public.buy_templates for each row execute function public.guard_suspended_goods();
