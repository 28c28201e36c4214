create view public.own_peps_balance as
select greatest(0, a.balance_kobo - u.kobo) as spendable_kobo, a.held_kobo, rights.my_owed_peps_kobo() as owed_kobo,
  least(a.balance_kobo, u.kobo) as pending_kobo
from ledger.accounts a cross join (select rights.my_pending_kobo() as kobo) u where a.id = (select rights.my_peps_account());
comment on view public.own_peps_balance is 'The caller''s PEPS in kobo: free, held for payments in progress, to be offset against the next rewards, and earned by orders that may still be refunded.';

-- The running balance is the ledger's: a movement that is no longer open (a hold that ended) is neither shown nor counted.
create view public.own_peps as
with mine as (
  select rights.my_peps_account() as id
), moved as (
  -- The kinds tell the planner that a person has few of all movements; accounts of the market have most.
  select t.id, t.journal_id, t.posted_at, t.kind, t.phase, -t.amount_kobo as amount_kobo, t.credit_id as other_id from ledger.transfers t join mine m on m.id = t.debit_id and t.debit_kind = 'peps'
  union all
  select t.id, t.journal_id, t.posted_at, t.kind, t.phase, t.amount_kobo, t.debit_id from ledger.transfers t join mine m on m.id = t.credit_id and t.credit_kind = 'peps'
), shown as (
  select m.*, sum(m.amount_kobo) over (order by m.posted_at, m.id)::bigint as balance_kobo from moved m
  where m.phase in ('posted', 'captured') or (m.phase = 'held' and not exists (select from ledger.transfers e where e.hold_id = m.id))
)
select m.id, m.posted_at, m.kind, m.amount_kobo, m.phase = 'held' as is_held, o.id as order_id, o.order_no,
  (select string_agg(l.product_name, ', ' order by l.product_name) from public.order_lines l where l.order_id = o.id) as what, m.balance_kobo
from shown m join ledger.accounts a on a.id = m.other_id join ledger.journals j on j.id = m.journal_id
-- A reward's order belongs to another person: only the caller's own orders are named.
left join public.orders o on o.user_id = (select auth.uid()) and o.id = case
  when a.kind = 'escrow' then a.owner_id
  when j.key like 'partial-refund:%' then (select p.order_id from public.partial_refunds p where p.id = split_part(j.key, ':', 2)::uuid)
  when j.key like 'resold:%' then (select h.order_id from public.hand_overs h where h.id = split_part(j.key, ':', 2)::uuid) end;
comment on view public.own_peps is 'Each movement of the caller''s PEPS, from the ledger; an open hold has no end yet.';
comment on column public.own_peps.balance_kobo is 'The caller''s PEPS after this movement, without what is held: of the newest one, the balance.';

-- Money that came back or is coming, one row per order and payment. PEPS are in a row without a payment, naira of a payment without an order in one
-- without an order.
create view public.own_returns as
select r.order_id, o.order_no, r.payment_id, sum(r.peps_kobo)::bigint as peps_kobo, sum(r.arrived_kobo)::bigint as arrived_kobo,
  sum(r.coming_kobo)::bigint as coming_kobo, max(r.expected_by) as expected_by, max(r.at) as at,
  (select string_agg(l.product_name, ', ' order by l.product_name) from public.order_lines l where l.order_id = r.order_id) as what
from (
  select f.order_id, f.payment_id, 0 as peps_kobo, case when f.status = 'processed' then f.amount_kobo else 0 end as arrived_kobo,
    case when f.status = 'processed' then 0 else f.amount_kobo end as coming_kobo, case when f.status <> 'processed' then f.expected_by end as expected_by,
    coalesce(f.processed_at, f.created_at) as at
  from public.payments p join public.refunds f on f.payment_id = p.id where p.user_id = (select auth.uid()) and not (select rights.owes_second_step())
  union all
  select m.order_id, null, m.amount_kobo, 0, 0, null, m.posted_at from public.own_peps m
  where m.kind in ('returned_as_peps', 'return_taken_as_peps', 'resale_as_peps', 'cash_resale_as_peps')
) r left join public.orders o on o.id = r.order_id group by r.order_id, o.order_no, r.payment_id;
comment on view public.own_returns is 'What came back to the caller, as PEPS and in naira, and what is on its way and until when (the last day on which a part of it is expected).';

create view public.own_return_totals as
select coalesce(sum(peps_kobo), 0)::bigint as peps_kobo, coalesce(sum(arrived_kobo), 0)::bigint as arrived_kobo, coalesce(sum(coming_kobo), 0)::bigint as coming_kobo,
  max(expected_by) as expected_by from public.own_returns;
comment on view public.own_return_totals is 'The sums of own_returns in one row.';

create view public.own_rewards as
select md5(o.id::text)::uuid as id, coalesce(o.settled_at, case when o.group_buy_id is null and o.referral_kobo > 0 then f.at end) as settled_at,
  case when o.settled_at is not null or o.group_buy_id is null and o.referral_kobo > 0 then o.referral_kobo end as amount_kobo, x.reason,
  case when x.order_id is not null then 'refused'
    when exists (select from ledger.journals j where j.key = 'reward-reversal:' || o.id) then 'reversed'
    when exists (select from ledger.journals j where j.key = 'reward:' || o.id) then case when f.at > now() and o.group_buy_id is not null then 'pending' else 'credited' end
    when o.settled_at is null and (o.group_buy_id is not null or o.referral_kobo = 0) then 'expected' else 'coming' end as state,
  nullif(nullif(f.at, 'infinity'), '-infinity') as available_at
from public.referrals r join public.orders o on o.user_id = r.referred_id left join public.reward_refusals x on x.order_id = o.id
cross join lateral (select rights.reward_final_at(o.id) as at) f
where r.referrer_id = (select auth.uid()) and not (select rights.owes_second_step())
  and (x.order_id is not null or (o.is_paid and (o.settled_at is null or o.referral_kobo > 0))
    or exists (select from ledger.journals j where j.key = 'reward:' || o.id));
comment on view public.own_rewards is 'The caller''s rewards for people they referred, order by order, without identifying the order''s buyer.';

create view public.reward_terms as
select public.whole_setting('referral_bps') as referral_bps, n.next_bps, n.next_from
from (select 1) one left join lateral (
  select (value #>> '{}')::integer as next_bps, effective_from as next_from from public.settings
  where key = 'referral_bps' and effective_from > now() order by effective_from limit 1) n on true;
comment on view public.reward_terms is 'The rate of rewards, and the announced change, if any: changes are published 30 days before.';
