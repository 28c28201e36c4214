-- The shop, Nigerian state and person of a record of the back office; no row if there is none.
create function public.record_subject(record_kind text, record_id uuid) returns table (vendor_id uuid, state text, person_id uuid)
language sql stable security definer set search_path = '' as $$
  select o.vendor_id, v.state, o.user_id from public.orders o join public.vendors v on v.id = o.vendor_id where $1 = 'order' and o.id = $2
  union all select c.vendor_id, v.state, c.buyer_id from public.claims c join public.vendors v on v.id = c.vendor_id where $1 = 'claim' and c.id = $2
  union all select g.vendor_id, v.state, null from public.group_buys g join public.vendors v on v.id = g.vendor_id where $1 = 'buy' and g.id = $2
  union all select v.id, v.state, null from public.vendors v where $1 = 'shop' and v.id = $2
  union all select null, null, p.id from public.profiles p where $1 = 'person' and p.id = $2
  union all select null, null, p.user_id from public.payments p where $1 = 'payment' and p.id = $2
  union all select p.vendor_id, p.state, null from public.pickup_points p where $1 = 'place' and p.id = $2
$$;

-- A manager opens the records of their states, and people who bought or sell there; payments are the chief's.
create function public.may_open_record(viewer uuid, record_kind text, record_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p join public.record_subject($2, $3) s on s.person_id is distinct from p.id
    where p.id = $1 and case p.role
      when 'chief' then true
      when 'coordinator' then $2 <> 'payment' and ($2 <> 'person' or public.may_see_person(p.id, s.person_id))
      when 'manager' then case when $2 in ('payment', 'place') then false
        when $2 = 'person' then public.may_see_person(p.id, s.person_id)
        else exists (select from public.manager_regions r where r.manager_id = p.id and r.state = s.state) end
      else false end)
$$;
comment on function public.may_open_record(uuid, text, uuid) is 'Whether staff may open a record, not counting the second step. No staff opens a record about themselves.';

create function rights.opens_record(record_kind text, record_id uuid) returns boolean language sql stable security definer set search_path = '' as
$$ select rights.has_role('manager', 'coordinator', 'chief') and public.may_open_record(auth.uid(), $1, $2) $$;

-- Notes name colleagues, whose profiles only chiefs can read.
create function rights.name_for_staff(person uuid) returns text language sql stable security definer set search_path = '' as
$$ select p.full_name from public.profiles p where p.id = person and rights.has_role('manager', 'coordinator', 'chief') $$;

-- A call that was promised is its author's task on the day, and from the next day on that of everyone who may open the record.
-- The rights are those of may_open_record, asked for all calls together; the rule about people is asked once a person, and only for the
-- first 2,000 calls about people.
create function public.due_calls(most integer default 50, latest_first boolean default false)
returns table (id uuid, record_kind text, record_id uuid, record_name text, text text, next_call_on date, author_name text)
language sql stable security definer set search_path = '' as $$
  with me as materialized (
    select p.id, p.role, (clock_timestamp() at time zone 'Africa/Lagos')::date as day from public.profiles p
    where p.id = (select auth.uid()) and (select rights.has_role('manager', 'coordinator', 'chief'))
  ), shops as materialized (
    select v.id from me join public.manager_regions r on r.manager_id = me.id join public.vendors v on v.state = r.state where me.role = 'manager'
  ), of_records as (
    select d.* from me join public.staff_notes d on d.next_call_on <= me.day and d.done_at is null and d.next_call_on is not null
    where d.record_kind <> 'person' and (d.author_id = me.id or d.next_call_on < me.day) and d.about_id is distinct from me.id
      and case me.role when 'chief' then true when 'coordinator' then d.record_kind <> 'payment'
        else d.record_kind not in ('payment', 'place') and d.vendor_id in (select s.id from shops s) end
    order by case when latest_first then d.next_call_on end desc, case when not latest_first then d.next_call_on end, d.id
    limit least(greatest(most, 1), 100)
  ), of_people as materialized (
    select d.* from me join public.staff_notes d on d.next_call_on <= me.day and d.done_at is null and d.next_call_on is not null
    where d.record_kind = 'person' and (d.author_id = me.id or d.next_call_on < me.day)
    order by d.next_call_on, d.id limit 2000
  ), seen as materialized (
    select p.record_id from (select distinct o.record_id from of_people o) p cross join me where public.may_see_person(me.id, p.record_id)
  )
  select n.id, n.record_kind, n.record_id, public.record_name(n.record_kind, n.record_id), n.text, n.next_call_on, a.full_name
  from (
    select d.* from (select * from of_records union all select o.* from of_people o where o.record_id in (select s.record_id from seen s)) d
    order by case when latest_first then d.next_call_on end desc, case when not latest_first then d.next_call_on end, d.id
    limit least(greatest(most, 1), 100)) n
  left join public.profiles a on a.id = n.author_id
  order by case when latest_first then n.next_call_on end desc, case when not latest_first then n.next_call_on end, n.id
