-- What a search text may mean to the desks: an order number, a telephone number, an address, a payment reference, or words of names. Staff find people by
-- their contact and orders by their payment, shops do not: a shop must not learn who has which address.
create function search.order_clues(said text, for_staff boolean, out order_ids uuid[], out people uuid[], out shops uuid[], out products uuid[], out words text)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
declare
  text_said text := btrim(said);
  digits text := regexp_replace(text_said, '[\s+()-]', '', 'g');
  -- Of more than these the newest orders are looked through instead.
  most constant integer := 300;
begin
  if digits ~ '^\d{1,12}$' then order_ids := array(select id from public.orders where order_no = digits::bigint); end if;
  if for_staff and digits ~ '^(234|0)\d{10}$' then
    digits := regexp_replace(digits, '^0', '234');
    people := array(select id from auth.users where phone = digits);
    order_ids := order_ids || array(select order_id from public.order_addresses where phone = '+' || digits limit most);
  end if;
  if digits ~ '^\d+$' then return; end if;
  if text_said ~ '^\S+@\S+$' then
    if for_staff then people := array(select id from auth.users where email = lower(text_said) and not is_sso_user); end if;
    return;
  end if;
  if for_staff and text_said ~ '^[A-Za-z0-9.=-]{10,100}$' then
    order_ids := array(select p.order_id from public.payments y join public.payment_parts p on p.payment_id = y.id where y.reference = text_said);
  end if;
  -- Two letters are in half of all names.
  if length(search.plain(text_said)) < 3 then return; end if;
  words := '%' || replace(search.plain(text_said), ' ', '%') || '%';
  people := array(select id from public.profiles where search.plain(full_name) like words limit most + 1);
  products := array(select id from public.products where search.plain(name) like words limit most + 1);
  if for_staff then shops := array(select id from public.vendors where search.plain(business_name) like words limit most + 1); end if;
end $$;
revoke execute on function search.order_clues(text, boolean) from public;

-- A page of orders, newest first, from the key of the last row of the page before. Every source is read in the order of an index and stops at a page's length.
create function public.find_orders(search text default '', status text default '', kind text default '', month date default null, shop uuid default null, buy uuid default null,
  after_at timestamptz default null, after_id uuid default null, before_at timestamptz default null, before_id uuid default null, most integer default 25)
returns table (id uuid, created_at timestamptz, is_cut boolean) language plpgsql stable security definer set search_path = '' set jit = off set enable_seqscan = off as $$
declare
  own_shop uuid := rights.my_vendor_id();
  scope uuid[];
  order_ids uuid[];
  people uuid[];
  shops uuid[];
  products uuid[];
  words text;
  few constant integer := 300;
  ordinary constant integer := 3000;
  looked_through constant integer := 2000;
  window_of_each text;
  cut boolean := false;
  -- Of an order: its moment, its id, where it is read from, and on what condition.
  one_page text := 'select %2$s as id, %1$s as at from %3$s where %4$s';
  condition text := 'true';
  among text := '';
  each_shop text;
  sources text[] := '{}';
