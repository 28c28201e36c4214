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

-- The quick search of the desks: records of the reader's own scope, by names or exact numbers (domain/search/record-search.ts reads
-- the text). No contact is matched here: whole phone numbers and e-mail addresses go through the recorded people_by_contact.
create function search.record_scope(out is_staff boolean, out is_content boolean, out all_shops boolean, out states text[], out shops uuid[])
language plpgsql stable security definer set search_path = '' as $$
begin
  is_content := rights.keeps_content();
  is_staff := rights.has_role('manager', 'coordinator', 'chief');
  all_shops := is_staff and not rights.has_role('manager');
  states := array(select r.state from public.manager_regions r where is_staff and not all_shops and r.manager_id = auth.uid());
  shops := case when is_staff and not all_shops then array(select rights.overseen_vendor_ids()) when rights.has_role('vendor') then array[rights.my_vendor_id()] end;
  if not (is_staff or is_content) and shops[1] is null then raise exception using errcode = '42501', message = 'Only desks search records.'; end if;
end $$;

-- Names are matched by trigram indexes, word by word in any order. At most `candidates` of a common name are looked at; for those
-- who oversee some shops that may be too few, which a row without an id tells.
create function public.search_records(words text default '', order_number bigint default null, claim_number bigint default null, reference text default null, most integer default 6)
returns table (kind text, id uuid, name text, number bigint, status text, shop text, at timestamptz)
language plpgsql stable security definer set search_path = '' set jit = off set enable_seqscan = off set random_page_cost = 1 as $$
#variable_conflict use_column
declare
  scope record;
  said text := search.plain(left(words, 100));
  candidates constant integer := 2000;
  named text := (select string_agg(format('{} like %L', '%' || w || '%'), ' and ') from unnest((string_to_array(search.plain(left(words, 100)), ' '))[1:6]) w);
  -- The name itself, then what begins with it.
  best constant text := '{} = $1 desc, starts_with({}, $1) desc';
  people uuid[];
  products uuid[];
begin
  select s.* into scope from search.record_scope() s;
  most := least(greatest(most, 1), 20);
  if not scope.is_content then
    return query select 'order', o.id, o.buyer_name, o.order_no, o.status, v.business_name, o.created_at
      from public.orders o join public.vendors v on v.id = o.vendor_id
      where o.order_no = order_number and (scope.all_shops or o.vendor_id = any (scope.shops));
    return query select 'claim', c.id, null::text, c.claim_no, c.status, v.business_name, c.created_at
      from public.claims c join public.vendors v on v.id = c.vendor_id
      where c.claim_no = claim_number and (scope.all_shops or c.vendor_id = any (scope.shops));
    return query select 'lot', l.id, null::text, l.lot_no, l.status, v.business_name, l.created_at
      from public.lot_incidents l join public.vendors v on v.id = l.vendor_id
      where l.lot_no = claim_number and (scope.all_shops or l.vendor_id = any (scope.shops));
  end if;
  if scope.is_staff then
    return query select 'payment', p.id, p.reference, null::bigint, p.status, v.business_name, p.created_at
      from public.payments p
      left join lateral (select o.vendor_id from public.payment_parts k join public.orders o on o.id = k.order_id
        where k.payment_id = p.id and (scope.all_shops or o.vendor_id = any (scope.shops)) limit 1) k on true
      left join public.vendors v on v.id = k.vendor_id
      where p.reference = search_records.reference and (scope.all_shops or v.id is not null);
  end if;
  -- Two letters match half of all names, and no index.
  if not said ~ '[a-z0-9]{3}' then return; end if;

  if not scope.is_content then
    execute 'select array(select p.id from public.profiles p where ' || replace(named, '{}', 'search.plain(p.full_name)') || ' limit $1)' into people using candidates + 1;
    return query execute format($q$
      select 'person', p.id, coalesce(o.buyer_name, p.full_name), null::bigint, case when $4 then p.role end, o.business_name, coalesce(o.created_at, p.created_at)
      from public.profiles p left join lateral (select n.buyer_name, n.created_at, v.business_name from public.orders n join public.vendors v on v.id = n.vendor_id
        where n.user_id = p.id and ($3 is null or n.vendor_id = any ($3)) order by n.created_at desc limit 1) o on true
      where p.id = any ($2) and ($4 or o.created_at is not null) order by %s, p.full_name, p.id limit $5$q$, replace(best, '{}', 'search.plain(p.full_name)'))
      using said, people, case when not scope.all_shops then scope.shops end, rights.has_role('chief'), most;
    if cardinality(people) > candidates and scope.shops is not null then
      return query select 'person', null::uuid, null::text, null::bigint, null::text, null::text, null::timestamptz;
    end if;
  end if;
  if scope.is_staff then
    return query execute format($q$select 'shop', v.id, v.business_name, null::bigint, v.status, v.location, v.created_at
      from public.vendors v where ($2 is null or v.id = any ($2)) and %s order by %s, v.business_name, v.id limit $3$q$,
      replace(named, '{}', 'search.plain(v.business_name)'), replace(best, '{}', 'search.plain(v.business_name)')) using said, scope.shops, most;
    return query execute format($q$select 'place', p.id, p.name, null::bigint, case when p.closed_at is not null then 'closed' end, p.lga || ', ' || p.state, null::timestamptz
      from public.pickup_points p where ($2 is null or p.state = any ($2)) and %s order by %s, p.name, p.id limit $3$q$,
      replace(named, '{}', 'search.plain(p.name)'), replace(best, '{}', 'search.plain(p.name)')) using said, case when not scope.all_shops then scope.states end, most;
  end if;
  execute 'select array(select p.id from public.products p where ($2 is null or p.vendor_id = any ($2)) and ' || replace(named, '{}', 'search.plain(p.name)') || ' limit $1)'
    into products using 300, scope.shops;
  return query execute format($q$select 'product', p.id, p.name, null::bigint,
      case when p.archived_at is not null then 'archived' when p.paused_until is not null then 'paused' end, v.business_name, p.created_at
    from public.products p join public.vendors v on v.id = p.vendor_id where p.id = any ($2) order by p.archived_at is not null, %s, p.name, p.created_at desc, p.id limit $3$q$,
    replace(best, '{}', 'search.plain(p.name)')) using said, products, most;
  if not scope.is_content then
    return query select 'buy', g.id, g.product_name, null::bigint, g.status, v.business_name, coalesce(g.share_date::timestamp at time zone 'Africa/Lagos', g.end_date)
      from public.group_buys g join public.vendors v on v.id = g.vendor_id where g.product_id = any (products)
      order by g.status = 'active' desc, g.created_at desc, g.id limit most;
    return;
  end if;
  return query execute format($q$select 'deal', d.id, d.name, null::bigint, d.status, null::text, d.created_at
    from public.featured_deals d where %s order by d.status = 'active' desc, %s, d.created_at desc, d.id limit $2$q$,
    replace(named, '{}', 'search.plain(d.name)'), replace(best, '{}', 'search.plain(d.name)')) using said, most;
  return query execute format($q$select 'advert', a.id, a.title, null::bigint, a.status, null::text, a.start_date
    from public.advertisements a where %s order by a.status = 'active' desc, %s, a.start_date desc, a.id limit $2$q$,
    replace(named, '{}', 'search.plain(a.title)'), replace(best, '{}', 'search.plain(a.title)')) using said, most;
  return query execute format($q$select 'post', b.id, b.title, null::bigint, b.status, null::text, coalesce(b.published_at, b.created_at)
    from public.blog_posts b where %s order by %s, coalesce(b.published_at, b.created_at) desc, b.id limit $2$q$,
    replace(named, '{}', 'search.plain(b.title)'), replace(best, '{}', 'search.plain(b.title)')) using said, most;
