create function rights.my_order_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select id from public.orders where user_id = auth.uid() and not rights.owes_second_step()
  union all select id from public.orders where vendor_id = rights.my_vendor_id()
  union all select id from public.orders where vendor_id in (select rights.overseen_vendor_ids())
$$;

-- A ceiling relies on the people who stay: the price is never lower because of a participant who left. A share that was taken over
-- has no hour after paying, or giving it away would be a way to leave. In the top-up time of packs, those who paid in the window
-- cannot leave free any more.
create function public.locked_participants(buy uuid, end_date timestamptz, extended_at timestamptz, paid_participants integer) returns integer
language sql stable security definer set search_path = '' as $$
  select case
    when clock_timestamp() < end_date - interval '72 hours' or clock_timestamp() < extended_at + interval '48 hours' then 0
    when clock_timestamp() >= end_date then paid_participants
    else paid_participants - (select count(distinct o.user_id)::integer from public.group_buys g join public.orders o on o.group_buy_id = g.id
      where g.id = buy and o.is_paid and o.paid_at > clock_timestamp() - interval '1 hour' and o.takes_over_order_id is null
        and not exists (select from public.orders e where e.group_buy_id = buy and e.user_id = o.user_id and e.is_paid
          and (e.paid_at <= greatest(clock_timestamp() - interval '1 hour', g.top_up_at) or e.takes_over_order_id is not null))) end
$$;

create function public.locked_participants(buy public.group_buys) returns integer language sql stable as
$$ select public.locked_participants(buy.id, buy.end_date, buy.extended_at, buy.paid_participants) $$;
comment on function public.locked_participants(public.group_buys) is 'Paid participants whose free leaving period has ended: ceilings count these.';

-- Deleting a product archives it: past orders have their own copy, lists no longer show it. The specification's DELETE call
-- follows these rules: 403 for other people, 409 while live orders or running buys reference the product, one product at a time,
-- 204 on success.
create function public.product_is_live(product uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.group_buys where product_id = product and status in ('active', 'closed', 'settling', 'confirmed', 'ready'))
      or exists (select from public.order_lines l join public.orders o on o.id = l.order_id
                 where l.product_id = product and o.group_buy_id is null and o.is_live and o.status <> 'completed')
$$;

-- Destination of an order's goods. Commands decide (domain/orders/fulfilment-choice.ts); this is the last check. By default an order is
-- collected at its shop's own place, or at the only hub of the shop's state.
create function public.usual_place(shop uuid) returns uuid language sql stable security definer set search_path = '' as $$
  select case when own.amount = 1 then own.id when own.amount = 0 and hubs.amount = 1 then hubs.id end
  from public.vendors v
  cross join lateral (select count(*) as amount, min(p.id::text)::uuid as id from public.pickup_points p where p.vendor_id = v.id and p.closed_at is null) own
  cross join lateral (select count(*) as amount, min(p.id::text)::uuid as id from public.pickup_points p
    where p.vendor_id is null and p.state = v.state and p.closed_at is null) hubs
  where v.id = shop
$$;

create function public.open_place(shop uuid, days date[]) returns uuid language sql stable security definer set search_path = '' as $$
  select p.id from public.pickup_points p where p.id = public.usual_place(shop) and not exists (select from public.vendors v, unnest(days) as day
    where v.id = p.vendor_id and v.closed_days <> '[]' and public.closing_reason(v.closed_days, day) is not null)
$$;
comment on function public.open_place(uuid, date[]) is 'The usual place, unless it is the shop''s own and closed on one of the days: then the buyer chooses.';

create function public.has_place(shop uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.vendors v join public.pickup_points p on p.closed_at is null and (p.vendor_id = v.id or (p.vendor_id is null and p.state = v.state))
    where v.id = shop)
$$;

-- Room used by stockpiles: of orders that are not ready yet too, without units that came short.
create function public.stockpiled_kg(place uuid) returns numeric language sql stable security definer set search_path = '' as $$
  select coalesce(sum(case when o.status = 'ready' then u.quantity else greatest(0, l.quantity - public.short_units(l.id)) end * coalesce(l.kg_per_unit, 0)), 0)
  from public.orders o join public.order_lines l on l.order_id = o.id
  left join lateral (select quantity from public.units_left(o.id) x where x.line_id = l.id and o.status = 'ready') u on true
  where o.pickup_point_id = place and o.fulfilment = 'stockpile' and o.status in ('pending', 'paid', 'confirmed', 'ready')