begin
  if shop is not null then
    if shop is distinct from own_shop and shop not in (select rights.overseen_vendor_ids()) then return; end if;
    scope := array[shop];
  elsif not rights.has_role('coordinator', 'chief') then
    scope := array(select rights.overseen_vendor_ids());
  end if;
  if cardinality(scope) = 0 then return; end if;
  if scope is not null then among := ' and o.vendor_id = any ($8)'; end if;

  if status = 'all-paid' then condition := condition || ' and o.is_paid'; elsif status <> '' then condition := condition || ' and o.status = $1'; end if;
  if kind = 'bulk' then condition := condition || ' and o.group_buy_id is null'; elsif kind <> '' then condition := condition || ' and o.group_buy_id is not null'; end if;
  if buy is not null then condition := condition || ' and o.group_buy_id = $10'; end if;
  if month is not null then
    one_page := one_page || $m$ and %1$s >= $2::timestamp at time zone 'Africa/Lagos' and %1$s < ($2 + interval '1 month') at time zone 'Africa/Lagos'$m$; end if;
  if after_at is not null then one_page := one_page || ' and %1$s <= $3 and (%1$s < $3 or %2$s > $4)'; end if;
  if before_at is not null then
    one_page := one_page || ' and %1$s >= $5 and (%1$s > $5 or %2$s < $6) order by %1$s, %2$s desc limit %5$s';
  else
    one_page := one_page || ' order by %1$s desc, %2$s limit %5$s';
  end if;
  each_shop := case when scope is null or buy is not null
    then format(one_page, 'o.created_at', 'o.id', 'public.orders o', condition || among, '%s')
    else 'select x.* from unnest($8) s (shop) cross join lateral ('
      || format(one_page, 'o.created_at', 'o.id', 'public.orders o', 'o.vendor_id = s.shop and ' || condition, '%s') || ') x' end;

  -- The newest of each shop, sorted once, are looked through for a name that very many have.
  window_of_each := 'select x.* from (' || format(each_shop, case when scope is null or buy is not null then looked_through else greatest(looked_through / cardinality(scope), 100) end)
    || ') x order by ' || case when before_at is null then 'x.at desc, x.id' else 'x.at, x.id desc' end;

  if btrim(search) = '' then
    sources := array[format(each_shop, '$7')];
  else
    select c.order_ids, c.people, c.shops, c.products, c.words into order_ids, people, shops, products, words
    from search.order_clues(search, shop is null or shop is distinct from own_shop) c;
    if cardinality(order_ids) > 0 then
      sources := sources || format(one_page, 'o.created_at', 'o.id', 'public.orders o', 'o.id = any ($9) and ' || condition || among, '$7'); end if;
    if cardinality(shops) > 0 then
      sources := sources || ('select x.* from unnest($12) s (shop) cross join lateral ('
        || format(one_page, 'o.created_at', 'o.id', 'public.orders o', 'o.vendor_id = s.shop and ' || condition || among, '$7') || ') x'); end if;
    if cardinality(people) > few then
      cut := true;
      sources := sources || ('select x.* from (' || window_of_each || ') x where exists (select from public.orders o join public.profiles p on p.id = o.user_id where o.id = x.id and search.plain(p.full_name) like $15) limit $7');
    elsif cardinality(people) > 0 then
      sources := sources || ('select x.* from unnest($11) s (person) cross join lateral ('
        || format(one_page, 'o.created_at', 'o.id', 'public.orders o', 'o.user_id = s.person and ' || condition || among, '$7') || ') x');
    end if;
    if cardinality(products) > few or (select count(*) from (select from public.order_lines l where l.product_id = any (products) limit ordinary + 1) l) > ordinary then
      cut := true;
      sources := sources || ('select x.* from (' || window_of_each || ') x where exists (select from public.order_lines l where l.order_id = x.id and search.plain(l.product_name) like $15) limit $7');
    elsif cardinality(products) > 0 then
      sources := sources || format(one_page, 'o.created_at', 'o.id', 'public.orders o', 'o.id in (select l.order_id from public.order_lines l where l.product_id = any ($13)) and ' || condition || among, '$7');
    end if;
    if cardinality(sources) = 0 then return; end if;
  end if;

  return query execute 'select p.id, p.at, $14 from (select f.id, f.at from ((' || array_to_string(sources, ') union (') || ')) f '
      || case when before_at is null then 'order by f.at desc, f.id' else 'order by f.at, f.id desc' end || ' limit $7) p order by p.at desc, p.id'
    using status, month, after_at, after_id, before_at, before_id, least(greatest(most, 1), 101), scope, order_ids, buy, people, shops, products, cut, words;
  -- Whoever looked through the newest alone and found nothing is told so.
  if not found and cut then return query select null::uuid, null::timestamptz, true; end if;
end $$;
comment on function public.find_orders is 'Of the orders that the reader oversees, or of their shop. is_cut: a name that so many have was looked for among the newest 2,000 orders alone.';
revoke execute on function public.find_orders(text, text, text, date, uuid, uuid, timestamptz, uuid, timestamptz, uuid, integer) from public, anon;
grant execute on function public.find_orders(text, text, text, date, uuid, uuid, timestamptz, uuid, timestamptz, uuid, integer) to authenticated, service_role;
