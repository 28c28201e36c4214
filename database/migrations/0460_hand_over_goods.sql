-- Goods change hands: what is left of an order, who may hand it over, and what a hand-over that is done cannot become any more.
alter table public.hand_overs
  -- Of its goods, what was released to the vendor: less where goods came back meanwhile.
  add column released_kobo bigint check (released_kobo between 0 and goods_kobo),
  add constraint released_so_much check ((released_at is null) = (released_kobo is null)),
  drop constraint hand_overs_proof_check,
  -- `unrecorded`: from before hand-overs were kept.
  add constraint hand_overs_proof_check check (proof in ('code', 'nominee', 'override', 'unrecorded'));
alter table public.order_returns add column hand_over_id uuid references public.hand_overs (id);
comment on column public.order_returns.hand_over_id is 'Whose goods came back: of a hand-over that was done. Null: goods that had not changed hands.';
create index order_returns_of_hand_over on public.order_returns (hand_over_id) where hand_over_id is not null;

create function public.is_perishable(category text) returns boolean language sql immutable as
$$ select category in ('vegetables', 'fruits', 'meat', 'seafood') $$;

-- Clocks of docs/decisions/0001. One perishable line decides for the collection of all; claims wait for the longest of what changed hands.
create function public.collect_until(order_id uuid, kind text, since timestamptz) returns timestamptz language sql stable security definer set search_path = '' as $$
  select case kind when 'delivery' then null when 'stockpile' then since + interval '14 days' else since + case when exists (
    select from public.order_lines l join public.products p on p.id = l.product_id where l.order_id = $1 and public.is_perishable(p.category))
    then interval '48 hours' else interval '7 days' end end
$$;
create function public.claim_time(hand_over uuid) returns interval language sql stable security definer set search_path = '' as $$
  select case when bool_and(public.is_perishable(p.category)) then interval '12 hours' else interval '72 hours' end
  from public.hand_over_lines h join public.order_lines l on l.id = h.line_id join public.products p on p.id = l.product_id where h.hand_over_id = $1
$$;

-- What nobody has taken and nobody got back. Goods that came back after they changed hands name their hand-over and leave this as it is.
create function public.goods_left_kobo(order_id uuid) returns bigint language sql stable security definer set search_path = '' as $$
  select greatest(0, (o.total_amount * 100)::bigint - coalesce((select sum(h.goods_kobo) from public.hand_overs h where h.order_id = o.id and h.status = 'done'), 0)
    - coalesce((select sum(r.goods_kobo - r.earned_goods_kobo) from public.order_returns r where r.order_id = o.id and r.hand_over_id is null), 0))::bigint
  from public.orders o where o.id = $1
$$;
-- Units that are still to be taken, of each line. What was given back before takes units from the count, so far as its worth says.
create function public.units_left(order_id uuid) returns table (line_id uuid, quantity integer) language sql stable security definer set search_path = '' as $$
  select l.id, greatest(0, least(l.quantity - coalesce((select sum(h.quantity) from public.hand_over_lines h where h.line_id = l.id), 0),
    ceil(public.goods_left_kobo($1) / (l.unit_price * 100))))::integer
  from public.order_lines l where l.order_id = $1
$$;
create function public.has_open_claim(hand_over uuid) returns boolean language sql stable security definer set search_path = '' as $$ select false $$;
comment on function public.has_open_claim is 'Holds the money of a hand-over. Nobody can claim yet.';

-- Who hands over: the shop's owner while they are its vendor, and whom a living membership names; at a shop's own place, those of the shop as well.
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
create function rights.may_hand_over(person uuid, hand_over uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.hand_overs h join public.orders o on o.id = h.order_id where h.id = $2 and h.kind <> 'delivery'
    and case when h.pickup_point_id is null then o.vendor_id in (select rights.hand_over_shops_of($1)) else h.pickup_point_id in (select rights.hand_over_places_of($1)) end)
$$;

-- A membership of a shop's own place ends with the shop owner's role too.
create or replace function rights.served_place_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select m.pickup_point_id from public.memberships m join public.pickup_points p on p.id = m.pickup_point_id
    left join public.vendors v on v.id = p.vendor_id left join public.profiles o on o.id = v.owner_id
  where m.person_id = auth.uid() and m.ended_at is null and (v.id is null or o.role = 'vendor') and not rights.owes_second_step()
  union
  select p.id from public.pickup_points p where p.vendor_id in (select rights.served_vendor_ids())
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
comment on function public.open_hand_over is 'The one open hand-over of everything that is left of an order that is ready; a second call finds the first one''s.';

