-- Goods of running orders that are neither released nor refunded, less the fee that their release will take. given_back: entered
-- as missing and not refunded yet. offset 0: each amount is computed once, however often it is used. handed: what has changed hands and waits for its claim time.
create view ledger.held_orders as
select o.id as order_id, o.order_no, o.vendor_id, o.group_buy_id, d.share_day, o.status, k.goods_kobo, k.fee_kobo, k.goods_kobo - k.fee_kobo as net_kobo, b.given_back_kobo,
  k.handed_kobo - floor((h.released_kobo + k.handed_kobo) * o.vendor_fee_bps / 10000)::bigint + k.former_fee_kobo as handed_net_kobo,
  h.claim_until, h.due_until, h.has_claim, o.id in (select t.order_id from ledger.disputed_orders t) as is_disputed
from public.orders o join ledger.accounts a on a.kind = 'escrow' and a.owner_id = o.id and a.balance_kobo > 0
left join public.group_buys g on g.id = o.group_buy_id
cross join lateral (select case when g.id is not null then g.share_date else (select min(l.share_date) from public.order_lines l where l.order_id = o.id) end as share_day) d
cross join lateral (
  select coalesce(sum(u.released_kobo), 0)::bigint as released_kobo, max(u.claim_until) filter (where u.is_waiting) as claim_until,
    max(u.due_until) filter (where u.status = 'open') as due_until, coalesce(bool_or(u.is_waiting and rights.has_open_claim(u.id)), false) as has_claim,
    coalesce(sum(u.goods_kobo - (select coalesce(sum(r.goods_kobo - r.earned_goods_kobo), 0) from public.partial_refunds r where r.hand_over_id = u.id))
      filter (where u.is_waiting), 0)::bigint as handed_kobo
  from (select n.*, n.status = 'done' and n.released_at is null as is_waiting from public.hand_overs n where n.order_id = o.id) u) h
cross join lateral (select rights.order_reserved_kobo(o.id) as given_back_kobo,
  (select coalesce(sum(r.goods_kobo - r.earned_goods_kobo), 0)::bigint from public.partial_refunds r where r.order_id = o.id) as returned_kobo offset 0) b
cross join lateral (select greatest(0, (case when o.settled_at is null then coalesce(g.current_price * o.quantity, o.total_amount) else o.total_amount end * 100)::bigint
  - b.returned_kobo - b.given_back_kobo - h.released_kobo) as goods_kobo offset 0) w
cross join lateral (select w.goods_kobo, least(h.handed_kobo, w.goods_kobo) as handed_kobo, f.former_fee_kobo,
    floor((h.released_kobo + w.goods_kobo) * o.vendor_fee_bps / 10000)::bigint - f.former_fee_kobo as fee_kobo
  from (select floor(h.released_kobo * o.vendor_fee_bps / 10000)::bigint as former_fee_kobo) f offset 0) k
where o.status in ('paid', 'confirmed', 'ready', 'collected', 'delivered');

create view public.shop_balances as
select v.id as vendor_id, v.business_name, v.status as shop_status, coalesce(h.held_kobo, 0)::bigint as held_kobo, coalesce(h.orders, 0)::integer as held_orders,
  greatest(0, coalesce(b.balance_kobo, 0) - d.kobo)::bigint as releasable_kobo, least(coalesce(b.balance_kobo, 0), d.kobo)::bigint as disputed_kobo,
  coalesce(p.on_its_way_kobo, 0)::bigint as on_its_way_kobo, coalesce(p.paid_out_kobo, 0)::bigint as paid_out_kobo, coalesce(p.on_its_way, 0)::integer as on_its_way_payouts
from public.vendors v left join ledger.accounts b on b.kind = 'vendor' and b.owner_id = v.id
cross join lateral (select case when v.id in (select o.vendor_id from ledger.disputed_orders t join public.orders o on o.id = t.order_id)
    then ledger.disputed_kobo(v.id) else 0 end as kobo) d
left join (select vendor_id, sum(net_kobo) as held_kobo, count(*) as orders from ledger.held_orders group by vendor_id) h on h.vendor_id = v.id
left join lateral (select sum(amount_kobo) filter (where status in ('requested', 'sent', 'needs_attention')) as on_its_way_kobo,
    count(*) filter (where status in ('requested', 'sent', 'needs_attention')) as on_its_way, sum(amount_kobo) filter (where status = 'arrived') as paid_out_kobo from public.payouts where vendor_id = v.id) p on true
