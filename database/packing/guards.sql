-- A line is marked as packed. The mark can be removed until the order is ready; unpaid orders cannot be packed.
create function public.guard_packing() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.orders o where o.id = new.order_id and (o.status = 'confirmed' or o.status = 'paid' and o.group_buy_id is null)) then
    raise exception 'Only what is paid for and not yet ready can be marked as packed' using errcode = 'PT409';
  end if;
  return new;
end $$;

create function public.guard_shortfall() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  before record;
  whole numeric;
begin
  -- guard_line_weight judges what a weight gives back, with the weight.
  if new.kind = 'weight' then
    new.by_shop := public.is_of_shop(new.entered_by, new.vendor_id);
    if new.status not in ('entered', 'waiting') then raise exception 'A short delivery is entered before it is carried out' using errcode = 'PT409'; end if;
    return new;
  end if;
  select coalesce(sum(f.missing_thousandths), 0) as missing, coalesce(sum(f.goods_kobo), 0) as kobo,
    coalesce(sum(f.missing_thousandths) filter (where f.pickup_point_id is not distinct from new.pickup_point_id), 0) as here into before
  from public.shortfalls f where f.status not in ('withdrawn', 'refused') and f.kind <> 'weight' and f.id <> new.id and (f.group_buy_id = new.group_buy_id or f.line_id = new.line_id);
  if not (rights.packs_for(new.entered_by, new.vendor_id) or coalesce(rights.keeps_place(new.entered_by, new.pickup_point_id), false)) then
    raise exception 'Who weighs in at the place, or the shop, enters what is missing' using errcode = 'PT403';
  end if;
  new.by_shop := public.is_of_shop(new.entered_by, new.vendor_id);
  if new.missing_thousandths % 1000 <> 0 then raise exception 'Shares are whole units' using errcode = 'PT400'; end if;
  if not public.is_shared_by_now(new.group_buy_id, new.line_id) then
    raise exception 'Nothing is missing before the sharing day or the weigh-in' using errcode = 'PT409';
  end if;
  if new.photo is null and (new.kind = 'damaged'
    or before.here + new.missing_thousandths > public.found_missing_thousandths(new.group_buy_id, new.line_id, new.pickup_point_id)) then
    raise exception 'More than the weigh-in found needs a photograph' using errcode = 'PT409';
  end if;
  select 1000 * coalesce((select sum(o.quantity) from public.orders o where o.group_buy_id = new.group_buy_id and o.is_paid),
    (select l.quantity from public.order_lines l where l.id = new.line_id)) into whole;
  if new.status = 'entered' and ((before.missing + new.missing_thousandths) * 100 > whole * public.whole_setting('shortfall_alone_percent')
    or before.kobo + new.goods_kobo > 100::bigint * public.whole_setting('shortfall_alone_naira')) then
    raise exception 'So large a short delivery waits for an answer' using errcode = 'PT409';
  end if;
  if new.status not in ('entered', 'waiting') or new.due_at is null and new.status = 'entered' then
    raise exception 'A short delivery is entered before it is carried out' using errcode = 'PT409';
  end if;
  return new;
end $$;

create function public.guard_shortfall_moves() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.status = new.status then return new; end if;
  if not (case new.status
    when 'withdrawn' then old.status in ('entered', 'waiting')
    when 'carried-out' then old.status = 'entered' and old.due_at <= clock_timestamp()
      and (old.kind <> 'weight' or exists (select from public.line_weights w where w.shortfall_id = old.id))
    when 'refused' then old.status = 'waiting' and public.may_answer_shortfall(old.id, new.answered_by)
    when 'entered' then old.status = 'waiting' and (public.may_answer_shortfall(old.id, new.answered_by)
      or new.answered_by is null and not old.by_shop and old.contested_at is null and old.answer_by <= clock_timestamp())
    else false end) then
    raise exception 'This short delivery cannot be moved so' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- After a lower count fewer units are missing at the shop's cost only if a photograph shows it, as with a shortage that the
-- weigh-in has not found.
create function public.guard_load_correction() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  load record;
  total bigint;
begin
  select c.*, p.vendor_id is null as is_hub into load from public.counted_loads c join public.pickup_points p on p.id = c.pickup_point_id where c.id = new.weigh_in_id;
  if not coalesce(rights.keeps_place(new.corrected_by, load.pickup_point_id), false) or load.is_hub and public.is_of_shop(new.corrected_by, load.vendor_id) then
    raise exception 'Who weighs in at the place corrects its counts, and not those of their own load' using errcode = 'PT403';
  end if;
  if new.number <> load.corrections + 1 then
    raise exception 'This load has just been corrected' using errcode = 'PT409';
  end if;
  if new.photo is null and (new.units_counted < load.units_counted or new.grams_counted < load.grams_counted) then
    raise exception 'A lower count needs a photograph' using errcode = 'PT409';
  end if;
  select sum(c.units_counted) into total from public.counted_loads c
  where c.pickup_point_id = load.pickup_point_id and c.subject_id = load.subject_id and c.product_id = load.product_id;
  if new.units_counted < load.units_counted and total - load.units_counted + new.units_counted
    < public.handed_of_delivery(load.pickup_point_id, load.subject_id, load.product_id) then
    raise exception 'No fewer came than were handed over' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- Whole lines are weighed before they are handed over, by those who pack or hand them over, and each time to a lower weight: money
-- that was given back is not asked for again.
create function public.guard_line_weight() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  line public.order_lines;
  sale record;
  former record;
  given record;
  before numeric;