-- Goods that are ready have an open hand-over, whoever moved the order; what is taken was handed over; what is completed is released.
create function public.hand_over_with_order() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'ready' and (tg_op = 'INSERT' or old.status <> 'ready') then
    perform public.open_hand_over(new.id);
  elsif new.status = 'ready' then
    update public.hand_overs h set kind = new.fulfilment, pickup_point_id = new.pickup_point_id,
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
  -- Everything that was left came back: nobody comes for it.
  if new.status = 'ready' and public.goods_left_kobo(new.id) = 0 then
    update public.hand_overs set status = 'ended' where order_id = new.id and status = 'open';
  end if;
  return null;
end $$;
create trigger hand_over_with_order after insert or update of status, pickup_point_id, fulfilment, goods_back_kobo on public.orders for each row
  when (new.status in ('ready', 'collected', 'delivered', 'completed', 'refunding', 'refunded')) execute function public.hand_over_with_order();

-- A hand-over ends once. Then its money is released once, when claim time is over and nobody claims.
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
create trigger guard_hand_over before update on public.hand_overs for each row execute function public.guard_hand_over();

-- Units that change hands are units of that order, and no more than it has.
create function public.guard_hand_over_line() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' or not exists (select from public.hand_overs h join public.order_lines l on l.order_id = h.order_id
    where h.id = new.hand_over_id and h.status = 'open' and l.id = new.line_id)
    or new.quantity > (select u.quantity from public.hand_overs h cross join lateral public.units_left(h.order_id) u where h.id = new.hand_over_id and u.line_id = new.line_id) then
    raise exception 'These goods are not left to be handed over' using errcode = 'PT409';
  end if;
  return new;
end $$;
create trigger guard_hand_over_line before insert or update on public.hand_over_lines for each row execute function public.guard_hand_over_line();

update public.allowed_moves set causes = array['hub', 'clock'] where subject = 'order' and from_status = 'ready' and to_status in ('collected', 'delivered');
create index orders_ready_of_shop on public.orders (vendor_id) where status = 'ready';

-- What was handed over before hand-overs were kept has the order's own id, as its journal says; what is ready awaits its buyer.
alter table public.hand_over_lines disable trigger guard_hand_over_line;
insert into public.hand_overs (id, order_id, kind, pickup_point_id, status, due_from, due_until, done_at, proof, goods_kobo, claim_until, released_at, released_kobo, created_at)
select o.id, o.id, o.fulfilment, o.pickup_point_id, 'done', t.ready, public.collect_until(o.id, o.fulfilment, t.ready), t.handed, 'unrecorded', t.goods,
  least(t.handed + c.span, o.completed_at), o.completed_at, case when o.completed_at is not null then least(t.goods, coalesce(e.kobo, 0)) end, t.ready
from public.orders o
cross join lateral (select coalesce(o.ready_at, o.handed_over_at, o.completed_at, o.updated_at) as ready, coalesce(o.handed_over_at, o.completed_at, o.updated_at) as handed,
  greatest(0, (o.total_amount * 100)::bigint - coalesce((select sum(r.goods_kobo - r.earned_goods_kobo) from public.order_returns r where r.order_id = o.id), 0))::bigint as goods) t
cross join lateral (select case when bool_and(public.is_perishable(p.category)) then interval '12 hours' else interval '72 hours' end as span
  from public.order_lines l join public.products p on p.id = l.product_id where l.order_id = o.id) c
left join lateral (select sum(m.amount_kobo)::bigint as kobo from ledger.transfers m
  where m.debit_id = ledger.id_of('escrow:' || o.id) and m.kind in ('vendor_earned', 'vendor_fee_earned')) e on true
where o.status in ('collected', 'delivered', 'completed');
insert into public.hand_over_lines (hand_over_id, line_id, quantity) select l.order_id, l.id, l.quantity
from public.order_lines l join public.orders o on o.id = l.order_id where o.status in ('collected', 'delivered', 'completed');
alter table public.hand_over_lines enable trigger guard_hand_over_line;
select public.open_hand_over(id) from public.orders where status = 'ready';

grant execute on function public.open_hand_over(uuid), public.collect_until(uuid, text, timestamptz), public.claim_time(uuid), public.goods_left_kobo(uuid),
  public.units_left(uuid), public.has_open_claim(uuid), rights.hand_over_shops_of(uuid), rights.hand_over_places_of(uuid), rights.may_hand_over(uuid, uuid) to service_role;
revoke execute on function public.open_hand_over(uuid), public.collect_until(uuid, text, timestamptz), public.claim_time(uuid), public.goods_left_kobo(uuid),
  public.units_left(uuid), public.has_open_claim(uuid), rights.hand_over_shops_of(uuid), rights.hand_over_places_of(uuid), rights.may_hand_over(uuid, uuid),
  public.hand_over_with_order(), public.guard_hand_over(), public.guard_hand_over_line() from public;
