-- A search that would look at very many orders looks at the newest of them, says how far it came, and goes on from there. A product that sells every
-- day is looked for among its own shops' orders, where it is not rare, instead of among all.
drop index public.order_addresses_phone;
-- Without it the planner walks the newest orders of all shops until it has a page of one: of a shop that sold nothing for long, all of them.
drop index public.orders_of_vendor;
create index orders_of_vendor on public.orders (vendor_id, created_at desc, id);

create or replace function search.order_clues(said text, for_staff boolean, out order_ids uuid[], out people uuid[], out shops uuid[], out products uuid[], out words text)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
declare
  text_said text := btrim(said);
  -- As people write and say it: "#10462", "order no. 10462", "0803.555.0107", "+234 (0)803 555 0107".
  digits text := regexp_replace(regexp_replace(lower(text_said), '^(order)?\s*(no|number)?\s*[.:#]*\s*', ''), '[\s+().-]', '', 'g');
  -- Of more than these the newest orders are looked through instead.
  most constant integer := 300;
begin
  if digits ~ '^\d{1,12}$' then order_ids := array(select id from public.orders where order_no = digits::bigint); end if;
  if for_staff and digits ~ '^(2340?|0)?\d{10}$' then
    people := array(select id from auth.users where phone = '234' || right(digits, 10) union
      (select user_id from public.addresses where public.phone_key(phone) = right(digits, 10) limit most));
    order_ids := order_ids || array(select order_id from public.order_addresses where public.phone_key(phone) = right(digits, 10) limit most);
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

drop function public.find_orders(text, text, text, date, uuid, uuid, timestamptz, uuid, timestamptz, uuid, integer);
-- A page of orders, newest first, from the key of the last row of the page before. Every source is read in the order of an index and stops at a page's length.
-- random_page_cost: where a page out of order costs more than one in order, the planner walks the newest orders of the market for those of one shop.
create function public.find_orders(search text default '', status text default '', kind text default '', month date default null, shop uuid default null, buy uuid default null,
  after_at timestamptz default null, after_id uuid default null, before_at timestamptz default null, before_id uuid default null, most integer default 25)
