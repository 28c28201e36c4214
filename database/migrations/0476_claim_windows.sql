-- Until when goods may be claimed: also by those who are told of a lot incident after their own time.
create function rights.lot_opened_at(buy uuid) returns timestamptz language sql stable security definer set search_path = '' as
$$ select max(created_at) from public.lot_incidents where group_buy_id = buy and status = 'open' $$;
revoke execute on function rights.lot_opened_at(uuid) from public;
grant execute on function rights.lot_opened_at(uuid) to authenticated, service_role;

create or replace view public.claimable_lines as
select o.id as order_id, h.id as hand_over_id, l.id as line_id, l.product_name, l.unit, w.quantity, l.unit_price, h.done_at as opens_at,
  greatest(h.done_at, case when h.released_at is null then rights.lot_opened_at(o.group_buy_id) end)
    + case when public.is_perishable(p.category) then interval '12 hours' else interval '72 hours' end as closes_at, w.worth_kobo, null::text as waits_at,
  null::timestamptz as waits_until
from public.orders o cross join lateral rights.claimable_worth(o.id) w join public.hand_overs h on h.id = w.hand_over_id
join public.order_lines l on l.id = w.line_id join public.products p on p.id = l.product_id
where (o.user_id = (select auth.uid()) and not (select rights.owes_second_step()) or (select rights.is_service()))
  and o.status in ('ready', 'collected', 'delivered', 'completed')
union all
select o.id, null, l.id, l.product_name, l.unit, w.quantity, l.unit_price, s.due_at, greatest(s.due_until, s.due_at) + interval '7 days', w.worth_kobo, k.place, k.until
from public.orders o left join public.group_buys g on g.id = o.group_buy_id cross join lateral rights.claimable_worth(o.id) w join public.order_lines l on l.id = w.line_id
left join lateral (select h.due_from, h.due_until from public.hand_overs h where h.order_id = o.id and h.status <> 'done' order by h.created_at desc limit 1) d on true
left join lateral rights.waits_at_hub(l.id) k on true
-- Due at the end of the sharing day, or when the goods were ready if that was later; what is collected, until its time to collect is over.
cross join lateral (select greatest(d.due_from, ((coalesce(g.share_date, l.share_date) + 1)::timestamp at time zone 'Africa/Lagos') - interval '1 second') as due_at,
  d.due_until) s
where (o.user_id = (select auth.uid()) and not (select rights.owes_second_step()) or (select rights.is_service()))
  and (o.status in ('confirmed', 'ready') or o.status = 'paid' and o.group_buy_id is null) and w.hand_over_id is null and w.worth_kobo > 0 and s.due_at is not null;
comment on view public.claimable_lines is 'hand_over_id null: not received. From opens_at to closes_at, both included; 12 h perishables, 72 h others, 7 days after what was due. worth_kobo: of all these units, after what was paid back. waits_at: the hub that has counted them in; they are no claim. Whoever is told of an open lot has as long from then on, while the vendor is not paid.';