where not (select rights.owes_second_step()) and (v.id = (select rights.my_vendor_id()) or (select rights.has_role('chief')));
comment on view public.shop_balances is 'One row for the reader''s own shop, or for every shop if the reader is a chief.';
comment on column public.shop_balances.held_kobo is 'Of paid orders that are not handed over, less the vendor''s fee; the price may still fall until a buy is settled.';
comment on column public.shop_balances.releasable_kobo is 'The part of the shop''s account that can be paid out.';
comment on column public.shop_balances.disputed_kobo is 'The rest of the account: earned with orders whose payment a bank disputes, and held until the dispute has ended.';

-- The balance after a movement is computed from earlier days and the day itself, and only if it is selected. Filters on the
-- movements only, so that both indexes of an account return its lines in order of time.
create view public.shop_movements as
select t.id, a.owner_id as vendor_id, t.posted_at, t.kind, t.amount_kobo,
  ((select coalesce(sum(d.came_in_kobo - d.went_out_kobo), 0) from sums.shop_days d
      where d.account_id = t.account_id and d.day < (t.posted_at at time zone 'Africa/Lagos')::date)
    + (select coalesce(sum(b.amount_kobo), 0) from ledger.transfers b where b.credit_id = t.account_id and b.phase in ('posted', 'captured')
      and b.posted_at >= (t.posted_at at time zone 'Africa/Lagos')::date::timestamp at time zone 'Africa/Lagos' and (b.posted_at, b.id) <= (t.posted_at, t.id))
    - (select coalesce(sum(b.amount_kobo), 0) from ledger.transfers b where b.debit_id = t.account_id and b.phase in ('posted', 'captured')
      and b.posted_at >= (t.posted_at at time zone 'Africa/Lagos')::date::timestamp at time zone 'Africa/Lagos' and (b.posted_at, b.id) <= (t.posted_at, t.id))
  )::bigint as balance_kobo,
  o.id as order_id, o.order_no, coalesce(g.product_name, l.names) as product_name,
  coalesce((select sum(f.amount_kobo)::bigint from ledger.transfers f
    where f.journal_id = t.journal_id and f.kind = 'vendor_fee_earned' and t.kind = 'vendor_earned'), 0) as fee_kobo, p.id as payout_id, p.reference,
  t.account_id, (select b.last_four from public.bank_accounts b where b.id = p.bank_account_id) as last_four
from (
  select credit_id as account_id, credit_kind as account_kind, debit_id as other_id, id, journal_id, kind, phase, posted_at, amount_kobo from ledger.transfers
  union all
  select debit_id, debit_kind, credit_id, id, journal_id, kind, phase, posted_at, -amount_kobo from ledger.transfers) t
left join ledger.accounts a on a.id = t.account_id
left join ledger.accounts other on other.id = t.other_id
left join public.refunds r on other.kind = 'refund_due' and r.id = other.owner_id
left join public.orders o on o.id = case when other.kind = 'escrow' then other.owner_id else r.order_id end
left join public.group_buys g on g.id = o.group_buy_id
left join lateral (select string_agg(product_name, ', ' order by product_name) as names from public.order_lines where order_id = o.id) l on true
left join ledger.journals j on j.id = t.journal_id and t.kind like 'payout\_%'
left join public.payouts p on p.id = case when t.kind in ('payout_begun', 'payout_failed') then other.owner_id else substring(j.key from '[0-9a-f-]{36}$')::uuid end
where t.account_kind = 'vendor' and t.phase in ('posted', 'captured') and not (select rights.owes_second_step())
  and (t.account_id = (select ledger.id_of('vendor:' || rights.my_vendor_id())) or (select rights.has_role('chief')));
comment on view public.shop_movements is 'The statement of a shop''s account: every movement with the balance after it.';
comment on column public.shop_movements.fee_kobo is 'The vendor''s fee that was deducted with it; the amount excludes it.';
comment on column public.shop_movements.account_id is 'The shop''s account: filtering by it reads movements in order of time.';

-- Every kobo of a shop once: where it is, and what it waits for.
create view public.shop_order_parts as
select p.*, o.order_no, o.status, o.group_buy_id, coalesce(g.product_name, (select string_agg(l.product_name, ', ' order by l.product_name)
    from public.order_lines l where l.order_id = o.id)) as product_name