begin
  select l.* into line from public.order_lines l where l.id = new.line_id;
  select o.id, o.vendor_id, o.status in ('confirmed', 'ready') or o.status = 'paid' and o.group_buy_id is null as is_open into sale from public.orders o where o.id = line.order_id;
  if line.most_kg_per_unit is null or not sale.is_open or exists (select from public.hand_over_lines h where h.line_id = line.id) then
    raise exception 'Only goods by weight that are paid for and not handed over are weighed' using errcode = 'PT409';
  end if;
  if not rights.may_weigh(new.entered_by, sale.id) then
    raise exception 'Those who pack or hand over the goods weigh them' using errcode = 'PT403';
  end if;
  select w.* into former from public.live_weights w where w.line_id = line.id;
  select f.kind, f.line_id, f.status, f.goods_kobo into given from public.shortfalls f where f.id = new.shortfall_id;
  if new.number <> 1 + (select count(*) from public.line_weights w where w.line_id = line.id) or former.waits then
    raise exception 'These goods have just been weighed' using errcode = 'PT409';
  end if;
  -- The short delivery of this weight is reserved already, and is not in what a unit is worth yet.
  if new.units not between (select u.quantity from public.units_left(sale.id) u where u.line_id = line.id) and line.quantity - public.short_units(line.id)
    or new.grams not between line.least_kg_per_unit * 250 * new.units and line.most_kg_per_unit * 2000 * new.units then
    raise exception 'This weight cannot be right' using errcode = 'PT400';
  end if;
  if former.grams::numeric / former.units <= new.grams::numeric / new.units then
    raise exception 'A weight is corrected to a lower one' using errcode = 'PT409';
  end if;
  before := coalesce(floor(former.cut_kobo * new.units / former.units::numeric), 0);
  if new.cut_kobo <> public.weight_cut_kobo(line, new.units, new.grams) or given.goods_kobo > new.cut_kobo - before
    or (given.kind, given.line_id) is distinct from ('weight', line.id) and (new.shortfall_id is not null or new.cut_kobo > before and public.takeable_kobo(sale.id) > 1) then
    raise exception 'The price of these goods is not that of their weight' using errcode = 'PT409';
  end if;
  if given.status = 'entered' and (new.grams < line.least_kg_per_unit * 1000 * new.units or given.goods_kobo > 100::bigint * public.whole_setting('shortfall_alone_naira')) then
    raise exception 'So low a weight waits for an answer' using errcode = 'PT409';
  end if;
  return new;
end $$;

create function public.guard_weighed_hand_over() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.hand_over_lines h join public.order_lines l on l.id = h.line_id
    where h.hand_over_id = new.id and l.most_kg_per_unit is not null and public.weight_of(l.id) is null) then
    raise exception 'Goods by weight are weighed before they are handed over' using errcode = 'PT409';
  end if;
  return new;
end $$;

create trigger announce_table after insert or update or delete or truncate on public.line_weights for each statement execute function realtime.announce_table();
create trigger guard_line_weight before insert on public.line_weights for each row execute function public.guard_line_weight();
create trigger guard_own_case before insert on public.line_weights for each row execute function public.guard_own_case_beyond_shop();
create trigger log_act after insert or update or delete on public.line_weights for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('line-weight', 'line_id', '');
create trigger photo_proves_once after insert or update of photo on public.line_weights for each row
  execute function public.photo_proves_once('weigh-in', 'deliveries', 'photo', 'id');
-- Goods that were never collected were never weighed for their buyer.
create trigger guard_weighed_hand_over before update of status on public.hand_overs for each row
  when (new.status = 'done' and old.status = 'open' and new.proof <> 'decision') execute function public.guard_weighed_hand_over();

create trigger a_clean_texts before insert or update of shelf, note on public.weigh_ins
  for each row execute function public.clean_texts('shelf', 'note');
create trigger guard_weigh_in before insert on public.weigh_ins for each row execute function public.guard_weigh_in();
create trigger log_act after insert or update or delete on public.weigh_ins for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('weigh-in', 'id', '');
create trigger photo_proves_once after insert or update of photo on public.weigh_ins for each row
  execute function public.photo_proves_once('weigh-in', 'deliveries', 'photo', 'id');

create trigger a_clean_texts before insert or update of reason on public.load_corrections
  for each row execute function public.clean_texts('reason');
create trigger guard_load_correction before insert on public.load_corrections for each row execute function public.guard_load_correction();
create trigger log_act after insert or update or delete on public.load_corrections for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('load-correction', 'weigh_in_id', '');
create trigger photo_proves_once after insert or update of photo on public.load_corrections for each row
  execute function public.photo_proves_once('weigh-in', 'deliveries', 'photo', 'weigh_in_id');

create trigger a_clean_texts before insert or update of reason on public.shortfalls
  for each row execute function public.clean_texts('reason');
create trigger announce_table after insert or update or delete or truncate on public.shortfalls for each statement execute function realtime.announce_table();
create trigger guard_own_case before insert on public.shortfalls for each row execute function public.guard_own_case_beyond_shop();
create trigger guard_shortfall before insert on public.shortfalls for each row execute function public.guard_shortfall();
create trigger guard_shortfall_liability before insert on public.shortfalls for each row execute function public.guard_shortfall_liability();
create trigger guard_shortfall_moves before update on public.shortfalls for each row execute function public.guard_shortfall_moves();
create trigger log_act after insert or update or delete on public.shortfalls for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('shortfall', 'id', '');
create trigger photo_proves_once after insert or update of photo on public.shortfalls for each row
  execute function public.photo_proves_once('shortfall', 'deliveries', 'photo', 'id');

-- Public responses include what is left of orders.
create trigger announce_table after insert or update or delete or truncate on public.shortfall_shares for each statement execute function realtime.announce_table();
create trigger log_act after insert or update or delete on public.shortfall_shares for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('shortfall-share', 'shortfall_id', '');
