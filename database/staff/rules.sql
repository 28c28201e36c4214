-- Without settings and rights of its own, so that PostgreSQL inlines it into the guard of orders, which asks for every row.
create function public.parts_in_shop(person uuid, shop uuid) returns setof uuid language sql stable as $$
  select v.id from public.vendors v where v.id = shop and v.owner_id = person
  union all select m.vendor_id from public.memberships m where m.vendor_id = shop and m.person_id = person and m.ended_at is null
$$;

-- A shop's owner and staff cannot join its buys or order from it: they have inside knowledge and could fill a buy themselves.
create function rights.serves_shop(person uuid, shop uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.parts_in_shop(person, shop))
$$;

-- From the few phones, streets and accounts of one person: hashing every address of the market to find them takes seconds.
create function public.household(person uuid) returns setof uuid
language sql stable security definer set search_path = '' set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
  with phones as (
    select public.phone_key(u.phone) as phone from auth.users u where u.id = person
    union select public.phone_key(a.phone) from public.addresses a where a.user_id = person
    union select public.phone_key(d.phone) from public.orders o join public.order_addresses d on d.order_id = o.id where o.user_id = person
    union select public.phone_key(d.phone) from public.vendors v join public.vendor_details d on d.vendor_id = v.id where v.owner_id = person
  ), streets as (
    select public.street_key(a.state, a.lga, a.street) as street from public.addresses a where a.user_id = person
    union select public.street_key(d.state, d.lga, d.street) from public.orders o join public.order_addresses d on d.order_id = o.id where o.user_id = person
  ), accounts as (
    select b.account_number, b.bank_code from public.vendors v join public.bank_accounts b on b.vendor_id = v.id where v.owner_id = person
    union select f.to_account_number, f.to_bank_code from public.payments p join public.refunds f on f.payment_id = p.id
      where p.user_id = person and f.to_account_number is not null
  )
  select person
  union select u.id from phones k join auth.users u on u.phone in (k.phone, '234' || k.phone)
  union select a.user_id from phones k join public.addresses a on public.phone_key(a.phone) = k.phone
  union select o.user_id from phones k join public.order_addresses d on public.phone_key(d.phone) = k.phone join public.orders o on o.id = d.order_id
  union select v.owner_id from phones k join public.vendor_details d on public.phone_key(d.phone) = k.phone join public.vendors v on v.id = d.vendor_id
  union select a.user_id from streets k join public.addresses a on public.street_key(a.state, a.lga, a.street) = k.street
  union select o.user_id from streets k join public.order_addresses d on public.street_key(d.state, d.lga, d.street) = k.street
    join public.orders o on o.id = d.order_id
  union select v.owner_id from accounts k join public.bank_accounts b using (account_number, bank_code) join public.vendors v on v.id = b.vendor_id
  union select p.user_id from accounts k join public.refunds f on f.to_account_number = k.account_number and f.to_bank_code = k.bank_code
    join public.payments p on p.id = f.payment_id
$$;
comment on function public.household(uuid) is 'The person, and every account with the same phone number, delivery address or bank account.';