$$;

-- Facts about joining people, looked up one by one (docs/decisions/0051): a list of some dozens is never merge-joined with the
-- whole table of orders. The limits prevent such a plan even if it was made while the tables were small.
create function public.facts_of_joiners(people uuid[], buys uuid[]) returns table (place integer, is_disabled boolean, is_confirmed boolean, has_second_factor boolean,
  email text, full_name text, live_quantity integer, pending_id uuid, pending_quantity integer, pending_ceiling numeric, pending_due bigint, pending_delivery_fee bigint,
  pending_is_held boolean, pending_is_being_paid boolean, grade text, orders integer, kobo bigint, lapses integer)
language plpgsql volatile rows 48 security definer set search_path = '' set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query
  select w.place::integer, coalesce(u.deleted_at is not null or u.banned_until > now(), false), coalesce(u.email_confirmed_at is not null or u.phone_confirmed_at is not null, false),
    exists (select from auth.mfa_factors m where m.user_id = w.person and m.status = 'verified'),
    u.email, coalesce(f.full_name, ''), mine.units::integer,
    p.id, p.quantity, p.ceiling_unit_price, p.amount_due_kobo, p.delivery_fee_kobo, p.hold_expires_at is not null,
    case when p.id is not null then public.is_being_paid(p.id) end,
    s.grade, s.orders, s.kobo, s.lapses
  from unnest(people, buys) with ordinality as w (person, buy, place)
  join public.unpaid_standings(people, array(select case when o.id is null then j.business else o.business_id end
    from unnest(people, buys, public.ordering_businesses(people)) with ordinality as j (person, buy, business, place)
    left join lateral (select o.id, o.business_id from public.orders o where o.group_buy_id = j.buy and o.user_id = j.person and (o.status = 'pending' and o.is_live) is true limit 1) o on true
    order by j.place)) s on s.person = w.person
  left join lateral (select a.email, a.deleted_at, a.banned_until, a.email_confirmed_at, a.phone_confirmed_at from auth.users a where a.id = w.person limit 1) u on true
  left join lateral (select a.full_name from public.profiles a where a.id = w.person limit 1) f on true
  left join lateral (select o.id, o.quantity, o.ceiling_unit_price, o.amount_due_kobo, o.delivery_fee_kobo, o.hold_expires_at from public.orders o
    where o.group_buy_id = w.buy and o.user_id = w.person and (o.status = 'pending' and o.is_live) is true limit 1) p on true
  cross join lateral (select coalesce(sum(o.quantity), 0) as units from public.orders o where o.group_buy_id = w.buy and o.user_id = w.person and o.is_live) mine
  order by w.place;
end $$;
comment on function public.facts_of_joiners(uuid[], uuid[]) is 'One row per pair of the two lists, by position. A person must not occur twice.';

-- Takes locks in the global order (docs/decisions/0013): people's promises, their rows, the buys.
create function public.await_joiners(people uuid[], buys uuid[]) returns void language plpgsql volatile security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(k.key) from (select distinct public.promises_key(w.id, w.business) as key from unnest(people, public.ordering_businesses(people)) w (id, business) order by 1) k;
  perform from public.profiles where id = any (people) order by id for key share;
  perform from public.group_buys where id = any (buys) order by id for no key update;
end $$;

