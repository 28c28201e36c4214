create function public.lagos_day(instant timestamptz) returns date language sql stable set search_path = '' as
$$ select (instant at time zone 'Africa/Lagos')::date $$;

-- Orders whose price still follows their buy are few and read as they are; all others are added up from days.
create function sums.sales_between(since date, until date) returns setof sums.sales_days language sql stable set search_path = '' as $$
  select * from sums.sales_days s where s.day between since and until
  union all
  select o.vendor_id, public.lagos_day(o.created_at), count(o.group_buy_id), count(*) filter (where o.is_paid), coalesce(sum(w.goods) filter (where o.is_paid), 0),
    coalesce(sum(floor(w.goods * o.buyer_fee_bps / 100)) filter (where o.is_paid), 0)::bigint,
    coalesce(sum(floor(w.goods * o.vendor_fee_bps / 100)) filter (where o.is_paid), 0)::bigint, 0, 0, 0
  from public.orders o left join public.group_buys g on g.id = o.group_buy_id
  cross join lateral (select case when o.settled_at is null then coalesce(g.current_price * o.quantity, o.total_amount) else o.total_amount end as goods) w
  where o.status in ('pending', 'paid') and o.created_at >= since::timestamp at time zone 'Africa/Lagos'
    and o.created_at < (until + 1)::timestamp at time zone 'Africa/Lagos' group by 1, 2
$$;

-- The market by day, for chiefs. Orders and sales belong to the day of ordering, everything else to the day on which it happened.
create function public.market_days(since date, until date, in_state text default null)
returns table (day date, joins integer, orders integer, goods numeric, buyer_fee_kobo bigint, vendor_fee_kobo bigint, handed_over integer, timed integer, on_time integer,
  refunds integer, refund_kobo bigint, claims integer, buys_ended integer, buys_filled integer, new_people integer, new_shops integer)
language sql stable security definer set search_path = '' set jit = off as $$
  with reader as materialized (
    select from (select 1) one where (select rights.has_role('chief')) and not (select rights.owes_second_step()) and until - since between 0 and 800
  ), shops as materialized (
    select v.id, public.lagos_day(v.created_at) as day from reader, public.vendors v where in_state is null or v.state = in_state
  ), bounds as (
    select since::timestamp at time zone 'Africa/Lagos' as starts, (until + 1)::timestamp at time zone 'Africa/Lagos' as ends from reader
  ), facts as (
    select s.day, sum(s.joins) as joins, sum(s.orders) as orders, sum(s.goods) as goods, sum(s.buyer_fee_kobo) as buyer_fee, sum(s.vendor_fee_kobo) as vendor_fee,
      sum(s.handed_over) as handed_over, sum(s.timed) as timed, sum(s.on_time) as on_time, 0::numeric as refunds, 0::numeric as refund, 0 as claims, 0 as ended, 0 as filled,
      0 as people, 0 as shops
    from sums.sales_between(since, until) s where s.vendor_id in (select h.id from shops h) group by s.day
    union all
    select f.day, 0, 0, 0, 0, 0, 0, 0, 0, sum(f.refunds), sum(f.amount_kobo), 0, 0, 0, 0, 0
    from reader, sums.refund_days f where f.day between since and until and (in_state is null or f.vendor_id in (select h.id from shops h)) group by f.day
    union all
    select public.lagos_day(c.created_at), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, count(*), 0, 0, 0, 0
    from bounds b join public.claims c on c.created_at >= b.starts and c.created_at < b.ends where c.vendor_id in (select h.id from shops h) group by 1
    union all
    select public.lagos_day(g.end_date), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, count(*), count(*) filter (where g.status in ('confirmed', 'ready', 'completed')), 0, 0
    from bounds b join public.group_buys g on g.end_date >= b.starts and g.end_date < b.ends
    where g.status in ('confirmed', 'ready', 'completed', 'failed', 'cancelled') and g.vendor_id in (select h.id from shops h) group by 1
    union all
    select public.lagos_day(p.created_at), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, count(*), 0
    from bounds b join public.profiles p on p.created_at >= b.starts and p.created_at < b.ends where in_state is null group by 1
    union all
    select h.day, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, count(*) from shops h where h.day between since and until group by h.day
  )
  select f.day, sum(f.joins)::integer, sum(f.orders)::integer, sum(f.goods)::numeric(18, 2), sum(f.buyer_fee)::bigint, sum(f.vendor_fee)::bigint, sum(f.handed_over)::integer,
    sum(f.timed)::integer, sum(f.on_time)::integer, sum(f.refunds)::integer, sum(f.refund)::bigint, sum(f.claims)::integer, sum(f.ended)::integer,
    sum(f.filled)::integer, sum(f.people)::integer, sum(f.shops)::integer
  from facts f group by f.day order by f.day