end $$;
comment on function public.search_records(text, bigint, bigint, text, integer) is 'The first of each kind that the reader''s desk works with. A row without an id: more people have this name than were looked at. number: of an order, claim or lot. shop: of a place and a shop, where it is. @null id, name, number, status, shop, at';

-- Whole numbers and addresses only, for the command that records each look-up.
create function public.people_by_contact(reader uuid, phone text, email text) returns table (id uuid, full_name text, shop text, last_order_at timestamptz)
language sql stable security definer set search_path = '' set enable_seqscan = off as $$
  select p.id, p.full_name, o.business_name, o.created_at
  from public.profiles r cross join public.profiles p
  left join lateral (select n.created_at, v.business_name from public.orders n join public.vendors v on v.id = n.vendor_id
    where n.user_id = p.id and rights.person_oversees(r.id, v.state) order by n.created_at desc limit 1) o on true
  where r.id = reader and r.role in ('manager', 'coordinator', 'chief') and p.id in (
      select u.id from auth.users u where u.phone = ltrim($2, '+')
      union select u.id from auth.users u where u.email = $3 and not u.is_sso_user
      union select a.user_id from public.addresses a where public.phone_key(a.phone) = public.phone_key($2)
      union select n.user_id from public.order_addresses a join public.orders n on n.id = a.order_id where public.phone_key(a.phone) = public.phone_key($2)
      union select v.owner_id from public.vendor_details d join public.vendors v on v.id = d.vendor_id where public.phone_key(d.phone) = public.phone_key($2))
    and (r.role = 'chief' or o.created_at is not null
      or exists (select from public.vendors v where v.owner_id = p.id and rights.person_oversees(r.id, v.state)))
  order by o.created_at desc nulls last, p.full_name, p.id limit 5
$$;
comment on function public.people_by_contact(uuid, text, text) is 'People with this phone number (+234 and ten digits) or this e-mail address whom the reader oversees: buyers and owners of overseen shops; a chief finds everyone. @null shop, last_order_at';
