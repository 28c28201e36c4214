create function public.business_deadline(since timestamptz, days integer) returns timestamptz language sql stable security definer set search_path = '' as $$
  select ((public.add_business_days((since at time zone 'Africa/Lagos')::date, days) + 1)::timestamp at time zone 'Africa/Lagos') - interval '1 second'
$$;
comment on function public.business_deadline(timestamp with time zone, integer) is 'End of the n-th business day in Lagos.';

create function rights.my_claim_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select id from public.claims where buyer_id = auth.uid() and not rights.owes_second_step()
  union all select id from public.claims where vendor_id = rights.my_vendor_id()
  union all select id from public.claims where vendor_id in (select rights.overseen_vendor_ids())
$$;

-- Shared by the rules of claims, lots and uncollected goods.
create function public.has_part_in_claim(claim uuid, person uuid) returns boolean language sql stable security definer set search_path = '' as
$$ select public.has_part_in('claim', claim, person) $$;
comment on function public.has_part_in_claim(uuid, uuid) is 'Used by rights.is_own_claim and the rules of claims; same result as has_part_in.';

-- A view calls its functions with its reader's rights, and readers may not ask about other people.
create function rights.is_own_claim(claim uuid) returns boolean language sql stable security definer set search_path = '' as
$$ select public.has_part_in_claim(claim, auth.uid()) $$;

create function public.may_judge_claim(claim uuid, person uuid, step text) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.claims c join public.vendors v on v.id = c.vendor_id join public.profiles p on p.id = person
    where c.id = claim and not public.has_part_in_claim(claim, person) and case step
      when 'propose' then p.role = 'manager' and exists (select from public.manager_regions r where r.manager_id = person and r.state = v.state)
      when 'decide' then p.role = 'coordinator'
      -- A different person decides an appeal.
      when 'appeal' then p.role = 'chief' and person is distinct from c.decided_by and person is distinct from c.proposed_by
      else false end)
$$;

create function rights.my_evidence_paths() returns setof text language sql stable security definer set search_path = '' as
$$ select path from public.claim_evidence where claim_id in (select rights.my_claim_ids()) $$;

create function rights.is_evidence(name text) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (select from public.claim_evidence where path = name) $$;

-- The remaining goods of an order after a short delivery, for lists, labels, rosters, weigh-in, claims, held money and files.
create function public.claimable_worth(of_order uuid) returns table (hand_over_id uuid, line_id uuid, quantity integer, worth_kobo bigint)
language sql stable security definer set search_path = '' as $$
  with lines as (
    select l.id, l.order_id, l.quantity, (l.unit_price * 100)::bigint as unit_kobo, public.short_units(l.id) as short_units from public.order_lines l where l.order_id = of_order
  ), short as (
    -- Short deliveries are refunded by line, for units that were not yet handed over.
    select s.line_id, s.goods_kobo, s.created_at from (
      select x.line_id, coalesce(r.goods_kobo, x.goods_kobo) as goods_kobo, coalesce(r.created_at, x.created_at) as created_at
      from public.live_shortfall_shares x join lines l on l.id = x.line_id left join public.partial_refunds r on r.id = x.partial_refund_id) s
  ), taken as (
    select d.line_id, d.quantity, h.id, h.done_at, h.goods_kobo - coalesce((select sum(r.goods_kobo) from public.partial_refunds r where r.hand_over_id = h.id), 0) as left_kobo
    from public.hand_overs h join public.hand_over_lines d on d.hand_over_id = h.id where h.order_id = of_order and h.status = 'done'
  ), whole as (
    select (o.total_amount * 100)::bigint - o.returned_goods_kobo as kobo from public.orders o where o.id = of_order
  ), units as (
    select t.id as hand_over_id, l.id as line_id, t.quantity, least(t.quantity * l.unit_kobo, t.left_kobo,
      (l.quantity - coalesce((select sum(e.quantity) from taken e where e.line_id = l.id and (e.done_at, e.id) < (t.done_at, t.id)), 0)) * l.unit_kobo
        - coalesce((select sum(s.goods_kobo) from short s where s.line_id = l.id and s.created_at <= t.done_at), 0)) as kobo
    from taken t join lines l on l.id = t.line_id
    union all
    select null, l.id, l.quantity - t.units - l.short_units, least((l.quantity - t.units) * l.unit_kobo - coalesce((select sum(s.goods_kobo) from short s where s.line_id = l.id), 0),
      public.takeable_kobo(of_order))
    from lines l cross join lateral (select coalesce(sum(e.quantity), 0)::integer as units from taken e where e.line_id = l.id) t where l.quantity - l.short_units > t.units
  )
  select u.hand_over_id, u.line_id, u.quantity, greatest(0, least(u.kobo, w.kobo))::bigint from units u cross join whole w
