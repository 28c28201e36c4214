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