-- The most that promises to the other participants can cost the buyer of this order for leaving late; same sum as
-- maxPromiseCostKobo in domain/payments/settling/late-leaves.ts. For the order's buyer only: the page shows it before they leave.
create function public.most_for_promises_kobo(of_order uuid) returns bigint language sql stable security definer set search_path = '' as $$
  select coalesce(sum(p.highest * p.quantity + div(p.highest * p.quantity * p.buyer_fee_bps, 10000)
    - p.ceiling * p.quantity - div(p.ceiling * p.quantity * p.buyer_fee_bps, 10000)), 0)::bigint
  from (
    select o.quantity, o.buyer_fee_bps, o.ceiling_unit_price * 100 as ceiling,
      100 * public.price_at(g.tier_thresholds, g.tier_prices, g.base_price, g.min_participants) as highest
    from public.orders own join public.group_buys g on g.id = own.group_buy_id
    join public.orders o on o.group_buy_id = g.id and o.is_live and o.user_id <> own.user_id
    where own.id = of_order and own.user_id = auth.uid() and own.status = 'paid'
      and not exists (select from public.orders e where e.group_buy_id = g.id and e.user_id = own.user_id and e.id <> own.id and e.is_paid)
  ) p where p.ceiling < p.highest
$$;

-- Interpretations of a search text on the staff desks: an order number, a phone number, an e-mail address, a payment reference,
-- or words of names. Staff find people by contact and orders by payment; shops do not, because a shop must not learn whose
-- address it is.
create function search.order_clues(said text, for_staff boolean, out order_ids uuid[], out people uuid[], out shops uuid[], out products uuid[], out words text)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
declare
  text_said text := btrim(said);
  -- As people write them: "#10462", "order no. 10462", "0803.555.0107", "+234 (0)803 555 0107".
  digits text := regexp_replace(regexp_replace(lower(text_said), '^(order)?\s*(no|number)?\s*[.:#]*\s*', ''), '[\s+().-]', '', 'g');
  -- With more matches than this the newest orders are scanned instead.
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
  -- Two letters match half of all names.
  if length(search.plain(text_said)) < 3 then return; end if;
  words := '%' || replace(search.plain(text_said), ' ', '%') || '%';
  people := array(select id from public.profiles where search.plain(full_name) like words limit most + 1);
  products := array(select id from public.products where search.plain(name) like words limit most + 1);
  if for_staff then shops := array(select id from public.vendors where search.plain(business_name) like words limit most + 1); end if;
end $$;

-- A page of orders, newest first, with keyset pagination. Every source is read in index order and stops at a page's length.
-- random_page_cost: if random reads cost more than sequential ones, the planner scans the newest orders of the market for those
-- of one shop.
create function public.find_orders(search text default '', status text default '', kind text default '', month date default null, shop uuid default null, buy uuid default null,
  after_at timestamptz default null, after_id uuid default null, before_at timestamptz default null, before_id uuid default null, most integer default 25)