$$;
comment on function public.due_calls(integer, boolean) is 'Next calls of the reader that are due, the longest waiting first or last. @null none';

-- For lists of staff: "Order 1042, Ada Obi".
create function public.record_name(record_kind text, record_id uuid) returns text language sql stable security definer set search_path = '' as $$
  select case $1
    when 'order' then (select 'Order ' || o.order_no || ', ' || coalesce(nullif(o.buyer_name, ''), 'a buyer without a name') from public.orders o where o.id = $2)
    when 'claim' then (select 'Claim ' || c.claim_no from public.claims c where c.id = $2)
    when 'buy' then (select 'Group buy of ' || g.product_name from public.group_buys g where g.id = $2)
    when 'shop' then (select v.business_name from public.vendors v where v.id = $2)
    when 'person' then (select coalesce(nullif(p.full_name, ''), 'A person without a name') from public.profiles p where p.id = $2)
    when 'payment' then (select 'Payment ' || p.reference from public.payments p where p.id = $2)
    when 'place' then (select p.name from public.pickup_points p where p.id = $2) end
$$;

-- Acts of the audit log about a record and what belongs to it, and who opened it, newest first. The audit log as a whole is read by
-- coordinators and chiefs; a manager reads here what concerns a record of their states.
create function public.record_history(record_kind text, record_id uuid, most integer default 20)
returns table (id bigint, at timestamptz, action text, subject_type text, subject_id uuid, subject_name text, before jsonb, after jsonb, actor_name text, actor_role text)
language sql stable security definer set search_path = '' as $$
  with subjects as materialized (
    select s.type, s.id from (
      select unnest(case $1 when 'order' then array['order'] when 'claim' then array['claim'] when 'buy' then array['group_buy']
        when 'shop' then array['vendor', 'shop', 'shop_detail'] when 'person' then array['profile'] when 'payment' then array['payment']
        when 'place' then array['pickup_point', 'place'] end) as type, $2 as id
      union all select 'claim', c.id from public.claims c where $1 = 'order' and c.order_id = $2
      union all select 'refund', f.id from public.refunds f where $1 = 'order' and f.order_id = $2
      union all select 'refund', f.id from public.refunds f where $1 = 'payment' and f.payment_id = $2) s
    where (select rights.opens_record($1, $2))
  ), entries as (
    (select a.id, a.at, a.action, a.subject_type, a.subject_id, a.subject_name, a.before, a.after, a.actor_id
      from subjects s cross join lateral (select * from public.audit_log l where l.subject_type = s.type and l.subject_id = s.id
        order by l.at desc limit least(greatest(most, 1), 200)) a)
    union all
    (select null, w.hour, 'record.view', $1, $2, null, null, null, w.viewer_id from public.record_views w
      where w.record_kind = $1 and w.record_id = $2 and (select rights.opens_record($1, $2)) order by w.hour desc limit least(greatest(most, 1), 200))
    order by at desc limit least(greatest(most, 1), 200)
  )
  select e.id, e.at, e.action, e.subject_type, e.subject_id, coalesce(v.business_name, g.product_name, s.full_name, e.subject_name),
    public.shortened(e.before), public.shortened(e.after), p.full_name, p.role
  from entries e left join public.profiles p on p.id = e.actor_id
  left join public.vendors v on e.subject_type in ('vendor', 'shop', 'shop_detail') and v.id = e.subject_id
  left join public.group_buys g on e.subject_type = 'group_buy' and g.id = e.subject_id
  left join public.profiles s on e.subject_type = 'profile' and s.id = e.subject_id
  order by e.at desc, e.id desc nulls last