$$;
comment on function public.market_days(date, date, text) is 'goods in naira. claims: opened. buys_ended: decided group buys by their last day; buys_filled: those that came about. @null none';

create function public.market_states(since date, until date) returns table (state text, joins integer, orders integer, goods numeric, fees_kobo bigint)
language sql stable security definer set search_path = '' set jit = off as $$
  select v.state, sum(s.joins)::integer, sum(s.orders)::integer, sum(s.goods), sum(s.buyer_fee_kobo + s.vendor_fee_kobo)::bigint
  from sums.sales_between(since, until) s join public.vendors v on v.id = s.vendor_id
  where (select rights.has_role('chief')) and not (select rights.owes_second_step()) and until - since between 0 and 800
  group by v.state having sum(s.joins) > 0 or sum(s.orders) > 0 order by sum(s.goods) desc, v.state
$$;
comment on function public.market_states(date, date) is 'Sales and joins by the state of the shop, for chiefs. @null none';

create function sums.categories_between(since date, until date) returns table (vendor_id uuid, category text, orders bigint, goods numeric)
language sql stable set search_path = '' as $$
  select c.vendor_id, c.category, c.orders, c.goods from sums.category_days c where c.day between since and until
  union all
  select o.vendor_id, l.category, count(distinct o.id), sum(case when o.group_buy_id is null then l.unit_price * l.quantity
    when o.settled_at is null then coalesce(g.current_price * o.quantity, o.total_amount) else o.total_amount end)
  from public.orders o cross join lateral (select * from public.order_lines where order_id = o.id offset 0) l left join public.group_buys g on g.id = o.group_buy_id
  where o.status = 'paid' and o.created_at >= since::timestamp at time zone 'Africa/Lagos'
    and o.created_at < (until + 1)::timestamp at time zone 'Africa/Lagos' and l.category is not null group by 1, 2
$$;

create function public.market_categories(since date, until date, in_state text default null) returns table (category text, orders integer, goods numeric)
language sql stable security definer set search_path = '' set jit = off as $$
  with reader as materialized (
    select from (select 1) one where (select rights.has_role('chief')) and not (select rights.owes_second_step()) and until - since between 0 and 800
  )
  select s.category, sum(s.orders)::integer, sum(s.goods) from reader, sums.categories_between(since, until) s
  where in_state is null or s.vendor_id in (select v.id from public.vendors v where v.state = in_state)
  group by s.category having sum(s.orders) > 0 order by sum(s.goods) desc, s.category
$$;
comment on function public.market_categories(date, date, text) is 'Paid orders by the category of their goods: an order counts in each of its categories, so only goods add up. @null none';

-- Sales of the shops that the reader oversees: by week (its Monday), by the shop's town, or by the category of the goods.
create function public.overseen_sales(split text, since date, until date, in_state text default null)
returns table (part text, state text, orders integer, goods numeric, joins integer, fees_kobo bigint, timed integer, on_time integer)
language sql stable security definer set search_path = '' set jit = off as $$
  with shops as materialized (
    select v.id, v.location, v.state from public.vendors v
    where v.id in (select rights.overseen_vendor_ids()) and (in_state is null or v.state = in_state) and until - since between 0 and 800
  )
  select case split when 'week' then date_trunc('week', s.day::timestamp)::date::text else h.location end, case when split <> 'week' then h.state end,
    sum(s.orders)::integer, sum(s.goods), sum(s.joins)::integer, sum(s.buyer_fee_kobo + s.vendor_fee_kobo)::bigint, sum(s.timed)::integer, sum(s.on_time)::integer
  from sums.sales_between(since, until) s join shops h on h.id = s.vendor_id where split in ('week', 'town') group by 1, 2
  having sum(s.orders) > 0 or sum(s.joins) > 0 or sum(s.timed) > 0
  union all
  select c.category, null, sum(c.orders)::integer, sum(c.goods), null, null, null, null
  from sums.categories_between(since, until) c where split = 'category' and c.vendor_id in (select h.id from shops h) group by 1 having sum(c.orders) > 0
$$;
comment on function public.overseen_sales(text, date, date, text) is 'For managers, coordinators and chiefs; goods in naira, as in market_days. @null state joins fees_kobo timed on_time';