returns table (id uuid, created_at timestamptz, is_edge boolean) language plpgsql stable security definer set search_path = '' set jit = off set enable_seqscan = off set random_page_cost = 1 as $$
declare
  own_shop uuid := rights.my_vendor_id();
  scope uuid[];
  clues record;
  of_products uuid[];
  max_few constant integer := 300;
  common_limit constant integer := 3000;
  window_size constant integer := 2000;
  is_back boolean := before_at is not null;
  page_order text := case when is_back then 'at, id desc' else 'at desc, id' end;
  -- Format arguments: source, condition and limit; returns the time and id of each order.
  one_page text := 'select o.id, o.created_at as at from public.orders o where %s';
  condition text := 'true';
  shop_condition text := '';
  -- For few orders whose ids are known. `offset 0`: they are fetched before sorting; otherwise the planner may scan the newest of
  -- all orders for them.
  by_ids text := 'select distinct x.id, x.at from (select o.id, o.created_at as at from %s join public.orders o on o.id = l.order_id where {}%s offset 0) x order by %s limit $7';
  -- One page of each shop of a list.
  each_shop constant text := 'select x.* from unnest(%s) s (shop) cross join lateral (%s) x';
  -- `limit 1`: checks each order of a window, instead of all that have the product.
  row_by_row constant text := 'select x.id, x.at from %s x cross join lateral (select from %s limit 1) one';
  sources text[] := '{}';
  -- Windows to scan: the newest orders of all or of each shop, numbered, and how many of each.
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
  if scope is not null then shop_condition := ' and o.vendor_id = any ($8)'; end if;

  if status = 'all-paid' then condition := condition || ' and o.is_paid'; 
  elsif status = 'to-pack' then condition := condition || $s$ and o.status in ('paid', 'confirmed')$s$;
  elsif status = 'handed-over' then condition := condition || $s$ and o.status in ('collected', 'delivered')$s$;
  elsif status <> '' then condition := condition || ' and o.status = $1'; end if;
  if kind = 'bulk' then condition := condition || ' and o.group_buy_id is null'; elsif kind <> '' then condition := condition || ' and o.group_buy_id is not null'; end if;
  if buy is not null then condition := condition || ' and o.group_buy_id = $10'; end if;
  if month is not null then
    condition := condition || $m$ and o.created_at >= $2::timestamp at time zone 'Africa/Lagos' and o.created_at < ($2 + interval '1 month') at time zone 'Africa/Lagos'$m$; end if;
  if after_at is not null then condition := condition || ' and o.created_at <= $3 and (o.created_at < $3 or o.id > $4)'; end if;
  if is_back then condition := condition || ' and o.created_at >= $5 and (o.created_at > $5 or o.id < $6)'; end if;
  by_ids := replace(by_ids, '{}', condition);
  one_page := one_page || ' and ' || condition || case when is_back then ' order by o.created_at, o.id desc' else ' order by o.created_at desc, o.id' end || ' limit %s';

  select c.* into clues from search.order_clues(search, shop is null or shop is distinct from own_shop) c;
  if btrim(search) = '' then
    sources := array[case when scope is null or buy is not null then format(one_page, 'true' || shop_condition, '$7')
      else format(each_shop, '$8', format(one_page, 'o.vendor_id = s.shop', '$7')) end];
  else
    if cardinality(clues.order_ids) > 0 then sources := sources || format(by_ids, 'unnest($9) l (order_id)', shop_condition, page_order); end if;
    if cardinality(clues.shops) > 0 then sources := sources || format(each_shop, '$12', format(one_page, 'o.vendor_id = s.shop' || shop_condition, '$7')); end if;
    if cardinality(clues.people) between 1 and max_few then
      sources := sources || format(each_shop, '$11', format(one_page, 'o.user_id = s.shop' || shop_condition, '$7')); end if;
    if cardinality(clues.people) > max_few or cardinality(clues.products) > max_few then
      size := case when scope is null or buy is not null then window_size else greatest(window_size / cardinality(scope), 100) end;
      windows := windows || format('wide as materialized (select x.*, row_number() over (partition by x.shop order by %s) as n from (%s) x)', page_order,
        case when scope is null or buy is not null then format('select null::uuid as shop, x.* from (%s) x', format(one_page, 'true' || shop_condition, size))
        else replace(format(each_shop, '$8', format(one_page, 'o.vendor_id = s.shop', size)), 'select x.*', 'select s.shop, x.*') end);
      edges := edges || format('select id, at from wide where n = %s', size);
      if cardinality(clues.people) > max_few then
        sources := sources || format(row_by_row, 'wide', 'public.orders o join public.profiles p on p.id = o.user_id where o.id = x.id and search.plain(p.full_name) like $14'); end if;
      if cardinality(clues.products) > max_few then
        sources := sources || format(row_by_row, 'wide', 'public.order_lines l where l.order_id = x.id and search.plain(l.product_name) like $14'); end if;
    end if;
    if cardinality(clues.products) between 1 and max_few then
      if (select count(*) from (select from public.order_lines l where l.product_id = any (clues.products) limit common_limit + 1) l) <= common_limit then
        sources := sources || format(by_ids, '(select l.order_id from public.order_lines l where l.product_id = any ($13) offset 0) l', shop_condition, page_order);
      else
        of_products := array(select distinct p.vendor_id from public.products p where p.id = any (clues.products) and (scope is null or p.vendor_id = any (scope)));
        size := greatest(window_size / greatest(cardinality(of_products), 1), 100);
        windows := windows || format('near as materialized (select x.*, row_number() over (partition by x.shop order by %s) as n from (%s) x)', page_order,
          replace(format(each_shop, '$15', format(one_page, 'o.vendor_id = s.shop', size)), 'select x.*', 'select s.shop, x.*'));
        edges := edges || format('select id, at from near where n = %s', size);
        sources := sources || format(row_by_row, 'near', 'public.order_lines l where l.order_id = x.id and l.product_id = any ($13)');
      end if;
    end if;
    if cardinality(sources) = 0 then return; end if;
  end if;

  -- Beyond the first edge in reading order one source may still find orders that another has not reached: the page ends there.
  windows := windows || format('edge as (select e.id, e.at from (%s) e order by %s limit 1)',
    coalesce(nullif(array_to_string(edges, ' union all '), ''), 'select null::uuid as id, null::timestamptz as at where false'), page_order);
  windows := windows || format('page as (select f.id, f.at from ((%s)) f where not exists (select from edge e where %s) order by %s limit $7)', array_to_string(sources, ') union ('),
    case when is_back then 'f.at > e.at or f.at = e.at and f.id < e.id' else 'f.at < e.at or f.at = e.at and f.id > e.id' end, page_order);
  return query execute 'with ' || array_to_string(windows, ', ') || ' select r.id, r.at, r.is_edge from (select p.id, p.at, false as is_edge from page p '
      || 'union all select e.id, e.at, true from edge e where (select count(*) from page) < $7) r order by r.is_edge, r.at desc, r.id'
    using status, month, after_at, after_id, before_at, before_id, least(greatest(most, 1), 401), scope, clues.order_ids, buy, clues.people, clues.shops, clues.products,
      clues.words, of_products;