-- People with a part in a matter, and which part. Ended memberships count: former staff are not impartial either.
create function public.parties_of(subject text, subject_id uuid) returns table (person_id uuid, part text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  in_orders uuid[] := '{}';
  in_shops uuid[] := '{}';
  in_places uuid[] := '{}';
  named uuid[] := '{}';
begin
  case subject
    when 'order' then in_orders := array[subject_id];
    when 'hand_over' then in_orders := array(select h.order_id from public.hand_overs h where h.id = subject_id);
    when 'line' then in_orders := array(select l.order_id from public.order_lines l where l.id = subject_id);
    when 'claim' then in_orders := array(select c.order_id from public.claims c where c.id = subject_id);
    when 'shortfall' then
      return query select q.* from public.shortfalls s
        cross join lateral public.parties_of(case when s.line_id is null then 'buy' else 'line' end, coalesce(s.line_id, s.group_buy_id)) q where s.id = subject_id;
    when 'buy' then
      in_orders := array(select o.id from public.orders o where o.group_buy_id = subject_id and o.status not in ('cancelled', 'expired'));
      in_shops := array(select g.vendor_id from public.group_buys g where g.id = subject_id);
    when 'lot' then
      in_orders := array(select o.id from public.lot_incidents l join public.orders o on o.group_buy_id = l.group_buy_id where l.id = subject_id
        and o.status not in ('cancelled', 'expired'));
      in_shops := array(select l.vendor_id from public.lot_incidents l where l.id = subject_id);
    when 'payment' then
      in_orders := array(select k.order_id from public.payment_parts k where k.payment_id = subject_id);
      named := array(select p.user_id from public.payments p where p.id = subject_id);
    when 'refund' then
      in_orders := array(select f.order_id from public.refunds f where f.id = subject_id and f.order_id is not null
        union select k.order_id from public.refunds f join public.payment_parts k on k.payment_id = f.payment_id where f.id = subject_id and f.order_id is null);
      named := array(select p.user_id from public.refunds f join public.payments p on p.id = f.payment_id where f.id = subject_id);
    when 'difference' then
      return query select q.* from public.book_differences d
        cross join lateral (select 'payment' as kind, p.id from public.payments p where d.kind = 'payment' and p.reference = d.reference
          union all select 'refund', f.id from public.refunds f where d.kind = 'refund' and d.reference in (f.id::text, f.gateway_refund_id)
          union all select 'payout', o.id from public.payouts o where d.kind = 'payout' and o.reference = d.reference) n
        cross join lateral public.parties_of(n.kind, n.id) q where d.id = subject_id;
    when 'payout' then in_shops := array(select p.vendor_id from public.payouts p where p.id = subject_id);
    when 'shop' then in_shops := array[subject_id];
    when 'shop_change' then in_shops := array(select c.vendor_id from public.shop_changes c where c.id = subject_id);
    when 'product' then in_shops := array(select p.vendor_id from public.products p where p.id = subject_id);
    when 'place' then in_places := array[subject_id];
    -- The person who entered an amount (0832) cannot be its second person.
    when 'amount' then
      named := array(select a.entered_by from public.typed_amounts a where a.id = subject_id);
      return query select q.* from public.typed_amounts a cross join lateral public.parties_of(a.subject, a.subject_id) q where a.id = subject_id;
    when 'person' then named := array[subject_id];
    when 'business' then
      named := array(select m.person_id from public.business_members m where m.business_id = subject_id and m.person_id is not null);
    when 'quantity_request' then named := array(select q.person_id from public.quantity_requests q where q.id = subject_id);
    when 'review' then
      in_shops := array(select r.vendor_id from public.reviews r where r.id = subject_id);
      named := array(select r.author_id from public.reviews r where r.id = subject_id);
    when 'question' then
      in_shops := array(select q.vendor_id from public.product_questions q where q.id = subject_id);
      named := array(select q.asker_id from public.product_questions q where q.id = subject_id);
    when 'support_case' then
      named := array(select coalesce(c.created_by, m.person_id) from public.support_cases s left join public.conversations c on c.id = s.conversation_id
        left join public.contact_messages m on m.id = s.contact_id where s.id = subject_id or s.contact_id = subject_id);
    when 'ajo_circle' then named := array(select m.person_id from public.ajo_members m where m.circle_id = subject_id);
    when 'message_report' then
      named := array(select r.reporter_id from public.message_reports r where r.id = subject_id
        union select r.writer_id from public.message_reports r where r.id = subject_id);
  end case;
  in_shops := in_shops || array(select distinct o.vendor_id from public.orders o where o.id = any (in_orders))
    || array(select p.vendor_id from public.pickup_points p where p.id = any (in_places) and p.vendor_id is not null);
  in_places := in_places || array(select distinct o.pickup_point_id from public.orders o where o.id = any (in_orders) and o.pickup_point_id is not null
    union select h.pickup_point_id from public.hand_overs h where h.order_id = any (in_orders) and h.pickup_point_id is not null);
  return query
    select unnest(named), 'named'
    union select o.user_id, 'buyer' from public.orders o where o.id = any (in_orders)
    union select r.referrer_id, 'referrer' from public.orders o join public.referrals r on r.referred_id = o.user_id where o.id = any (in_orders)
    union select h.handled_by, 'handler' from public.hand_overs h where h.order_id = any (in_orders)
      and h.handled_by is not null and h.proof is distinct from 'decision'
    union select v.owner_id, 'shop' from public.vendors v where v.id = any (in_shops)
    union select m.person_id, 'shop' from public.memberships m where m.vendor_id = any (in_shops)
    union select m.person_id, 'place' from public.memberships m where m.pickup_point_id = any (in_places);
end $$;
comment on function public.parties_of(text, uuid) is 'part: named, buyer, referrer, handler, shop (owner or staff) or place. An unknown subject raises an error.';

create function public.has_part_in(subject text, subject_id uuid, person uuid, by_duty boolean default false)
returns boolean language sql stable security definer set search_path = '' as $$
  select person is not null and subject_id is not null and exists (
    select from public.parties_of(subject, subject_id) p where not (by_duty and p.part in ('shop', 'place', 'handler'))
      and p.person_id in (select public.household(person)))
$$;
comment on function public.has_part_in(text, uuid, uuid, boolean) is 'by_duty: the person acts for the shop or place, so its part is ignored; what remains is their own order, their household''s, or one of a person they referred.';

-- A shop may cancel its own buy and pay for its own shortfalls: that is not a decision about other parties.
create function public.runs_shop_of(subject text, subject_id uuid, person uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.parties_of(subject, subject_id) p join public.vendors v on v.owner_id = p.person_id
    where p.part = 'shop' and p.person_id = person)
$$;

-- Bounds on the amount, computed from the goods. Kobo.
create function public.amount_bounds(act text, subject_id uuid, out usual_from bigint, out usual_to bigint, out most bigint)
language plpgsql stable security definer set search_path = '' as $$
declare worth bigint;
begin
  case act
    -- The goods left, with the fee that was paid on them. A resale yields at most twice that.
    when 'resale' then
      select g.kobo + g.kobo * o.buyer_fee_bps / 10000 into worth from public.orders o cross join public.goods_left_kobo(o.id) as g (kobo) where o.id = $2;
      usual_from := (worth * 50 + 99) / 100; usual_to := worth * 120 / 100; most := worth * 2;
    when 'partial-refund' then
      select (o.total_amount * 100)::bigint - o.returned_goods_kobo into most from public.orders o where o.id = $2;
      usual_from := 1; usual_to := most;
    when 'refund-account' then
      select f.amount_kobo into most from public.refunds f where f.id = $2;
      usual_from := most; usual_to := most;
    when 'cash-banked' then
      most := greatest(0, -coalesce(ledger.balance_kobo('place_cash', $2), 0));
      usual_from := 1; usual_to := most;
  end case;
end $$;

create function public.staff_rank(role text) returns integer language sql immutable parallel safe set search_path = '' as
$$ select case role when 'manager' then 1 when 'coordinator' then 2 when 'chief' then 3 else 0 end $$;

-- A chief could appoint a second chief and approve their own amount.
create function public.may_decide_amount(amount uuid, person uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.typed_amounts a join public.profiles p on p.id = person where a.id = amount
    and public.staff_rank(p.role) >= public.staff_rank(a.entered_role)
    and (p.role <> 'manager' or exists (select from public.manager_regions r where r.manager_id = person and r.state = a.state))
    and not exists (select from public.audit_log l where l.subject_type = 'profile' and l.subject_id = person and l.action = 'role.set' and l.at > now() - interval '7 days')
    and not public.has_part_in('amount', amount, person))
$$;

create function rights.may_agree_to(amount uuid) returns boolean language sql stable security definer set search_path = '' as
$$ select public.may_decide_amount(amount, auth.uid()) $$;

-- A manager sees people with an order at a shop, a shop or a duty in their states, a coordinator those of any state and managers, a chief
-- everybody. No staff sees their own record.
create function public.may_see_person(viewer uuid, person uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles w where w.id = viewer and viewer <> person and (w.role = 'chief' or w.role in ('manager', 'coordinator') and (
    exists (select from public.orders o join public.vendors v on v.id = o.vendor_id where o.user_id = person and rights.person_oversees(viewer, v.state))
    or exists (select from public.vendors v where v.owner_id = person and rights.person_oversees(viewer, v.state))
    or exists (select from public.memberships m left join public.vendors v on v.id = m.vendor_id left join public.pickup_points p on p.id = m.pickup_point_id
      where m.person_id = person and m.ended_at is null and rights.person_oversees(viewer, coalesce(v.state, p.state)))
    or w.role = 'coordinator' and exists (select from public.profiles p where p.id = person and p.role = 'manager'))))
$$;
comment on function public.may_see_person(uuid, uuid) is 'Not counting the second step: for commands, which check it before they run.';

create function rights.oversees_person(person uuid) returns boolean language sql stable security definer set search_path = '' as
$$ select rights.has_role('manager', 'coordinator', 'chief') and public.may_see_person(auth.uid(), person) $$;

create function public.masked(said text) returns text language sql immutable set search_path = '' as $$
  select case when said like '%@%' then left(said, 1) || '***@' || split_part(said, '@', 2) when said <> '' then '***' || right(said, 3) end
$$;
comment on function public.masked(text) is 'An e-mail address or phone number that says only whether it could be the one the person names.';

-- The head of a person's record. Contacts are masked: the command `reveal-contact` shows and records them.
create function public.person_record(person uuid) returns table (id uuid, full_name text, role text, created_at timestamptz, last_sign_in_at timestamptz,
  is_confirmed boolean, is_verified boolean, is_deleted boolean, email text, phone text, language text, business text, states text[], suspended_at timestamptz,
  suspension_reason text, may_suspend boolean, waits_for_chief boolean) language sql stable security definer set search_path = '' as $$
  select p.id, p.full_name, p.role, p.created_at, u.last_sign_in_at, coalesce(u.email_confirmed_at is not null or u.phone_confirmed_at is not null, false),
    exists (select from public.verified_accounts v where v.profile_id = p.id), u.id is null or u.deleted_at is not null, public.masked(u.email), public.masked(u.phone),
    u.raw_user_meta_data ->> 'language',
    (select b.name from public.business_members m join public.businesses b on b.id = m.business_id where m.person_id = p.id and m.ended_at is null limit 1),
    array(select r.state from public.manager_regions r where r.manager_id = p.id order by r.state), s.suspended_at, s.reason, rights.outranks(auth.uid(), p.id),
    rights.waits_for_chief(auth.uid(), p.id)
  from public.profiles p left join auth.users u on u.id = p.id
  left join public.account_suspensions s on s.person_id = p.id and s.ended_at is null
  where p.id = person and rights.oversees_person(person)
$$;
comment on function public.person_record(uuid) is 'One row if the reader may see the person, none otherwise. @null last_sign_in_at, email, phone, language, business, suspended_at, suspension_reason';

-- Money of the person's orders that the reader oversees. PEPS are not tied to a state: coordinators and chiefs read them.
create function public.person_money(person uuid) returns table (orders integer, live_orders integer, unpaid_orders integer, held_kobo bigint, coming_back_kobo bigint,
  stuck_refunds integer, open_disputes integer, peps_kobo bigint) language sql stable security definer set search_path = '' as $$
  with seen as materialized (
    select o.id, o.status, o.is_live, o.is_paid from public.orders o
    where o.user_id = person and o.vendor_id in (select rights.overseen_vendor_ids()) and rights.oversees_person(person)
  )
  select count(*)::integer, count(*) filter (where s.is_live and s.is_paid and s.status <> 'completed')::integer, count(*) filter (where s.status = 'pending')::integer,
    coalesce(sum((select a.balance_kobo from ledger.accounts a where a.kind = 'escrow' and a.owner_id = s.id)), 0)::bigint,
    coalesce(sum(f.kobo), 0)::bigint, coalesce(sum(f.stuck), 0)::integer,
    (select count(distinct (d.gateway, d.id)) from public.disputes d join public.payment_parts t on t.payment_id = d.payment_id
      where d.status = 'open' and t.order_id in (select id from seen))::integer,
    case when rights.has_role('coordinator', 'chief') then coalesce(ledger.balance_kobo('peps', person), 0) end
  from seen s left join lateral (
    select sum(r.amount_kobo)::bigint as kobo, count(*) filter (where r.status in ('needs_attention', 'failed'))::integer as stuck
    from public.refunds r where r.order_id = s.id and r.status <> 'processed'
  ) f on true
$$;
comment on function public.person_money(uuid) is '@null peps_kobo';

create function public.person_duties(person uuid) returns table (kind text, name text, subject_kind text, subject_id uuid, state text, since timestamptz)
language sql stable security definer set search_path = '' as $$
  select 'shop', v.business_name, 'shop', v.id, v.state, v.created_at from public.vendors v where v.owner_id = person and v.id in (select rights.overseen_vendor_ids())
  union all
  select m.duty, coalesce(v.business_name, p.name), case when v.id is null then 'place' else 'shop' end, coalesce(v.id, p.id), coalesce(v.state, p.state), m.created_at
  from public.memberships m left join public.vendors v on v.id = m.vendor_id left join public.pickup_points p on p.id = m.pickup_point_id
  where m.person_id = person and m.ended_at is null and rights.oversees(coalesce(v.state, p.state))
$$;
comment on function public.person_duties(uuid) is 'kind: shop (its owner), hand-over or delivery (for a shop or at a place). @null none';

-- Devices say where a person is: chiefs only.
create function public.person_devices(person uuid) returns table (user_agent text, last_used_at timestamptz, signed_in_at timestamptz, has_second_step boolean)
language sql stable security definer set search_path = '' as $$
  select s.user_agent, coalesce(s.refreshed_at, s.created_at), s.created_at, s.aal = 'aal2' from auth.sessions s
  where s.user_id = person and (s.not_after is null or s.not_after > now()) and rights.has_role('chief') order by 2 desc limit 20
$$;
comment on function public.person_devices(uuid) is '@null user_agent';

-- Subjects and times, never contents. Subjects name shops of any state: coordinators and chiefs only.
create function public.person_notices(person uuid) returns table (channel text, subject text, at timestamptz, status text)
language sql stable security definer set search_path = '' as $$
  select * from (
    (select 'Notice', n.title, n.created_at, case when n.read_at is null then 'not read' else 'read' end from public.notices n where n.person_id = person order by n.created_at desc limit 20)
    union all
    (select 'E-mail', l.subject, l.created_at, l.status from public.email_logs l where lower(l.recipient_email) = lower((select u.email from auth.users u where u.id = person))
      order by l.created_at desc limit 20)
    union all
    (select m.channel, m.kind, m.created_at, m.status from public.text_messages m where m.person_id = person order by m.created_at desc limit 20)
  ) told (channel, subject, at, status)
  where rights.has_role('coordinator', 'chief') and rights.oversees_person(person) order by at desc limit 20
$$;
comment on function public.person_notices(uuid) is '@null none';

-- Orders, money and duties that a suspension meets, named before it is pressed.
create function public.suspension_impact(person uuid) returns table (paid_orders integer, unpaid_orders integer, open_buys integer, held_kobo bigint, shop_id uuid,
  shop_name text, shop_orders integer, shop_kobo bigint, duties integer, is_out boolean) language sql stable security definer set search_path = '' as $$
  select (select count(*) from public.orders o where o.user_id = person and o.is_live and o.is_paid and o.status <> 'completed')::integer,
    (select count(*) from public.orders o where o.user_id = person and o.status = 'pending')::integer,
    (select count(distinct o.group_buy_id) from public.orders o join public.group_buys g on g.id = o.group_buy_id where o.user_id = person and o.is_live and g.status = 'active')::integer,
    coalesce((select sum(a.balance_kobo) from public.orders o join ledger.accounts a on a.kind = 'escrow' and a.owner_id = o.id where o.user_id = person), 0)::bigint,
    v.id, v.business_name, (select count(*) from (select from public.orders o where o.vendor_id = v.id and o.status in ('paid', 'confirmed', 'ready') limit 1000) x)::integer,
    coalesce(ledger.balance_kobo('vendor', v.id), 0), (select count(*) from public.memberships m where m.person_id = person and m.ended_at is null)::integer,
    exists (select from public.delivery_runs r where r.rider_id = person and r.status = 'out')
  from public.profiles p left join public.vendors v on v.owner_id = p.id
  where p.id = person and rights.outranks(auth.uid(), person) and rights.has_role('coordinator', 'chief')
$$;
comment on function public.suspension_impact(uuid) is 'For coordinators and chiefs who may suspend the person. @null shop_id, shop_name';

create function public.colleague_names(people uuid[]) returns table (id uuid, full_name text) language sql stable security definer set search_path = '' as $$
  select p.id, p.full_name from public.profiles p
  where p.id = any (people[1:20]) and p.role in ('manager', 'coordinator', 'chief', 'administrator', 'supervisor')
    and rights.has_role('manager', 'coordinator', 'chief', 'administrator', 'supervisor')
$$;
comment on function public.colleague_names(uuid[]) is 'Names of members of staff, for a member of staff; of the first 20 ids.';