$$;
comment on function public.record_history(text, uuid, integer) is 'id is null for a view of the record (action record.view). @null id, subject_id, subject_name, before, after, actor_name, actor_role';

-- The parts of an order's record that staff have no tables for: who handed over, what the buyer was told, where the money went.
-- One reader for the page; each list is short and found by the order's index.
create function public.order_for_staff(record_id uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'charged_kobo', o.charged_kobo, 'peps_kobo', o.peps_kobo, 'delivery_fee_kobo', o.delivery_fee_kobo, 'paid_at', o.paid_at,
    'pay_by', coalesce(o.hold_expires_at, g.payment_due_at, (select c.hold_expires_at from public.checkouts c where c.id = o.checkout_id)),
    'share_date', coalesce(g.share_date, (select min(l.share_date) from public.order_lines l where l.order_id = o.id)),
    'is_uncollected', exists (select from public.uncollected u where u.order_id = o.id and u.closed_at is null),
    'takes_over', (select jsonb_build_object('id', t.id, 'order_no', t.order_no) from public.orders t where t.id = o.takes_over_order_id),
    'taken_over_by', (select jsonb_build_object('id', t.id, 'order_no', t.order_no) from public.orders t where t.takes_over_order_id = o.id and t.paid_at is not null),
    'payments', coalesce((select jsonb_agg(to_jsonb(t) order by t.created_at) from (
      select p.id, p.reference, p.gateway, p.status, p.created_at, k.naira_kobo, k.peps_kobo from public.payment_parts k
      join public.payments p on p.id = k.payment_id where k.order_id = o.id order by p.created_at desc limit 20) t), '[]'),
    'refunds', coalesce((select jsonb_agg(to_jsonb(t) order by t.created_at) from (
      select f.id, f.amount_kobo, f.status, f.reason, f.expected_by, f.processed_at, f.created_at from public.refunds f
      where f.order_id = o.id order by f.created_at desc limit 20) t), '[]'),
    'payouts', coalesce((select jsonb_agg(to_jsonb(t) order by t.created_at) from (
      select y.id, y.status, n.amount_kobo, y.created_at, y.arrived_at from public.payout_orders n join public.payouts y on y.id = n.payout_id
      where n.order_id = o.id order by y.created_at desc limit 20) t), '[]'),
    'hand_overs', coalesce((select jsonb_agg(to_jsonb(t) order by t.created_at) from (
      select h.id, h.kind, h.status, h.due_until, h.done_at, h.proof, h.taken_by, h.claim_until, h.released_at, h.created_at,
        coalesce(l.name, v.business_name) as place_name, p.full_name as handled_by, x.identity, x.reason, x.by_shop, x.confirmed_at,
        (select f.acted_at from public.offline_hand_overs f where f.hand_over_id = h.id and f.conflict is null) as acted_at,
        case when rights.has_role('coordinator', 'chief') then x.photo end as photo
      from public.hand_overs h left join public.pickup_points l on l.id = h.pickup_point_id left join public.profiles p on p.id = h.handled_by
      left join public.hand_over_overrides x on x.hand_over_id = h.id where h.order_id = o.id order by h.created_at desc limit 20) t), '[]'),
    'stops', coalesce((select jsonb_agg(to_jsonb(t) order by t.created_at) from (
      select s.id, s.status, s.reason, s.note, s.created_at, s.out_at, s.ended_at, r.window_from, r.window_until, p.full_name as rider
      from public.delivery_stops s join public.delivery_runs r on r.id = s.run_id left join public.profiles p on p.id = r.rider_id
      where s.order_id = o.id order by s.created_at desc limit 20) t), '[]'),
    'claims', coalesce((select jsonb_agg(to_jsonb(t) order by t.created_at) from (
      select c.id, c.claim_no, c.status, c.requested_kobo, c.created_at from public.claims c where c.order_id = o.id order by c.created_at desc limit 20) t), '[]'),
    'conversations', coalesce((select jsonb_agg(to_jsonb(t) order by t.last_message_at) from (
      select c.id, c.subject, c.last_message_at from public.conversations c where c.order_id = o.id order by c.last_message_at desc limit 10) t), '[]'),
    'notices', coalesce((select jsonb_agg(to_jsonb(t) order by t.created_at desc) from (
      select n.id, n.title, n.created_at, n.read_at from public.notices n where n.person_id = o.user_id and n.created_at >= o.created_at
        and n.link like '/account/orders/' || o.id || '%' order by n.created_at desc limit 10) t), '[]'))
  from public.orders o join public.vendors v on v.id = o.vendor_id left join public.group_buys g on g.id = o.group_buy_id
  where o.id = $1 and (select rights.opens_record('order', $1))
