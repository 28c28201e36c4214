-- A person's PEPS in their own words, and why a reward did not come.
create table public.reward_refusals (
  order_id uuid primary key references public.orders (id),
  referrer_id uuid not null references public.profiles (id),
  reason text not null check (reason in ('own_order', 'not_enrolled', 'seller', 'ring', 'same_person')),
  decided_at timestamptz not null default now()
);
comment on table public.reward_refusals is 'Settled orders whose referrer earns nothing by them, and why (domain/rewards/earning.ts).';
create index reward_refusals_of_person on public.reward_refusals (referrer_id, decided_at desc);
create trigger log_act after insert or update or delete on public.reward_refusals for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('reward-refusal', 'order_id', '');
alter table public.reward_refusals enable row level security;
create policy chief_reads on public.reward_refusals for select to authenticated using ((select rights.has_role('chief')));
create policy second_step on public.reward_refusals as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.reward_refusals to authenticated;
grant select, insert on public.reward_refusals to service_role;

-- Facts for the rule, which the clock's job reads order by order.
create function public.is_referred_through(person uuid, above uuid) returns boolean language sql stable security definer set search_path = '' as $$
  with recursive up as (
    select referrer_id from public.referrals where referred_id = person
    union
    select r.referrer_id from up join public.referrals r on r.referred_id = up.referrer_id
  ) select exists (select from up where referrer_id = above)
$$;
comment on function public.is_referred_through is 'Whether somebody stands above a person in the chain of who brought whom; rings end.';
create function public.phone_key(phone text) returns text language sql immutable set search_path = '' as
$$ select nullif(right(regexp_replace(phone, '\D', '', 'g'), 10), '') $$;
comment on function public.phone_key is 'A Nigerian number however it is written: its last ten digits.';
create function public.are_one_person(a uuid, b uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users x, auth.users y where x.id = a and y.id = b and public.phone_key(x.phone) = public.phone_key(y.phone))
    or exists (select from public.refunds f join public.payments p on p.id = f.payment_id join public.refunds g on g.to_account_number = f.to_account_number
      and g.to_bank_code = f.to_bank_code join public.payments q on q.id = g.payment_id where p.user_id = a and q.user_id = b)
$$;
comment on function public.are_one_person is 'Two accounts with one phone, or with one bank account that refunds went to.';
create function public.is_behind_shop(person uuid, shop uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.vendors v left join public.vendor_details d on d.vendor_id = v.id left join auth.users u on u.id = person
    where v.id = shop and (v.owner_id = person or public.phone_key(d.phone) = public.phone_key(u.phone) or public.are_one_person(v.owner_id, person)))
$$;
comment on function public.is_behind_shop is 'Its owner, or an account with the shop''s phone or the owner''s.';
revoke execute on function public.is_referred_through(uuid, uuid), public.phone_key(text), public.are_one_person(uuid, uuid), public.is_behind_shop(uuid, uuid) from public;
grant execute on function public.is_referred_through(uuid, uuid), public.phone_key(text), public.are_one_person(uuid, uuid), public.is_behind_shop(uuid, uuid) to service_role;

create function rights.my_peps_account() returns uuid language sql stable security definer set search_path = '' as
$$ select ledger.id_of('peps:' || auth.uid()) where not rights.owes_second_step() $$;
create function rights.my_owed_peps_kobo() returns bigint language sql stable security definer set search_path = '' as
$$ select greatest(0, -coalesce(ledger.balance_kobo('clawback', auth.uid()), 0))::bigint where not rights.owes_second_step() $$;
revoke execute on function rights.my_peps_account(), rights.my_owed_peps_kobo() from public;
grant execute on function rights.my_peps_account(), rights.my_owed_peps_kobo() to authenticated, service_role;

create view public.own_purse as
select a.balance_kobo as spendable_kobo, a.held_kobo, rights.my_owed_peps_kobo() as owed_kobo
from ledger.accounts a where a.id = (select rights.my_peps_account());
comment on view public.own_purse is 'The caller''s PEPS in kobo: free, set aside for payments that have begun, and what the next rewards pay off first.';

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
-- A reward's order is somebody else's: only what stands on an account of one's own order is named.
left join public.orders o on a.kind = 'escrow' and o.id = a.owner_id and o.user_id = (select auth.uid())
where m.phase in ('posted', 'taken') or (m.phase = 'held' and not exists (select from ledger.transfers e where e.hold_id = m.id));
comment on view public.own_peps is 'Each movement of the caller''s PEPS, from the ledger; what is set aside has no end yet.';

create view public.own_rewards as
select md5(o.id::text)::uuid as id, o.settled_at, case when o.settled_at is not null then o.referral_kobo end as amount_kobo, x.reason,
  case when x.order_id is not null then 'refused'
    when exists (select from ledger.journals j where j.key = 'reward-back:' || o.id) then 'taken_back'
    when exists (select from ledger.journals j where j.key = 'reward:' || o.id) then 'credited'
    when o.settled_at is null then 'expected' else 'coming' end as state
from public.referrals r join public.orders o on o.user_id = r.referred_id left join public.reward_refusals x on x.order_id = o.id
where r.referrer_id = (select auth.uid()) and not (select rights.owes_second_step())
  and (x.order_id is not null or (o.is_paid and o.group_buy_id is not null and (o.settled_at is null or o.referral_kobo > 0))
    or exists (select from ledger.journals j where j.key = 'reward:' || o.id));
comment on view public.own_rewards is 'What the caller earns by people they referred, order by order, without saying whose order it is.';
grant select on public.own_purse, public.own_peps, public.own_rewards to authenticated, service_role;

create view public.reward_terms as
select public.whole_setting('referral_bps') as referral_bps, n.next_bps, n.next_from
from (select 1) one left join lateral (
  select (value #>> '{}')::integer as next_bps, effective_from as next_from from public.settings
  where key = 'referral_bps' and effective_from > now() order by effective_from limit 1) n on true;
comment on view public.reward_terms is 'The rate of rewards, and the change that has been announced, if any: everybody is told 30 days before.';
grant select on public.reward_terms to anon, authenticated, service_role;
