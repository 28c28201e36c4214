-- Settling, honouring, failing: what the clock needs to do each of them in steps, so that a kill half-way costs nothing.
alter table public.group_buys
  add column honoured_at timestamptz,
  add column left_late integer not null default 0 check (left_late >= 0);
grant update (honoured_at, left_late) on public.group_buys to service_role;
comment on column public.group_buys.honoured_at is 'When the vendor took a buy short of its minimum upon themselves.';
comment on column public.group_buys.left_late is 'People who left after the free time: their seats count on for the price.';

-- They are locked in as those who stay are: their leaving raises nobody's price.
create or replace function public.locked_participants(buy uuid, end_date timestamptz, extended_at timestamptz, paid_participants integer) returns integer
language sql stable security definer set search_path = '' as $$
  select (select left_late from public.group_buys where id = buy) + case
    when clock_timestamp() < end_date - interval '72 hours' or clock_timestamp() < extended_at + interval '48 hours' then 0
    when clock_timestamp() >= end_date then paid_participants
    else paid_participants - (select count(distinct o.user_id)::integer from public.orders o
      where o.group_buy_id = buy and o.is_paid and o.paid_at > clock_timestamp() - interval '1 hour'
        and not exists (select from public.orders e where e.group_buy_id = buy and e.user_id = o.user_id and e.is_paid
          and e.paid_at <= clock_timestamp() - interval '1 hour')) end
$$;

-- A cancelled buy gives the money of its orders back in steps, by the clock.
update public.allowed_moves set causes = causes || '{clock}' where (subject, from_status, to_status) = ('order', 'confirmed', 'refunding');
-- What was paid in PEPS alone has come back with the move; nothing is left for the gateway to say.
update public.allowed_moves set causes = causes || '{clock}' where (subject, from_status, to_status) = ('order', 'refunding', 'refunded');

create index orders_to_give_back on public.orders (group_buy_id) where status in ('paid', 'confirmed');
create index orders_refunding on public.orders (updated_at) where status = 'refunding';