-- Several periods at once: each person counts once in each.
create function public.active_people(starts date[], ends date[]) returns table (nth integer, people integer)
language sql stable security definer set search_path = '' set jit = off set work_mem = '32MB' as $$
  with periods as materialized (
    select p.nth::integer as nth, p.since, p.until from unnest(starts, ends) with ordinality p (since, until, nth)
    where (select rights.has_role('chief')) and not (select rights.owes_second_step()) and p.until - p.since between 0 and 800 and cardinality(starts) <= 80
  ), bounds as materialized (
    select date_trunc('month', min(since))::date as first, max(until) as last from periods
  ), months as materialized (
    -- The bits of each period in each of its months.
    select p.nth, m.month::date as month, (((1::bigint << least(p.until, (m.month + interval '1 month')::date - 1) - greatest(p.since, m.month::date) + 1) - 1)
      << greatest(p.since, m.month::date) - m.month::date)::integer as days
    from periods p cross join lateral generate_series(date_trunc('month', p.since::timestamp), p.until::timestamp, interval '1 month') m (month)
  ), active as materialized (
    select a.person_id, a.month, a.days from bounds b join sums.active_people a on a.month between b.first and b.last
    union all
    select o.user_id, date_trunc('month', public.lagos_day(o.created_at))::date, 1 << extract(day from public.lagos_day(o.created_at))::integer - 1
    from bounds b join public.orders o on o.created_at >= b.first::timestamp at time zone 'Africa/Lagos' and o.created_at < (b.last + 1)::timestamp at time zone 'Africa/Lagos'
    where o.status in ('pending', 'paid')
  )
  -- Distinct in a subquery is hashed; inside count() it would sort every person of each period.
  select p.nth, count(s.person_id)::integer from periods p left join (
    select distinct m.nth, a.person_id from months m join active a on a.month = m.month and a.days & m.days <> 0) s on s.nth = p.nth
  group by p.nth order by p.nth
$$;
comment on function public.active_people(date[], date[]) is 'People who signed in or ordered, for chiefs. @null none';

-- Buyers' money for goods that are not theirs yet. Past days are stored; today and a day that is not closed are added up.
create function public.held_days(ends date[]) returns table (day date, held_kobo bigint)
language sql stable security definer set search_path = '' set jit = off as $$
  select e.day, coalesce(c.credits_kobo - c.debits_kobo, (select b.credits_kobo - b.debits_kobo from sums.balances_at(e.day) b where b.kind = 'escrow'), 0)::bigint
  from (select distinct day from unnest(ends) u (day)) e left join sums.closing_balances c on c.day = e.day and c.kind = 'escrow'
  where (select rights.has_role('chief')) and not (select rights.owes_second_step()) and cardinality(ends) <= 80 order by e.day
$$;
comment on function public.held_days(date[]) is 'At the end of each day, for chiefs. @null none';

-- The rows behind a figure of the overview, newest first. With a state, each of its shops is read in the order of its own index.
create function sums.orders_behind(figure text, since timestamptz, until timestamptz, in_state text, after_at timestamptz, after_id uuid, most integer)
returns table (at timestamptz, kind text, record_id uuid, label text, detail text, amount_kobo bigint)
language sql stable set search_path = '' as $$
  with page as materialized (
    select o.* from public.orders o where in_state is null and o.created_at >= since and o.created_at < until
      and (figure <> 'joins' and o.is_paid or figure = 'joins' and o.group_buy_id is not null)
      and (after_at is null or o.created_at <= after_at and (o.created_at < after_at or o.id > after_id))
    order by o.created_at desc, o.id limit most
  ), page_of_state as materialized (
    select n.* from public.vendors v cross join lateral (
      select o.* from public.orders o where o.vendor_id = v.id and o.created_at >= since and o.created_at < until
        and (figure <> 'joins' and o.is_paid or figure = 'joins' and o.group_buy_id is not null)
        and (after_at is null or o.created_at <= after_at and (o.created_at < after_at or o.id > after_id))
      order by o.created_at desc, o.id limit most) n
    where v.state = in_state order by n.created_at desc, n.id limit most
  )
  select o.created_at, 'order', o.id, 'Order ' || o.order_no, o.status, (case figure when 'buyer_fees' then floor(w.goods * o.buyer_fee_bps / 100)
      when 'vendor_fees' then floor(w.goods * o.vendor_fee_bps / 100) else w.goods * 100 end)::bigint
  from (select * from page union all select * from page_of_state) o left join public.group_buys g on g.id = o.group_buy_id
  cross join lateral (select case when o.is_live and o.settled_at is null then coalesce(g.current_price * o.quantity, o.total_amount) else o.total_amount end as goods) w
$$;

create function sums.hand_overs_behind(figure text, since timestamptz, until timestamptz, in_state text, after_at timestamptz, after_id uuid, most integer)
returns table (at timestamptz, kind text, record_id uuid, label text, detail text, amount_kobo bigint)
language sql stable set search_path = '' as $$
  select o.handed_over_at, 'order', o.id, 'Order ' || o.order_no, case when o.handed_over_at <= o.ready_at + interval '24 hours' then 'on time' else 'late' end, null::bigint
  from public.orders o where o.handed_over_at >= since and o.handed_over_at < until
    and o.status = 'completed' and o.fulfilment <> 'stockpile' and o.ready_at is not null
    and (in_state is null or o.vendor_id in (select v.id from public.vendors v where v.state = in_state))
    and (after_at is null or o.handed_over_at <= after_at and (o.handed_over_at < after_at or o.id > after_id))
  order by o.handed_over_at desc, o.id limit most
