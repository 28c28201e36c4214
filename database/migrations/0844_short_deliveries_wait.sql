-- A short delivery is entered from the sharing day on, by whoever weighs in at the place or by the shop. Its shares are taken out of every
-- order at once; the money moves when the time to correct it is over, and what is large waits for an answer first.
alter table public.settings disable trigger user;
insert into public.settings (key, value, effective_from, note) values
  ('shortfall_correct_minutes', '15', '-infinity', 'A short delivery may be taken back for so many minutes before its refunds are sent'),
  ('shortfall_alone_percent', '20', '-infinity', 'More than this part of a group buy entered as missing waits for an answer'),
  ('shortfall_alone_naira', '50000', '-infinity', 'Goods worth more than this entered as missing wait for an answer'),
  ('shortfall_answer_hours', '12', '-infinity', 'The shop answers a large short delivery within so many hours; its silence accepts it');
alter table public.settings enable trigger user;

alter table public.shortfalls
  add column status text not null default 'carried-out' check (status in ('waiting', 'entered', 'carried-out', 'taken-back', 'refused')),
  add column by_shop boolean not null default false,
  add column due_at timestamptz,
  add column answer_by timestamptz,
  add column contested_at timestamptz,
  add column answered_by uuid references public.profiles (id),
  add column ended_at timestamptz;
comment on column public.shortfalls.status is 'waiting: for an answer. entered: its refunds are sent at due_at. Both, and carried-out, take from the orders.';
comment on column public.shortfalls.by_shop is 'Entered by the shop''s own side, which then does not answer it.';
comment on column public.shortfalls.answer_by is 'Until then the shop may answer; null: the managers alone.';
create index shortfalls_to_carry_out on public.shortfalls (coalesce(due_at, answer_by)) where status in ('waiting', 'entered');
alter table public.shortfall_shares add column goods_kobo bigint not null default 0 check (goods_kobo >= 0);
comment on column public.shortfall_shares.goods_kobo is 'What the share is worth, which comes back when it is carried out.';
-- Public answers show what is left of orders.
create trigger announce_table after insert or update or delete or truncate on public.shortfall_shares for each statement execute function realtime.announce_table();
grant update (status, due_at, contested_at, answered_by, ended_at, back_kobo, answer_by) on public.shortfalls to service_role;
grant update (return_id) on public.shortfall_shares to service_role;
grant select (status, by_shop, due_at, answer_by, contested_at) on public.shortfalls to authenticated;

create view public.live_shortfall_shares as
select s.shortfall_id, s.line_id, s.missing_thousandths, s.goods_kobo, s.return_id, f.status, f.status <> 'carried-out' as is_reserved, f.created_at
from public.shortfall_shares s join public.shortfalls f on f.id = s.shortfall_id where f.status in ('waiting', 'entered', 'carried-out');
comment on view public.live_shortfall_shares is 'The one definition of what orders have lost to short deliveries: not what was taken back or refused.';
grant select on public.live_shortfall_shares to service_role;

-- What is left of an order. Quantity: of each line, without what came short. Money: without what came back, or is on its way back.
create function public.short_units(line uuid) returns integer language sql stable security definer set search_path = '' as $$
  select ceil(coalesce(sum(s.missing_thousandths), 0) / 1000)::integer from public.live_shortfall_shares s where s.line_id = line
$$;
comment on function public.short_units is 'Whole units of a line that came short. Nobody takes a part of a unit.';
create function public.reserved_kobo(of_order uuid) returns bigint language sql stable security definer set search_path = '' as $$
  select coalesce(sum(s.goods_kobo), 0)::bigint from public.order_lines l join public.live_shortfall_shares s on s.line_id = l.id where l.order_id = of_order and s.is_reserved
$$;
comment on function public.reserved_kobo is 'Goods of an order that are entered as missing and not yet given back.';
create function public.takeable_kobo(of_order uuid) returns bigint language sql stable security definer set search_path = '' as $$
  select greatest(0, public.goods_left_kobo(of_order) - public.reserved_kobo(of_order))
$$;
create or replace function public.units_left(order_id uuid) returns table (line_id uuid, quantity integer) language sql stable security definer set search_path = '' as $$
  select l.id, greatest(0, least(l.quantity - public.short_units(l.id) - coalesce((select sum(h.quantity) from public.hand_over_lines h where h.line_id = l.id), 0),
    ceil(public.takeable_kobo($1) / (l.unit_price * 100))))::integer
  from public.order_lines l where l.order_id = $1
$$;
comment on function public.units_left is 'Units that are still to be taken, of each line: neither handed over nor missing, and paid for.';
create function public.order_quantity_left(of_order uuid) returns integer language sql stable security definer set search_path = '' as $$
  select sum(greatest(0, l.quantity - public.short_units(l.id)))::integer from public.order_lines l where l.order_id = of_order
$$;
comment on function public.order_quantity_left is 'Units that an order is about now: as ordered, without what came short.';
create function public.order_fee_back_kobo(of_order uuid) returns bigint language sql stable security definer set search_path = '' as $$
  select coalesce(sum(r.fee_kobo), 0)::bigint from public.order_returns r where r.order_id = of_order
$$;
-- For views, which call with the reader's rights; they are asked about orders that the reader sees.
create function rights.order_quantity_left(of_order uuid) returns integer language sql stable security definer set search_path = '' as $$ select public.order_quantity_left($1) $$;
create function rights.short_units(line uuid) returns integer language sql stable security definer set search_path = '' as $$ select public.short_units($1) $$;
create function rights.order_reserved_kobo(of_order uuid) returns bigint language sql stable security definer set search_path = '' as $$ select public.reserved_kobo($1) $$;
create function rights.order_fee_back_kobo(of_order uuid) returns bigint language sql stable security definer set search_path = '' as $$ select public.order_fee_back_kobo($1) $$;

