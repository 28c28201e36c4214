-- The people of the viewer's circles, for chiefs of every circle. Each sees their own money; a chief sees all of it.
create view public.ajo_people as
select m.id, m.circle_id, m.status, m.turn, m.joined_at, m.ended_at, coalesce(p.full_name, '') as full_name, m.person_id = (select auth.uid()) as is_own,
  m.person_id = c.starter_id as is_starter,
  case when (select rights.has_role('chief')) then m.person_id end as person_id,
  case when m.person_id = (select auth.uid()) or (select rights.has_role('chief')) then
    coalesce((select a.balance_kobo from ledger.accounts a where a.kind = 'ajo' and a.owner_id = m.id), 0) end as balance_kobo,
  case when m.turn is not null and (m.person_id = (select auth.uid()) or (select rights.has_role('chief'))) then
    (select coalesce(sum(case when x.giver_id = m.id then x.amount_kobo else -x.amount_kobo end), 0) from public.ajo_pot_parts x
      where m.id in (x.giver_id, x.receiver_id) and x.giver_id <> x.receiver_id)::bigint
    + (select coalesce(sum(case when x.payer_id = m.id then x.amount_kobo else -x.amount_kobo end), 0) from public.ajo_settlements x where m.id in (x.payer_id, x.receiver_id))::bigint
  end as ahead_kobo
from public.ajo_members m join public.ajo_circles c on c.id = m.circle_id left join public.profiles p on p.id = m.person_id
where (m.circle_id in (select rights.my_ajo_circle_ids()) or (select rights.has_role('chief'))) and not (select rights.owes_second_step());
comment on view public.ajo_people is 'balance_kobo, ahead_kobo (put in for others less got from them): of the viewer''s own membership; for chiefs of each.';

-- The sheet of a circle, from its ledger: what came in less what went out is what is held.
create view public.ajo_sheets as
select c.id, c.name, c.kind, c.status, c.monthly_kobo, c.seats, c.months, c.due_day, c.created_at, c.started_at, c.ended_at,
  (select count(*)::integer from public.ajo_members m where m.circle_id = c.id and m.status in ('joined', 'active', 'finished')) as members,
  (select count(*)::integer from public.ajo_members m where m.circle_id = c.id and m.status = 'defaulted') as defaulted,
  (select count(*)::integer from public.ajo_months n where n.circle_id = c.id and n.closed_at is not null) as months_closed,
  coalesce(s.contributed, 0)::bigint as contributed_kobo, coalesce(s.spent, 0)::bigint as spent_kobo, coalesce(s.returned, 0)::bigint as returned_kobo,
  coalesce(s.paid_out, 0)::bigint as paid_out_kobo, coalesce(s.reversed, 0)::bigint as reversed_kobo,
  (coalesce(s.contributed, 0) + coalesce(s.returned, 0) - coalesce(s.spent, 0) - coalesce(s.paid_out, 0) - coalesce(s.reversed, 0))::bigint as held_kobo
from public.ajo_circles c left join lateral (
  select sum(t.amount_kobo) filter (where t.kind = 'contribution') as contributed, sum(t.amount_kobo) filter (where t.kind = 'ajo_spent') as spent,
    sum(t.amount_kobo) filter (where t.kind = 'returned_to_ajo') as returned, sum(t.amount_kobo) filter (where t.kind = 'ajo_return_owed') as paid_out,
    sum(t.amount_kobo) filter (where t.kind in ('ajo_reversed', 'ajo_loss_recovered')) as reversed
  from public.ajo_members m cross join lateral (
    select d.kind, d.amount_kobo from ledger.transfers d where d.debit_id = ledger.id_of('ajo:' || m.id)
    union all select d.kind, d.amount_kobo from ledger.transfers d where d.credit_id = ledger.id_of('ajo:' || m.id)) t
  where m.circle_id = c.id) s on true
where (c.id in (select rights.my_ajo_circle_ids()) or (select rights.has_role('chief'))) and not (select rights.owes_second_step());
comment on view public.ajo_sheets is 'Sums of a circle, for its members and for chiefs. reversed_kobo: taken back by banks.';

create view public.ajo_month_sheets as
select n.circle_id, n.month, n.due_on, n.closes_at, n.closed_at, n.outcome, n.quantity, n.group_buy_id, g.product_name, g.unit,
  t.id as turn_member_id, coalesce(p.full_name, '') as turn_name, coalesce(t.person_id = (select auth.uid()), false) as is_own_turn,
  (select coalesce(sum(x.amount_kobo), 0)::bigint from public.ajo_pot_parts x where x.circle_id = n.circle_id and x.month = n.month and x.receiver_id = t.id) as pot_kobo,
  (select count(*)::integer from public.ajo_contributions k where k.circle_id = n.circle_id and k.month = n.month and k.paid_at is not null) as paid,
  (select coalesce(sum(k.amount_kobo), 0)::bigint from public.ajo_contributions k where k.circle_id = n.circle_id and k.month = n.month and k.paid_at is not null) as paid_kobo,
  count(o.id)::integer as orders, coalesce(sum(o.charged_kobo), 0)::bigint as spent_kobo, coalesce(sum(o.returned_kobo), 0)::bigint as returned_kobo
from public.ajo_months n left join public.group_buys g on g.id = n.group_buy_id
left join public.ajo_members t on t.circle_id = n.circle_id and t.turn = n.month left join public.profiles p on p.id = t.person_id
left join public.ajo_orders a on a.circle_id = n.circle_id and a.month = n.month left join public.orders o on o.id = a.order_id
where (n.circle_id in (select rights.my_ajo_circle_ids()) or (select rights.has_role('chief'))) and not (select rights.owes_second_step())
group by n.circle_id, n.month, g.id, t.id, p.id;
comment on view public.ajo_month_sheets is 'Months of a circle with what was paid and bought. pot_kobo: what the person whose turn it is got, or got back in a void turn. returned_kobo: of these orders, also what did not go back to the circle.';