$$;

-- Many rows have the same moment: group buys end together, and the refunds of a buy are posted together. Several refunds of an order
-- at one moment are one row, so a page of refunds is within its first moments. Every source is read in index order.
create function sums.events_behind(figure text, since timestamptz, until timestamptz, in_state text, after_at timestamptz, after_id uuid, most integer)
returns table (at timestamptz, kind text, record_id uuid, label text, detail text, amount_kobo bigint)
language sql stable set search_path = '' as $$
  with shops as materialized (select v.id from public.vendors v where in_state is null or v.state = in_state),
  refund_moments as materialized (
    select l.posted_at from ledger.refund_lines l where figure = 'refunds' and l.posted_at >= since and l.posted_at < until and (after_at is null or l.posted_at <= after_at)
      and (in_state is null or l.vendor_id in (select s.id from shops s))
    group by l.posted_at order by l.posted_at desc limit most + 1
  )
  select e.* from (
    (select c.created_at, 'claim', c.id, 'Claim ' || c.claim_no, c.status, c.requested_kobo
    from public.claims c where figure = 'claims' and c.created_at >= since and c.created_at < until and c.vendor_id in (select s.id from shops s)
      and (after_at is null or c.created_at <= after_at and (c.created_at < after_at or c.id > after_id))
    order by c.created_at desc, c.id limit most)
    union all
    (select g.end_date, 'buy', g.id, g.product_name, g.status, null from public.group_buys g where figure = 'fill' and g.end_date >= since and g.end_date < until
      and g.status in ('confirmed', 'ready', 'completed', 'failed', 'cancelled') and g.vendor_id in (select s.id from shops s)
      and (after_at is null or g.end_date <= after_at and (g.end_date < after_at or g.id > after_id))
    order by g.end_date desc, g.id limit most)
    union all
    (select p.created_at, 'person', p.id, p.full_name, p.role, null from public.profiles p
    where figure = 'new_people' and in_state is null and p.created_at >= since and p.created_at < until
      and (after_at is null or p.created_at <= after_at and (p.created_at < after_at or p.id > after_id))
    order by p.created_at desc, p.id limit most)
    union all
    (select v.created_at, 'shop', v.id, v.business_name, v.status, null from public.vendors v
    where figure = 'new_shops' and v.created_at >= since and v.created_at < until and v.id in (select s.id from shops s))
    union all
    select l.posted_at, case when l.order_id is null then 'line' else 'order' end, coalesce(l.order_id, l.journal_id), coalesce('Order ' || o.order_no, 'No order'),
      string_agg(distinct l.kind, ', '), sum(l.amount_kobo)::bigint
    from ledger.refund_lines l left join public.orders o on o.id = l.order_id
    where l.posted_at >= (select min(m.posted_at) from refund_moments m) and l.posted_at <= (select max(m.posted_at) from refund_moments m)
      and (in_state is null or l.vendor_id in (select s.id from shops s))
    group by l.posted_at, l.order_id, coalesce(l.order_id, l.journal_id), o.order_no) e (at, kind, record_id, label, detail, amount_kobo)
  where after_at is null or e.at <= after_at and (e.at < after_at or e.record_id > after_id)
  order by e.at desc, e.record_id limit most
$$;

create function public.figure_rows(figure text, since date, until date, in_state text default null, after_at timestamptz default null, after_id uuid default null, most integer default 50)
returns table (at timestamptz, kind text, record_id uuid, label text, detail text, amount_kobo bigint)
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  starts timestamptz := since::timestamp at time zone 'Africa/Lagos';
  ends timestamptz := (until + 1)::timestamp at time zone 'Africa/Lagos';
  rows_most integer := least(greatest(most, 1), 100);
begin
  if not rights.has_role('chief') or rights.owes_second_step() or until - since not between 0 and 800 then return; end if;
  if figure in ('sales', 'orders', 'joins', 'buyer_fees', 'vendor_fees') then
    return query select * from sums.orders_behind(figure, starts, ends, in_state, after_at, after_id, rows_most);
  elsif figure = 'on_time' then
    return query select * from sums.hand_overs_behind(figure, starts, ends, in_state, after_at, after_id, rows_most);
  else
    return query select * from sums.events_behind(figure, starts, ends, in_state, after_at, after_id, rows_most);
  end if;
end $$;
comment on function public.figure_rows(text, date, date, text, timestamptz, uuid, integer) is 'kind: order, buy, claim, person, shop, line. @null amount_kobo';