-- By count or by weight, as domain/packing/weights.ts has it: missing of what was expected, at the place or wherever it was weighed in.
create function public.found_missing_thousandths(buy uuid, line uuid, place uuid) returns bigint language sql stable security definer set search_path = '' as $$
  select coalesce(sum(greatest(0, (w.due - w.counted) * 1000, case when w.due_grams > 0 and w.grams is not null
    then floor((w.due_grams - w.grams) * w.due / w.due_grams) * 1000 else 0 end)), 0)::bigint
  from (select x.pickup_point_id, max(x.units_expected) filter (where x.part = 1) as due, sum(x.units_counted) as counted,
      max(x.grams_expected) filter (where x.part = 1)::numeric as due_grams, case when bool_and(x.grams_counted is not null) then sum(x.grams_counted) end as grams
    from public.weigh_ins x where (x.group_buy_id = buy or x.order_id = (select l.order_id from public.order_lines l where l.id = line)
        and x.product_id = (select l.product_id from public.order_lines l where l.id = line))
      and (place is null or x.pickup_point_id = place) group by x.pickup_point_id) w
$$;
create function public.is_shared_by_now(buy uuid, line uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce((select g.share_date from public.group_buys g where g.id = buy), (select l.share_date from public.order_lines l where l.id = line), '-infinity')
    <= (clock_timestamp() at time zone 'Africa/Lagos')::date
    -- A load may come the evening before, and what is missing from it is known then.
    or exists (select from public.weigh_ins x where x.group_buy_id = buy or x.order_id = (select l.order_id from public.order_lines l where l.id = line)
      and x.product_id = (select l.product_id from public.order_lines l where l.id = line))
$$;
-- A person other than the one who entered it: the shop, where it was not its own side, or who oversees the shop.
create function public.may_answer_shortfall(shortfall uuid, person uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.shortfalls f join public.vendors v on v.id = f.vendor_id join public.profiles p on p.id = person
    where f.id = shortfall and f.status = 'waiting' and f.entered_by is distinct from person and not (public.is_of_shop(person, v.id) and f.by_shop)
      and (not f.by_shop and f.contested_at is null and rights.packs_for(person, v.id)
        or not public.is_of_shop(person, v.id) and not rights.keeps_place(person, f.pickup_point_id) and (p.role in ('coordinator', 'chief')
          or p.role = 'manager' and exists (select from public.manager_regions r where r.manager_id = person and r.state = v.state))))
$$;
revoke execute on function public.short_units(uuid), public.reserved_kobo(uuid), public.takeable_kobo(uuid), public.order_quantity_left(uuid), public.order_fee_back_kobo(uuid),
  public.found_missing_thousandths(uuid, uuid, uuid), public.is_shared_by_now(uuid, uuid), public.may_answer_shortfall(uuid, uuid),
  rights.short_units(uuid), rights.order_quantity_left(uuid), rights.order_reserved_kobo(uuid), rights.order_fee_back_kobo(uuid) from public;
grant execute on function public.short_units(uuid), public.reserved_kobo(uuid), public.takeable_kobo(uuid), public.order_quantity_left(uuid), public.order_fee_back_kobo(uuid),
  public.found_missing_thousandths(uuid, uuid, uuid), public.is_shared_by_now(uuid, uuid), public.may_answer_shortfall(uuid, uuid) to service_role;
grant execute on function rights.short_units(uuid), rights.order_quantity_left(uuid), rights.order_reserved_kobo(uuid), rights.order_fee_back_kobo(uuid) to anon, authenticated, service_role;

create function public.guard_shortfall() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  before record;
  whole numeric;
begin
  select coalesce(sum(f.missing_thousandths), 0) as missing, coalesce(sum(f.goods_kobo), 0) as kobo,
    coalesce(sum(f.missing_thousandths) filter (where f.pickup_point_id is not distinct from new.pickup_point_id), 0) as here into before
  from public.shortfalls f where f.status not in ('taken-back', 'refused') and f.id <> new.id and (f.group_buy_id = new.group_buy_id or f.line_id = new.line_id);
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
    when 'taken-back' then old.status in ('entered', 'waiting')
    when 'carried-out' then old.status = 'entered' and old.due_at <= clock_timestamp()
    when 'refused' then old.status = 'waiting' and public.may_answer_shortfall(old.id, new.answered_by)
    when 'entered' then old.status = 'waiting' and (public.may_answer_shortfall(old.id, new.answered_by)
      or new.answered_by is null and not old.by_shop and old.contested_at is null and old.answer_by <= clock_timestamp())
    else false end) then
    raise exception 'This short delivery cannot be moved so' using errcode = 'PT409';
  end if;
  return new;
end $$;
revoke execute on function public.guard_shortfall(), public.guard_shortfall_moves() from public;
create trigger guard_shortfall before insert on public.shortfalls for each row execute function public.guard_shortfall();
create trigger guard_shortfall_moves before update on public.shortfalls for each row execute function public.guard_shortfall_moves();
update public.allowed_moves set causes = causes || 'clock'::text
where (subject, to_status) = ('order', 'refunding') and from_status in ('paid', 'confirmed', 'ready') and not 'clock' = any (causes)
  or (subject, from_status, to_status) = ('refund', 'new', 'requested') and not 'clock' = any (causes);
