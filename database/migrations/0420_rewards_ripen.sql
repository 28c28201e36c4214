-- A reward is spent only once its order can no longer be given back, and orders from the cart earn one when they are final.
create function public.group_order_final_at(of_order uuid) returns timestamptz language sql stable security definer set search_path = '' as $$
  select case
    when o.status not in ('pending', 'paid', 'confirmed') then '-infinity'
    -- Not settled yet, or what was paid is on its way back.
    when o.status <> 'confirmed' or g.status in ('failed', 'cancelled') then 'infinity'
    else greatest(g.payment_due_at, g.extended_at + interval '48 hours', (g.share_date - 1)::timestamp at time zone 'Africa/Lagos') end
  from public.orders o join public.group_buys g on g.id = o.group_buy_id where o.id = of_order
$$;
comment on function public.group_order_final_at is 'From then on neither its buyer nor the shop can end an order of a buy with everything paid back (domain/rewards/ripening.ts).';

create function public.cart_order_final_at(of_order uuid) returns timestamptz language sql stable security definer set search_path = '' as $$
  select greatest(o.paid_at, c.closes_at) from public.orders o cross join lateral (
    select least(o.ready_at, (min(l.share_date)::timestamp at time zone 'Africa/Lagos') - interval '72 hours',
      min(l.packed_at) filter (where l.share_date is null)) as closes_at from public.order_lines l where l.order_id = o.id) c
  where o.id = of_order and o.group_buy_id is null and o.is_paid and c.closes_at is not null
$$;
comment on function public.cart_order_final_at is 'From then on a paid order from the cart can no longer be cancelled (domain/orders/cancelling.ts). Null: nothing ends that yet.';

create function public.unripe_rewards_kobo(person uuid) returns bigint language sql stable security definer set search_path = '' as $$
  select coalesce(sum(o.referral_kobo - div(o.referral_kobo * o.goods_back_kobo::numeric, o.total_amount * 100)), 0)::bigint
  from public.referrals r join public.orders o on o.user_id = r.referred_id
  where r.referrer_id = person and o.group_buy_id is not null and o.status in ('paid', 'confirmed') and o.referral_kobo > 0
    and exists (select from ledger.journals j where j.id = ledger.id_of('reward:' || o.id))
    and public.group_order_final_at(o.id) > clock_timestamp()
$$;
comment on function public.unripe_rewards_kobo is 'Of a person''s PEPS, what was earned by orders that may still be given back: it is theirs, but not spent until then.';
revoke execute on function public.group_order_final_at(uuid), public.cart_order_final_at(uuid), public.unripe_rewards_kobo(uuid) from public;
grant execute on function public.group_order_final_at(uuid), public.cart_order_final_at(uuid), public.unripe_rewards_kobo(uuid) to service_role;

create function rights.my_unripe_kobo() returns bigint language sql stable security definer set search_path = '' as
$$ select public.unripe_rewards_kobo(auth.uid()) where not rights.owes_second_step() $$;
create function rights.reward_final_at(of_order uuid) returns timestamptz language sql stable security definer set search_path = '' as
$$ select coalesce(public.cart_order_final_at(o.id), public.group_order_final_at(o.id)) from public.orders o join public.referrals r on r.referred_id = o.user_id
   where o.id = of_order and r.referrer_id = auth.uid() and not rights.owes_second_step() $$;
revoke execute on function rights.my_unripe_kobo(), rights.reward_final_at(uuid) from public;
grant execute on function rights.my_unripe_kobo(), rights.reward_final_at(uuid) to authenticated, service_role;

create or replace view public.own_purse as
select greatest(0, a.balance_kobo - u.kobo) as spendable_kobo, a.held_kobo, rights.my_owed_peps_kobo() as owed_kobo,
  least(a.balance_kobo, u.kobo) as unripe_kobo
from ledger.accounts a cross join (select rights.my_unripe_kobo() as kobo) u where a.id = (select rights.my_peps_account());
comment on view public.own_purse is 'The caller''s PEPS in kobo: free, held for payments that have begun, what the next rewards pay off first, and earned by orders that may still be given back.';

create or replace view public.own_rewards as
select md5(o.id::text)::uuid as id, coalesce(o.settled_at, case when o.group_buy_id is null and o.referral_kobo > 0 then f.at end) as settled_at,
  case when o.settled_at is not null or o.group_buy_id is null and o.referral_kobo > 0 then o.referral_kobo end as amount_kobo, x.reason,
  case when x.order_id is not null then 'refused'
    when exists (select from ledger.journals j where j.key = 'reward-back:' || o.id) then 'taken_back'
    when exists (select from ledger.journals j where j.key = 'reward:' || o.id) then case when f.at > now() and o.group_buy_id is not null then 'unripe' else 'credited' end
    when o.settled_at is null and (o.group_buy_id is not null or o.referral_kobo = 0) then 'expected' else 'coming' end as state,
  nullif(nullif(f.at, 'infinity'), '-infinity') as ripe_at
from public.referrals r join public.orders o on o.user_id = r.referred_id left join public.reward_refusals x on x.order_id = o.id
cross join lateral (select rights.reward_final_at(o.id) as at) f
where r.referrer_id = (select auth.uid()) and not (select rights.owes_second_step())
  and (x.order_id is not null or (o.is_paid and (o.settled_at is null or o.referral_kobo > 0))
    or exists (select from ledger.journals j where j.key = 'reward:' || o.id));
comment on view public.own_rewards is 'What the caller earns by people they referred, order by order, without saying whose order it is.';

-- What the demo market had earned before there was a ledger was booked as one sum (0340). Each order gets its journal, so that no clock
-- rewards it twice, and the sum is taken out again: balances stay.
do $$
declare
  opened timestamptz;
  earned record;
begin
  select min(t.posted_at) into opened from ledger.journals j join ledger.transfers t on t.journal_id = j.id where j.key like 'opening:%';
  for earned in
    select r.referrer_id, sum(o.kobo)::bigint as kobo, jsonb_agg(jsonb_build_object('id', o.id, 'at', o.settled_at, 'kobo', o.kobo)) as orders
    from public.referrals r join (
      select id, user_id, coalesce(settled_at, public.cart_order_final_at(id)) as settled_at, referral_kobo - div(referral_kobo * goods_back_kobo::numeric, total_amount * 100)::bigint as kobo
      from public.orders where coalesce(settled_at, public.cart_order_final_at(id)) < opened and referral_kobo > 0 and is_paid) o on o.user_id = r.referred_id
    where o.kobo > 0 and not exists (select from ledger.journals j where j.id = ledger.id_of('reward:' || o.id))
      and not exists (select from public.reward_refusals x where x.order_id = o.id)
    group by r.referrer_id
  loop
    perform ledger.write('reward:' || (o ->> 'id'), jsonb_build_array(jsonb_build_object('kind', 'referral_reward', 'credit', earned.referrer_id,
      'amount_kobo', (o ->> 'kobo')::bigint)), (o ->> 'at')::timestamptz) from jsonb_array_elements(earned.orders) o;
    perform ledger.post('opening-rewards:' || earned.referrer_id, jsonb_build_array(jsonb_build_object('kind', 'reward_taken_back', 'debit', earned.referrer_id,
      'amount_kobo', earned.kobo)));
  end loop;
end $$;