$$;
comment on function public.claimable_worth(uuid) is 'For each line of an order: what was handed over in each hand-over, what was never handed over (hand_over_id null), and the part of its price that is not refunded.';

create function public.claim_worth_kobo(claim uuid) returns bigint language sql stable security definer set search_path = '' as $$
  select coalesce(least(sum(ceil(w.worth_kobo * least(coalesce(k.exact_quantity, k.quantity), w.quantity)::numeric / w.quantity)), max(b.kobo)), 0)::bigint
  from public.claims c join public.claim_lines k on k.claim_id = c.id
  join public.claimable_worth(c.order_id) w on w.line_id = k.line_id and w.hand_over_id is not distinct from c.hand_over_id
  cross join lateral (select least((o.total_amount * 100)::bigint - o.returned_goods_kobo, case when c.hand_over_id is null then public.goods_left_kobo(o.id)
      else (select h.goods_kobo - coalesce((select sum(r.goods_kobo) from public.partial_refunds r where r.hand_over_id = h.id), 0)
        from public.hand_overs h where h.id = c.hand_over_id) end) as kobo
    from public.orders o where o.id = c.order_id) b
  where c.id = claim
$$;
comment on function public.claim_worth_kobo(uuid) is 'The most that can still be refunded for a claim. Goods collected since then do not count as missing.';

-- Goods of an order at a hub of the market that has counted everything it expects of them, without what it entered as missing.
create function public.waits_at_hub(of_line uuid) returns table (place text, until timestamptz) language sql stable security definer set search_path = '' as $$
  select p.name, (select h.due_until from public.hand_overs h where h.order_id = o.id and h.status = 'open')
  from public.order_lines l join public.orders o on o.id = l.order_id join public.pickup_points p on p.id = o.pickup_point_id and p.vendor_id is null
  cross join lateral (select sum(w.units_counted) as units from public.counted_loads w
    where w.pickup_point_id = p.id and w.subject_id = coalesce(o.group_buy_id, o.id) and w.product_id = l.product_id) counted
  cross join lateral (select sum(x.quantity - public.short_units(x.id)) as units from public.order_lines x join public.orders y on y.id = x.order_id
    where y.pickup_point_id = p.id and x.product_id = l.product_id and coalesce(y.group_buy_id, y.id) = coalesce(o.group_buy_id, o.id)
      and y.is_paid and y.status not in ('refunding', 'refunded')) due
  where l.id = of_line and o.status in ('paid', 'confirmed', 'ready') and counted.units >= due.units
$$;
comment on function public.waits_at_hub(uuid) is 'The hub where goods that are not yet handed over are stored, and until when; no row unless a hub has confirmed them.';

-- For views, which call functions with the reader's rights.
create function rights.claimable_worth(of_order uuid) returns table (hand_over_id uuid, line_id uuid, quantity integer, worth_kobo bigint)
language sql stable security definer set search_path = '' as $$
  select w.* from public.claimable_worth(of_order) w
  where rights.is_service() or exists (select from public.orders o where o.id = of_order and o.user_id = auth.uid() and not rights.owes_second_step())
$$;

create function rights.waits_at_hub(of_line uuid) returns table (place text, until timestamptz) language sql stable security definer set search_path = '' as $$
  select w.* from public.waits_at_hub(of_line) w where rights.is_service() or exists (select from public.order_lines l join public.orders o on o.id = l.order_id
    where l.id = of_line and o.user_id = auth.uid() and not rights.owes_second_step())
$$;

create function rights.claim_worth_kobo(claim uuid) returns bigint language sql stable security definer set search_path = '' as
$$ select public.claim_worth_kobo(claim) where claim in (select rights.my_claim_ids()) $$;