from (
  select vendor_id, order_id, 'not_handed_over' as part, null::uuid as payout_id, null as last_four, net_kobo - handed_net_kobo as amount_kobo, due_until as at, share_day
  from ledger.held_orders where net_kobo > handed_net_kobo
  union all
  select vendor_id, order_id, case when is_disputed then 'disputed' when has_claim then 'claim_open' else 'claim_time' end, null, null, handed_net_kobo, claim_until, share_day
  from ledger.held_orders where handed_net_kobo > 0
  union all
  select vendor_id, order_id, case when order_id in (select d.order_id from ledger.disputed_orders d) then 'disputed' else 'ready' end, null, null,
    gross_kobo - fee_kobo - back_kobo - paid_kobo, earned_at, share_day
  from sums.earnings where gross_kobo - fee_kobo - back_kobo <> paid_kobo
  union all
  select y.vendor_id, n.order_id, case y.status when 'arrived' then 'paid_out' when 'failed' then 'returned' when 'reversed' then 'returned' else 'on_its_way' end, y.id, a.last_four,
    n.amount_kobo, coalesce(y.arrived_at, y.created_at), e.share_day
  from public.payouts y join public.payout_orders n on n.payout_id = y.id join public.bank_accounts a on a.id = y.bank_account_id
  left join sums.earnings e on e.order_id = n.order_id) p
left join public.orders o on o.id = p.order_id left join public.group_buys g on g.id = o.group_buy_id
where not (select rights.owes_second_step()) and (p.vendor_id = (select rights.my_vendor_id()) or (select rights.has_role('chief')));
comment on view public.shop_order_parts is 'Parts of what an order brings its shop. returned: of a payout that came back; the same money is in another part as well.';
comment on column public.shop_order_parts.at is 'not_handed_over: when the time to collect ends. claim_time: when it ends. ready: since then. Payouts: when they arrived or began.';

create view public.shop_waiting_money as
select vendor_id, part, count(*)::integer as orders, sum(amount_kobo)::bigint as amount_kobo, min(at) as first_at, max(at) as last_at,
  coalesce(sum(amount_kobo) filter (where part = 'claim_time' and at < (select public.next_pay_day()::timestamp at time zone 'Africa/Lagos')), 0)::bigint as by_pay_day_kobo
from public.shop_order_parts where part in ('not_handed_over', 'claim_time', 'claim_open', 'disputed', 'ready') group by vendor_id, part;
comment on view public.shop_waiting_money is 'Money of a shop that is in no payout, by what it waits for. by_pay_day_kobo: its claim time ends before the next pay day.';

-- Grouped by payout first: the payouts of thousands of orders are then looked up once each.
create view sums.money_groups as
select m.vendor_id, m.group_buy_id, m.share_day, m.payout_id, sum(m.orders) as orders, sum(m.gross) as gross, sum(m.fee) as fee, sum(m.back) as back, sum(m.held) as held,
  sum(m.waiting) as waiting, sum(m.ready) as ready, sum(m.on_its_way) as on_its_way, sum(m.paid) as paid, max(m.claim_until) as claim_until
from (
  select h.vendor_id, h.group_buy_id, h.share_day, null::uuid as payout_id, case when exists (select from sums.earnings e where e.order_id = h.order_id) then 0 else 1 end as orders,
    h.goods_kobo + h.given_back_kobo as gross, h.fee_kobo as fee, h.given_back_kobo as back, h.net_kobo - h.handed_net_kobo as held, h.handed_net_kobo as waiting,
    0 as ready, 0 as on_its_way, 0 as paid, h.claim_until from ledger.held_orders h
  union all
  select e.vendor_id, e.group_buy_id, e.share_day, e.payout_id, 1, e.gross_kobo, e.fee_kobo, e.back_kobo, 0, case when i.is_disputed then i.left_kobo else 0 end,
    case when i.is_disputed then 0 else i.left_kobo end, coalesce(w.kobo, 0), e.paid_kobo - coalesce(w.kobo, 0), null
  from sums.earnings e
  cross join lateral (select e.order_id in (select d.order_id from ledger.disputed_orders d) as is_disputed, e.gross_kobo - e.fee_kobo - e.back_kobo - e.paid_kobo as left_kobo) i
  left join (select y.vendor_id, n.order_id, sum(n.amount_kobo) as kobo from public.payouts y join public.payout_orders n on n.payout_id = y.id
    where y.status in ('requested', 'sent', 'needs_attention') group by 1, 2) w on w.vendor_id = e.vendor_id and w.order_id = e.order_id) m
