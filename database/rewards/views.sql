create view public.own_peps_balance as
select greatest(0, a.balance_kobo - u.kobo) as spendable_kobo, a.held_kobo, rights.my_owed_peps_kobo() as owed_kobo,
  least(a.balance_kobo, u.kobo) as pending_kobo
from ledger.accounts a cross join (select rights.my_pending_kobo() as kobo) u where a.id = (select rights.my_peps_account());
comment on view public.own_peps_balance is 'The caller''s PEPS in kobo: free, held for payments in progress, to be offset against the next rewards, and earned by orders that may still be refunded.';

create view public.own_peps as
with mine as (
  select rights.my_peps_account() as id
), moved as (
  select t.id, t.posted_at, t.kind, t.phase, -t.amount_kobo as amount_kobo, t.credit_id as other_id from ledger.transfers t join mine m on m.id = t.debit_id
  union all
  select t.id, t.posted_at, t.kind, t.phase, t.amount_kobo, t.debit_id from ledger.transfers t join mine m on m.id = t.credit_id
)
select m.id, m.posted_at, m.kind, m.amount_kobo, m.phase = 'held' as is_held, o.id as order_id, o.order_no,
  (select string_agg(l.product_name, ', ' order by l.product_name) from public.order_lines l where l.order_id = o.id) as what
from moved m join ledger.accounts a on a.id = m.other_id
-- A reward's order belongs to another person: only movements on accounts of the caller's own orders name the order.
left join public.orders o on a.kind = 'escrow' and o.id = a.owner_id and o.user_id = (select auth.uid())
where m.phase in ('posted', 'captured') or (m.phase = 'held' and not exists (select from ledger.transfers e where e.hold_id = m.id));
comment on view public.own_peps is 'Each movement of the caller''s PEPS, from the ledger; an open hold has no end yet.';

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
