-- Late leavers pay for what their leaving costs (design.md 9). Their money stays in escrow until the price of those who stay is known.
alter table public.orders
  add column promised_at timestamptz,
  add column left_late_at timestamptz,
  add column leave_least_kobo bigint check (leave_least_kobo >= 0),
  add column leave_most_kobo bigint,
  add column leave_charge_kobo bigint,
  add column leave_paid_at timestamptz,
  add constraint late_leave_is_whole check (num_nonnulls(left_late_at, leave_least_kobo, leave_most_kobo) in (0, 3)
    and (left_late_at is null or (leave_most_kobo >= leave_least_kobo and not is_live))) not valid,
  -- A cancelled buy charges nobody; otherwise the charge lies between what the person was told.
  add constraint leave_charge_as_told check (leave_charge_kobo is null or (left_late_at is not null
    and (leave_charge_kobo = 0 or leave_charge_kobo between leave_least_kobo and leave_most_kobo))) not valid,
  add constraint paid_off_once_charged check (leave_paid_at is null or leave_charge_kobo is not null) not valid,
  add constraint refunded_once_paid_off check (status <> 'refunded' or left_late_at is null or leave_paid_at is not null) not valid;
alter table public.orders alter column promised_at set default clock_timestamp();
alter table public.orders validate constraint late_leave_is_whole, validate constraint leave_charge_as_told,
  validate constraint paid_off_once_charged, validate constraint refunded_once_paid_off;
comment on column public.orders.promised_at is '@filled by the join. When its ceiling was promised for the units it has. Null: before this was recorded, on joining.';
comment on column public.orders.left_late_at is 'Left after the free time. Its money is held until the price is final, because it may be needed for what others were promised.';
comment on column public.orders.leave_least_kobo is 'The least and the most that leaving late costs, as the buyer was told.';
comment on column public.orders.leave_charge_kobo is 'What leaving late cost in the end; it goes to the vendor. Null until the buy is settled or over.';
comment on column public.orders.leave_paid_at is 'When the rest was given back.';
create index orders_left_late on public.orders (group_buy_id) where left_late_at is not null and leave_paid_at is null;

-- Whoever left before a promise does not pay for it, so each lower ceiling and each added unit is a promise of its own.
create function public.keep_promise_time() returns trigger language plpgsql set search_path = '' as $$
begin
  new.promised_at := clock_timestamp();
  return new;
end $$;
create trigger keep_promise_time before update of quantity, ceiling_unit_price on public.orders for each row
  when (new.quantity > old.quantity or new.ceiling_unit_price < old.ceiling_unit_price) execute function public.keep_promise_time();

-- A ceiling counts on the people who stay: nobody pays a lower price because of somebody who has left.
create or replace function public.locked_participants(buy uuid, end_date timestamptz, extended_at timestamptz, paid_participants integer) returns integer
language sql stable security definer set search_path = '' as $$
  select case
    when clock_timestamp() < end_date - interval '72 hours' or clock_timestamp() < extended_at + interval '48 hours' then 0
    when clock_timestamp() >= end_date then paid_participants
    else paid_participants - (select count(distinct o.user_id)::integer from public.orders o
      where o.group_buy_id = buy and o.is_paid and o.paid_at > clock_timestamp() - interval '1 hour'
        and not exists (select from public.orders e where e.group_buy_id = buy and e.user_id = o.user_id and e.is_paid
          and e.paid_at <= clock_timestamp() - interval '1 hour')) end
$$;
comment on column public.group_buys.left_late is 'People who left after the free time, or whose bank took the payment back.';

alter table public.group_buys add column settled_participants integer check (settled_participants > 0);
grant update (settled_participants) on public.group_buys to service_role;
comment on column public.group_buys.settled_participants is 'People whose payments made the final price: they stayed. Null for buys settled before this was recorded.';

-- The price of those who stay, whatever was counted before; at most what the last of them was promised.
create function public.guard_final_price() returns trigger language plpgsql security definer set search_path = '' as $$
declare highest numeric;
begin
  select max(o.ceiling_unit_price) into highest from public.orders o where o.group_buy_id = new.id and o.is_paid;
  if new.settled_participants is distinct from new.paid_participants
    or new.final_price is distinct from least(public.price_at(new.tier_thresholds, new.tier_prices, new.base_price, new.paid_participants), highest) then
    raise exception 'The final price is that of the people who stay' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_final_price before update of final_price on public.group_buys for each row
  when (old.final_price is null and new.final_price is not null and new.status = 'settling') execute function public.guard_final_price();

create function public.guard_settled_order() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.unit_price is distinct from least(new.ceiling_unit_price, (select g.final_price from public.group_buys g where g.id = new.group_buy_id)) then
    raise exception 'An order settles at the final price, or at its ceiling where that is lower' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger guard_settled_order before update of status on public.orders for each row
  when (new.group_buy_id is not null and old.status = 'paid' and new.status = 'confirmed') execute function public.guard_settled_order();

-- The most that the promises made to the others can cost somebody who leaves this order late; the same sum as mostForPromisesKobo in
-- domain/payments/late-leaves.ts. For the order's buyer alone: it says what the page must say before they leave.
create function public.most_for_promises_kobo(of_order uuid) returns bigint language sql stable security definer set search_path = '' as $$
  select coalesce(sum(p.highest * p.quantity + div(p.highest * p.quantity * p.buyer_fee_bps, 10000)
    - p.ceiling * p.quantity - div(p.ceiling * p.quantity * p.buyer_fee_bps, 10000)), 0)::bigint
  from (
    select o.quantity, o.buyer_fee_bps, o.ceiling_unit_price * 100 as ceiling,
      100 * public.price_at(g.tier_thresholds, g.tier_prices, g.base_price, g.min_participants) as highest
    from public.orders own join public.group_buys g on g.id = own.group_buy_id
    join public.orders o on o.group_buy_id = g.id and o.is_live and o.user_id <> own.user_id
    where own.id = of_order and own.user_id = auth.uid() and own.status = 'paid'
      and not exists (select from public.orders e where e.group_buy_id = g.id and e.user_id = own.user_id and e.id <> own.id and e.is_paid)
  ) p where p.ceiling < p.highest
$$;
revoke execute on function public.most_for_promises_kobo(uuid) from public;
grant execute on function public.most_for_promises_kobo(uuid) to authenticated, service_role;