group by m.vendor_id, m.group_buy_id, m.share_day, m.payout_id;

create view public.shop_money as
select t.cut, t.vendor_id, t.group_buy_id, g.product_name, t.share_day, t.orders::integer, t.gross::bigint as gross_kobo, t.fee::bigint as fee_kobo,
  public.vat_within(t.fee::bigint, (select public.vat_rate_on(now()))) as fee_vat_kobo, t.back::bigint as back_kobo, (t.gross - t.fee - t.back)::bigint as net_kobo,
  t.held::bigint as held_kobo, t.waiting::bigint as waiting_kobo, t.ready::bigint as ready_kobo, t.on_its_way::bigint as on_its_way_kobo, t.paid::bigint as paid_kobo,
  t.claim_until, t.latest[1]::timestamptz as payout_at, t.latest[2] as last_four, t.payouts::integer
from (
  select n.cut, m.vendor_id, case n.cut when 'buy' then m.group_buy_id end as group_buy_id, case n.cut when 'all' then null else m.share_day end as share_day,
    sum(m.orders) as orders, sum(m.gross) as gross, sum(m.fee) as fee, sum(m.back) as back, sum(m.held) as held, sum(m.waiting) as waiting, sum(m.ready) as ready,
    sum(m.on_its_way) as on_its_way, sum(m.paid) as paid, max(m.claim_until) as claim_until, count(distinct m.payout_id) as payouts,
    max(array[coalesce(y.arrived_at, y.created_at)::text, a.last_four]) filter (where y.id is not null) as latest
  from sums.money_groups m cross join (values ('all'), ('buy'), ('day')) n (cut)
  left join public.payouts y on y.id = m.payout_id left join public.bank_accounts a on a.id = y.bank_account_id
  group by 1, 2, 3, 4) t
left join public.group_buys g on g.id = t.group_buy_id
where not (select rights.owes_second_step()) and (t.vendor_id = (select rights.my_vendor_id()) or (select rights.has_role('chief')));
comment on view public.shop_money is 'What a shop gets: over all (cut all), by group buy, and by sharing day. net is held, waiting, ready, on_its_way and paid together. Orders from the cart have no group buy.';

-- is_stuck: a chief has something to do, or has to know that it takes longer than it should.
create view public.payout_list as
select p.id, p.reference, p.vendor_id, v.business_name as shop_name, p.amount_kobo, p.status, p.trouble, p.trouble_text, p.weekly_for, p.requested_by,
  p.tries, p.next_try_at, p.answered_at, p.unconfirmed_since, p.arrived_at, p.created_at, b.bank_name, b.last_four, b.account_name,
  p.status = 'needs_attention' or p.trouble is not distinct from 'contradiction' or p.status in ('requested', 'sent') and p.created_at < now() - interval '24 hours' as is_stuck,
  p.status in ('failed', 'reversed') and p.created_at > now() - interval '30 days' and not exists (
    select from public.payouts n where n.vendor_id = p.vendor_id and n.created_at > p.created_at and n.status = 'arrived') as came_back
from public.payouts p join public.vendors v on v.id = p.vendor_id join public.bank_accounts b on b.id = p.bank_account_id
where (select rights.has_role('chief')) and not (select rights.owes_second_step());
comment on view public.payout_list is 'Every payout with its shop and bank, for chiefs.';
comment on column public.payout_list.is_stuck is 'Open and stuck, contradictory, or not confirmed after a day.';
comment on column public.payout_list.came_back is 'Of the last 30 days, and nothing has arrived at its shop since.';

create function public.payout_sums(since timestamptz, until timestamptz, of_state text default null, of_shops uuid[] default null)
returns table (status text, payouts integer, shops integer, amount_kobo bigint) language sql stable set search_path = '' as $$
  select p.status, count(*)::integer, count(distinct p.vendor_id)::integer, sum(p.amount_kobo)::bigint
  from public.payout_list p
  where p.created_at >= since and p.created_at < until and until - since <= interval '92 days'
    and (of_state is null or p.status = of_state) and (of_shops is null or p.vendor_id = any (of_shops))
  group by p.status
$$;
comment on function public.payout_sums(timestamptz, timestamptz, text, uuid[]) is 'Sums of the payouts that a chief''s list shows, by status. Nothing for more than 92 days.';
