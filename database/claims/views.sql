-- Units that can be claimed: handed over, or due and not received. Readers see their own; the conditions admit the buyer only.
create view public.claimable_lines as
select o.id as order_id, h.id as hand_over_id, l.id as line_id, l.product_name, l.unit, w.quantity, l.unit_price, h.done_at as opens_at,
  greatest(h.done_at, case when h.released_at is null then rights.lot_opened_at(o.group_buy_id) end)
    + case when public.is_perishable(p.category) then interval '12 hours' else interval '72 hours' end as closes_at, w.worth_kobo, null::text as waits_at,
  null::timestamptz as waits_until
from public.orders o cross join lateral rights.claimable_worth(o.id) w join public.hand_overs h on h.id = w.hand_over_id and h.proof <> 'decision'
join public.order_lines l on l.id = w.line_id join public.products p on p.id = l.product_id
where (o.user_id = (select auth.uid()) and not (select rights.owes_second_step()) or (select rights.is_service()))
  and o.status in ('ready', 'collected', 'delivered', 'completed')
union all
select o.id, null, l.id, l.product_name, l.unit, w.quantity, l.unit_price, s.due_at, greatest(s.due_until, s.due_at) + interval '7 days', w.worth_kobo, k.place, k.until
from public.orders o left join public.group_buys g on g.id = o.group_buy_id cross join lateral rights.claimable_worth(o.id) w join public.order_lines l on l.id = w.line_id
left join lateral (select h.due_from, h.due_until from public.hand_overs h where h.order_id = o.id and h.status <> 'done' order by h.created_at desc limit 1) d on true
left join lateral rights.waits_at_hub(l.id) k on true
-- Due at the end of the sharing day, or when the goods became ready if that was later; goods to be collected are due when their
-- collection period ends.
cross join lateral (select greatest(d.due_from, ((coalesce(g.share_date, l.share_date) + 1)::timestamp at time zone 'Africa/Lagos') - interval '1 second') as due_at,
  d.due_until) s
where (o.user_id = (select auth.uid()) and not (select rights.owes_second_step()) or (select rights.is_service()))
  and (o.status in ('confirmed', 'ready') or o.status = 'paid' and o.group_buy_id is null) and w.hand_over_id is null and w.worth_kobo > 0 and s.due_at is not null;
comment on view public.claimable_lines is 'hand_over_id null: not received. Claimable from opens_at to closes_at, both included; 12 h for perishables, 72 h for others, 7 days after the due time if not received. worth_kobo: of all these units, after refunds. waits_at: the hub that has counted them in; they cannot be claimed. A buyer who is notified of an open lot gets the same period from then on, while the vendor is not paid.';

-- Claims in which the reader has a part and therefore cannot decide. Runs with its owner's rights; the conditions admit the
-- reader's own claims only.
create view public.own_case_claims as
select c.id from public.claims c where c.id in (select rights.my_claim_ids()) and rights.is_own_claim(c.id);

-- For the people who decide: what the claimed goods are worth after refunds. Runs with its owner's rights; the conditions admit
-- the parties of the claim only.
create view public.claim_worths as
select c.id, rights.claim_worth_kobo(c.id) as worth_kobo from public.claims c where c.id in (select rights.my_claim_ids());

-- Beside a claim: how its goods changed hands. The photograph of an override is for coordinators and chiefs.
create view public.claim_proofs as
select c.id as claim_id, h.done_at, h.kind, h.proof, h.taken_by, h.note, coalesce(p.full_name, '') as handled_by_name, coalesce(l.name, v.business_name) as place_name,
  x.identity, x.reason as override_reason, x.by_shop, x.confirmed_at, x.hand_over_id is not null as has_photo, o.ready_at,
  rights.goods_of_hand_over(h.id) as lines,
  (select coalesce(jsonb_agg(jsonb_build_object('name', k.product_name, 'unit', k.unit, 'packed_at', k.packed_at, 'counted', w.counted, 'counted_at', w.at) order by k.product_name, k.id), '[]')
   from public.claim_lines n join public.order_lines k on k.id = n.line_id
   left join lateral (select sum(d.units_counted)::integer as counted, max(d.created_at) as at from public.counted_loads d
     where d.pickup_point_id = coalesce(h.lies_at, h.pickup_point_id, o.pickup_point_id) and d.subject_id = coalesce(o.group_buy_id, o.id) and d.product_id = k.product_id) w on true
   where n.claim_id = c.id) as goods
from public.claims c join public.orders o on o.id = c.order_id join public.vendors v on v.id = o.vendor_id left join public.hand_overs h on h.id = c.hand_over_id
  left join public.pickup_points l on l.id = coalesce(h.pickup_point_id, o.pickup_point_id) left join public.profiles p on p.id = h.handled_by
  left join public.hand_over_overrides x on x.hand_over_id = h.id
where c.id in (select rights.my_claim_ids());
comment on view public.claim_proofs is 'For the parties of a claim: its hand-over with person, goods and proof, and when the goods were packed and counted at the place.';

create view public.lot_figures as
select l.id, s.buyers, s.claims, s.undecided, s.requested_kobo, s.worth_kobo, s.held_kobo, rights.has_part_in_lot(l.id) as is_own_case
from public.lot_incidents l cross join lateral rights.lot_sums(l.id) s where l.id in (select rights.my_lot_ids());
comment on view public.lot_figures is 'For the shop and its overseers: worth_kobo is the value of the claimed goods after refunds.';