returns table (id uuid, created_at timestamptz, is_edge boolean) language plpgsql stable security definer set search_path = '' set jit = off set enable_seqscan = off set random_page_cost = 1 as $$
declare
  own_shop uuid := rights.my_vendor_id();
  scope uuid[];
  clues record;
  of_products uuid[];
  few constant integer := 300;
  ordinary constant integer := 3000;
  looked_through constant integer := 2000;
  is_back boolean := before_at is not null;
  by_reading text := case when is_back then 'at, id desc' else 'at desc, id' end;
  -- Of an order: its moment, its id, where it is read from, on what condition, and how many.
  one_page text := 'select o.id, o.created_at as at from public.orders o where %s';
  condition text := 'true';
  among text := '';
  -- Of orders that are few and known by their ids. `offset 0`: they are fetched before they are put in order, or the planner may walk the newest of all
  -- orders in search of them.
  few_at_hand text := 'select distinct x.id, x.at from (select o.id, o.created_at as at from %s join public.orders o on o.id = l.order_id where {}%s offset 0) x order by %s limit $7';
  -- One page of each shop of a list.
  each_shop constant text := 'select x.* from unnest(%s) s (shop) cross join lateral (%s) x';
  -- `limit 1`: each order of a window is asked by itself, instead of all that have the product.
  looked_at constant text := 'select x.id, x.at from %s x cross join lateral (select from %s limit 1) one';
  sources text[] := '{}';
  -- What is looked through: the newest orders of all or of each shop, numbered, and how many of each.
  windows text[] := '{}';
  edges text[] := '{}';
  size integer;
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
    condition := condition || $m$ and o.created_at >= $2::timestamp at time zone 'Africa/Lagos' and o.created_at < ($2 + interval '1 month') at time zone 'Africa/Lagos'$m$; end if;
  if after_at is not null then condition := condition || ' and o.created_at <= $3 and (o.created_at < $3 or o.id > $4)'; end if;
  if is_back then condition := condition || ' and o.created_at >= $5 and (o.created_at > $5 or o.id < $6)'; end if;
  few_at_hand := replace(few_at_hand, '{}', condition);
  one_page := one_page || ' and ' || condition || case when is_back then ' order by o.created_at, o.id desc' else ' order by o.created_at desc, o.id' end || ' limit %s';

  select c.* into clues from search.order_clues(search, shop is null or shop is distinct from own_shop) c;
  if btrim(search) = '' then
    sources := array[case when scope is null or buy is not null then format(one_page, 'true' || among, '$7')
      else format(each_shop, '$8', format(one_page, 'o.vendor_id = s.shop', '$7')) end];
  else
    if cardinality(clues.order_ids) > 0 then sources := sources || format(few_at_hand, 'unnest($9) l (order_id)', among, by_reading); end if;
    if cardinality(clues.shops) > 0 then sources := sources || format(each_shop, '$12', format(one_page, 'o.vendor_id = s.shop' || among, '$7')); end if;
    if cardinality(clues.people) between 1 and few then
      sources := sources || format(each_shop, '$11', format(one_page, 'o.user_id = s.shop' || among, '$7')); end if;
    if cardinality(clues.people) > few or cardinality(clues.products) > few then
      size := case when scope is null or buy is not null then looked_through else greatest(looked_through / cardinality(scope), 100) end;
      windows := windows || format('wide as materialized (select x.*, row_number() over (partition by x.shop order by %s) as n from (%s) x)', by_reading,
        case when scope is null or buy is not null then format('select null::uuid as shop, x.* from (%s) x', format(one_page, 'true' || among, size))
        else replace(format(each_shop, '$8', format(one_page, 'o.vendor_id = s.shop', size)), 'select x.*', 'select s.shop, x.*') end);
      edges := edges || format('select id, at from wide where n = %s', size);
      if cardinality(clues.people) > few then
        sources := sources || format(looked_at, 'wide', 'public.orders o join public.profiles p on p.id = o.user_id where o.id = x.id and search.plain(p.full_name) like $14'); end if;
      if cardinality(clues.products) > few then
        sources := sources || format(looked_at, 'wide', 'public.order_lines l where l.order_id = x.id and search.plain(l.product_name) like $14'); end if;
    end if;
    if cardinality(clues.products) between 1 and few then
      if (select count(*) from (select from public.order_lines l where l.product_id = any (clues.products) limit ordinary + 1) l) <= ordinary then
        sources := sources || format(few_at_hand, '(select l.order_id from public.order_lines l where l.product_id = any ($13) offset 0) l', among, by_reading);
      else
        of_products := array(select distinct p.vendor_id from public.products p where p.id = any (clues.products) and (scope is null or p.vendor_id = any (scope)));
        size := greatest(looked_through / greatest(cardinality(of_products), 1), 100);
        windows := windows || format('near as materialized (select x.*, row_number() over (partition by x.shop order by %s) as n from (%s) x)', by_reading,
          replace(format(each_shop, '$15', format(one_page, 'o.vendor_id = s.shop', size)), 'select x.*', 'select s.shop, x.*'));
        edges := edges || format('select id, at from near where n = %s', size);
        sources := sources || format(looked_at, 'near', 'public.order_lines l where l.order_id = x.id and l.product_id = any ($13)');
      end if;
    end if;
    if cardinality(sources) = 0 then return; end if;
  end if;

  -- Beyond the first edge in reading order one source may still find what another has not looked at: the page ends there.
  windows := windows || format('edge as (select e.id, e.at from (%s) e order by %s limit 1)',
    coalesce(nullif(array_to_string(edges, ' union all '), ''), 'select null::uuid as id, null::timestamptz as at where false'), by_reading);
  windows := windows || format('page as (select f.id, f.at from ((%s)) f where not exists (select from edge e where %s) order by %s limit $7)', array_to_string(sources, ') union ('),
    case when is_back then 'f.at > e.at or f.at = e.at and f.id < e.id' else 'f.at < e.at or f.at = e.at and f.id > e.id' end, by_reading);
  return query execute 'with ' || array_to_string(windows, ', ') || ' select r.id, r.at, r.is_edge from (select p.id, p.at, false as is_edge from page p '
      || 'union all select e.id, e.at, true from edge e where (select count(*) from page) < $7) r order by r.is_edge, r.at desc, r.id'
    using status, month, after_at, after_id, before_at, before_id, least(greatest(most, 1), 101), scope, clues.order_ids, buy, clues.people, clues.shops, clues.products,
      clues.words, of_products;
end $$;
comment on function public.find_orders is 'Of the orders that the reader oversees, or of their shop. is_edge: not an order that was found, but the last that was looked at; a search from its key goes on.';
revoke execute on function public.find_orders(text, text, text, date, uuid, uuid, timestamptz, uuid, timestamptz, uuid, integer) from public, anon;
grant execute on function public.find_orders(text, text, text, date, uuid, uuid, timestamptz, uuid, timestamptz, uuid, integer) to authenticated, service_role;