end $$;
comment on function public.find_orders(text, text, text, date, uuid, uuid, timestamp with time zone, uuid, timestamp with time zone, uuid, integer) is 'Orders that the reader oversees, or those of their shop. is_edge: not a match, but the last order that was scanned; continue the search from its key. @null none';

-- A whole number only, and the same number that the shop would be shown: that of the delivery, otherwise the account's.
create function public.live_orders_by_phone(shop uuid, phone text) returns table (id uuid, order_no integer, buyer_name text)
language sql stable security definer set search_path = '' set enable_seqscan = off as $$
  select o.id, o.order_no::integer, o.buyer_name from public.orders o
  where o.vendor_id = $1 and o.status in ('paid', 'confirmed', 'ready') and o.id in (
    select a.order_id from public.order_addresses a where public.phone_key(a.phone) = public.phone_key($2)
    union all
    select p.id from auth.users u join public.orders p on p.user_id = u.id
    where u.phone = ltrim($2, '+') and not exists (select from public.order_addresses a where a.order_id = p.id))
  order by o.created_at desc, o.id limit 20
$$;
comment on function public.live_orders_by_phone(uuid, text) is 'Orders of a shop that are paid and not handed over, by +234 and ten digits.';

create function rights.is_in_dispute(of_order uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.claims c where c.order_id = of_order and c.ended_at is null and exists (
    select from public.status_changes s where s.subject = 'claim' and s.subject_id = c.id and s.to_status = 'disputed'))
$$;
comment on function rights.is_in_dispute(uuid) is 'Whether the shop contests a claim about this order that has not ended.';

-- Without `set search_path` the function is inlined.
create function public.buyer_act_rank(o public.orders) returns integer language sql stable as $$
  select case
    when o.status = 'pending' then 1
    when o.status = 'ready' then 2
    when o.status in ('paid', 'confirmed') and o.fulfilment <> 'delivery'
      and not exists (select from public.pickup_points p where p.id = o.pickup_point_id and p.closed_at is null) then 3
    else 9 end
$$;
comment on function public.buyer_act_rank(public.orders) is 'What waits for the buyer, the most urgent first, by which lists are sorted: 1 paying, 2 collecting, 3 choosing where; 9 nothing. Same rule as domain/orders/buyer/buyer-act.ts.';

create function public.share_day_of(of_order uuid) returns date language sql stable security definer set search_path = '' as $$
  select coalesce(g.share_date, (select min(l.share_date) from public.order_lines l where l.order_id = o.id))
  from public.orders o left join public.group_buys g on g.id = o.group_buy_id where o.id = of_order
$$;
comment on function public.share_day_of(uuid) is 'The sharing day of a group buy''s order; the first one of an order from the cart.';