$$;
comment on function public.order_for_staff(uuid) is 'For the record of an order; null for those who may not open it. Photographs of papers are for coordinators and chiefs.';

-- Where the goods and people of a group buy are, for its record.
create function public.buy_for_staff(record_id uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'states', coalesce((select jsonb_agg(to_jsonb(t) order by t.status) from (
      select o.status, count(*) as orders, count(distinct o.user_id) as people, sum(o.quantity) as units,
        min(case when o.status = 'pending' then coalesce(o.hold_expires_at, g.payment_due_at) end) as first_due_at
      from public.orders o where o.group_buy_id = g.id and (o.is_live or o.status <> 'pending') group by o.status) t), '[]'),
    'packed', (select count(*) from public.orders o where o.group_buy_id = g.id and o.status in ('paid', 'confirmed')
      and exists (select from public.order_lines l where l.order_id = o.id) and not exists (select from public.order_lines l where l.order_id = o.id and l.packed_at is null)),
    'places', coalesce((select jsonb_agg(to_jsonb(t) order by t.orders desc, t.name) from (
      select case when h.kind = 'delivery' then 'To be delivered' else coalesce(p.name, 'At the shop') end as name, count(*) as orders
      from public.orders o join public.hand_overs h on h.order_id = o.id and h.status = 'open' left join public.pickup_points p on p.id = h.pickup_point_id
      where o.group_buy_id = g.id and o.status = 'ready' group by 1 order by 2 desc limit 20) t), '[]'),
    'claims', (select count(*) from public.claims c join public.orders o on o.id = c.order_id where o.group_buy_id = g.id and c.ended_at is null))
  from public.group_buys g where g.id = $1 and (select rights.opens_record('buy', $1))
$$;
comment on function public.buy_for_staff(uuid) is 'For the record of a group buy; null for those who may not open it.';

-- People of a shop, whose profiles and memberships managers have no tables for.
create function public.shop_for_staff(record_id uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'owner_id', v.owner_id, 'owner_name', p.full_name,
    'people', coalesce((select jsonb_agg(to_jsonb(t) order by t.name) from (
      select m.person_id as id, s.full_name as name, m.duty from public.memberships m join public.profiles s on s.id = m.person_id
      where m.vendor_id = v.id and m.ended_at is null order by m.created_at limit 50) t), '[]'))
  from public.vendors v join public.profiles p on p.id = v.owner_id where v.id = $1 and (select rights.opens_record('shop', $1))
$$;
comment on function public.shop_for_staff(uuid) is 'For the record of a shop; null for those who may not open it.';
