-- A shop's owner and staff cannot join its buys or order from it: they have inside knowledge and could fill a buy themselves.
create function rights.serves_shop(person uuid, shop uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.vendors v where v.id = shop and v.owner_id = person)
    or exists (select from public.memberships m where m.vendor_id = shop and m.person_id = person and m.ended_at is null)
$$;

create function public.household(person uuid) returns setof uuid language sql stable security definer set search_path = '' as $$
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