-- Counts people, not claims, so that one person who collects in parts cannot stop a lot alone. Claims about charges or about the
-- collector say nothing about the goods.
create function public.lot_count(buy uuid) returns table (claimed integer, needed integer) language sql stable security definer set search_path = '' as $$
  select (select count(distinct c.buyer_id) from public.claims c join public.orders o on o.id = c.order_id where o.group_buy_id = buy and c.lot_id is null
      and c.reason not in ('charged_wrongly', 'not_by_me') and c.status not in ('withdrawn', 'rejected', 'rejected_final'))::integer,
    greatest(public.whole_setting('lot_claims_least'), ceil((select count(distinct o.user_id) from public.orders o where o.group_buy_id = buy and o.paid_at is not null
      and o.status not in ('cancelled', 'expired')) * public.whole_setting('lot_claims_percent') / 100.0))::integer
$$;

create function public.may_judge_lot(lot uuid, person uuid, step text) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.lot_incidents l join public.profiles p on p.id = person where l.id = lot
    and case step when 'decide' then p.role = 'coordinator' when 'appeal' then p.role = 'chief' and person is distinct from l.decided_by else false end
    and not public.has_part_in('lot', lot, person))
$$;
comment on function public.may_judge_lot(uuid, uuid, text) is 'Whether the person may decide the lot at this step (decide, appeal). False for anyone with a part in it: its buyers, its shop, their referrers, and staff who handed its goods over.';

-- The parties: the shop, its overseers, and every buyer with a claim in the incident.
create function rights.my_lot_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select lot_id from public.claims where lot_id is not null and buyer_id = auth.uid() and not rights.owes_second_step()
  union select id from public.lot_incidents where vendor_id = rights.my_vendor_id() or vendor_id in (select rights.overseen_vendor_ids())
$$;

create function rights.has_part_in_lot(lot uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select lot in (select rights.my_lot_ids()) and rights.has_role('coordinator', 'chief')
    and not public.may_judge_lot(lot, auth.uid(), case when rights.has_role('chief') then 'appeal' else 'decide' end)
$$;

create function rights.lot_sums(lot uuid) returns table (buyers integer, claims integer, undecided integer, requested_kobo bigint, worth_kobo bigint, held_kobo bigint)
language sql stable security definer set search_path = '' as $$
  select (select count(distinct o.user_id) from public.orders o where o.group_buy_id = l.group_buy_id and o.paid_at is not null and o.status not in ('cancelled', 'expired'))::integer,
    count(c.id)::integer, (count(c.id) filter (where c.status in ('open', 'answered', 'offered', 'disputed', 'proposed')))::integer, coalesce(sum(c.requested_kobo), 0)::bigint,
    coalesce(sum(case when c.returned_goods_kobo is null then public.claim_worth_kobo(c.id) else c.returned_goods_kobo end), 0)::bigint,
    (select coalesce(sum(h.goods_kobo), 0) from public.hand_overs h join public.orders o on o.id = h.order_id
      where o.group_buy_id = l.group_buy_id and h.status = 'done' and h.released_at is null)::bigint
  from public.lot_incidents l left join public.claims c on c.lot_id = l.id and c.status <> 'withdrawn'
  where l.id = lot and (l.vendor_id = rights.my_vendor_id() or l.vendor_id in (select rights.overseen_vendor_ids())) group by l.id
$$;

-- Extends the claim period for buyers who are notified of a lot incident after their own period has ended.
create function rights.lot_opened_at(buy uuid) returns timestamptz language sql stable security definer set search_path = '' as
$$ select max(created_at) from public.lot_incidents where group_buy_id = buy and status = 'open' $$;

create function public.has_undecided_claim(of_order uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.claims c where c.order_id = of_order and c.ended_at is null)
    or exists (select from public.orders o join public.lot_incidents l on l.group_buy_id = o.group_buy_id
      where o.id = of_order and (l.status in ('open', 'appealed') or l.status = 'decided' and l.appeal_by >= clock_timestamp()))
$$;
comment on function public.has_undecided_claim(uuid) is 'Whether a claim about this order, or a lot that it is from, is still to be decided or carried out.';
