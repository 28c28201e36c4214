-- The time to collect ends when the place closes on a day on which it is open; then there may be two days of grace (docs/decisions/0049).
create function public.closing_after(place uuid, moment timestamptz) returns timestamptz language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select min(c.closes) from public.pickup_points p cross join lateral jsonb_to_recordset(p.opening_hours) as h (day integer, opens time, closes time)
       cross join generate_series(0, 7) as n
       cross join lateral (select (moment at time zone 'Africa/Lagos')::date + n as day) d
       cross join lateral (select (d.day + h.closes) at time zone 'Africa/Lagos' as closes) c
     where p.id = place and extract(isodow from d.day) = h.day and c.closes >= moment),
    -- Nobody has said when it is open: the end of the day.
    (((moment at time zone 'Africa/Lagos')::date + 1)::timestamp at time zone 'Africa/Lagos') - interval '1 second')
$$;
comment on function public.closing_after is 'When a place next closes, at the moment or after it.';

create function public.has_perishables(order_id uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.order_lines l join public.products p on p.id = l.product_id where l.order_id = $1 and public.is_perishable(p.category))
$$;

-- What is collected is counted from its sharing day, if it was ready before: nobody comes earlier. A stockpile from the day it is ready.
create or replace function public.collect_until(order_id uuid, kind text, since timestamptz) returns timestamptz language sql stable security definer set search_path = '' as $$
  select case kind when 'delivery' then null
    when 'stockpile' then public.closing_after(o.pickup_point_id, since + interval '14 days')
    else public.closing_after(o.pickup_point_id, greatest(since, d.shared) + case when public.has_perishables(o.id) then interval '48 hours' else interval '7 days' end) end
  from public.orders o left join public.group_buys g on g.id = o.group_buy_id
  cross join lateral (select coalesce(g.share_date, (select min(l.share_date) from public.order_lines l where l.order_id = o.id))::timestamp
    at time zone 'Africa/Lagos' as shared) d
  where o.id = $1
$$;
-- Goods that perish get no grace: after it nobody could eat them.
create function public.grace_until(order_id uuid, due_until timestamptz) returns timestamptz language sql stable security definer set search_path = '' as $$
  select case when public.has_perishables($1) then due_until else due_until + interval '48 hours' end
$$;
comment on function public.grace_until is 'Until then the buyer alone decides what becomes of goods that were not collected in time.';

-- Nobody loses days that they were told of.
update public.hand_overs h set due_until = greatest(h.due_until, public.collect_until(h.order_id, h.kind, h.due_from)) where h.status = 'open' and h.due_until is not null;

-- Room: what is left of an order in the place, also after parts of it were taken or given back.
create or replace function public.stockpiled_kg(place uuid) returns numeric language sql stable security definer set search_path = '' as $$
  select coalesce(sum(case when o.status = 'ready' then u.quantity else l.quantity end * coalesce(l.kg_per_unit, 0)), 0)
  from public.orders o join public.order_lines l on l.order_id = o.id
  left join lateral (select quantity from public.units_left(o.id) x where x.line_id = l.id and o.status = 'ready') u on true
  where o.pickup_point_id = place and o.fulfilment = 'stockpile' and o.status in ('pending', 'paid', 'confirmed', 'ready')
$$;

-- Reminders that were sent: which of them, once an order. domain/hand-overs/reminders.ts says when each is due.
create table public.collection_reminders (
  order_id uuid not null references public.orders (id),
  step text not null check (step in ('day-7', 'day-11', 'day-13', 'last-day', 'over', 'undecided')),
  sent_at timestamptz not null default clock_timestamp(),
  primary key (order_id, step)
);
comment on table public.collection_reminders is 'Written with its mail and notice. `undecided`: grace is over, and staff look for a way with the buyer.';
alter table public.collection_reminders enable row level security;
grant select, insert on public.collection_reminders to service_role;
create trigger log_act after insert or update or delete on public.collection_reminders for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('collection-reminder', 'order_id', '');

revoke execute on function public.closing_after(uuid, timestamptz), public.has_perishables(uuid), public.grace_until(uuid, timestamptz) from public;
grant execute on function public.closing_after(uuid, timestamptz), public.has_perishables(uuid), public.grace_until(uuid, timestamptz) to service_role;

-- Of the fee for delivery, what is held: a buyer may collect a part, and then have the rest brought.
create function public.delivery_held_kobo(order_id uuid) returns bigint language sql stable security definer set search_path = '' as $$
  select (o.delivery_fee_kobo - coalesce((select sum(t.amount_kobo) from ledger.transfers t where t.debit_id = ledger.id_of('escrow:' || o.id)
      and t.kind in ('delivery_earned', 'vendor_delivery_earned')), 0)
    - coalesce((select sum(r.delivery_kobo) from public.order_returns r where r.order_id = o.id), 0))::bigint
  from public.orders o where o.id = $1
$$;
revoke execute on function public.delivery_held_kobo(uuid) from public;
grant execute on function public.delivery_held_kobo(uuid) to service_role;
