-- A shop's statement: its balance at the beginning of a month is added up from days, not from every movement there has been (decision 0054).
create table sums.shop_days (
  account_id uuid not null,
  vendor_id uuid not null,
  day date not null,
  movements bigint not null,
  came_in_kobo bigint not null,
  went_out_kobo bigint not null,
  fee_kobo bigint not null
);
comment on table sums.shop_days is 'Movements of the shops'' accounts by day in Lagos: add up the rows. fee_kobo: the vendor''s fee that was taken with them.';
create index shop_days_of_account on sums.shop_days (account_id, day);
alter table sums.shop_days enable row level security;
grant select on sums.shop_days to service_role;

-- Of payments and joins nothing is kept here: they move no shop's account.
create function sums.follow_shops() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from added where 'vendor' in (debit_kind, credit_kind) and phase in ('posted', 'taken')) then return null; end if;
  insert into sums.shop_days (account_id, vendor_id, day, movements, came_in_kobo, went_out_kobo, fee_kobo)
  select a.id, a.owner_id, (m.posted_at at time zone 'Africa/Lagos')::date, sum(m.movements), sum(m.came_in), sum(m.went_out), sum(m.fee) from (
    select credit_id as account_id, posted_at, 1 as movements, amount_kobo as came_in, 0 as went_out, 0 as fee
    from added where credit_kind = 'vendor' and phase in ('posted', 'taken')
    union all select debit_id, posted_at, 1, 0, amount_kobo, 0 from added where debit_kind = 'vendor' and phase in ('posted', 'taken')
    union all select e.credit_id, e.posted_at, 0, 0, 0, f.amount_kobo from added e join added f on f.journal_id = e.journal_id
      where e.kind = 'vendor_earned' and f.kind = 'vendor_fee_earned' and e.phase in ('posted', 'taken')) m
  join ledger.accounts a on a.id = m.account_id group by 1, 2, 3;
  return null;
end $$;
create trigger follow_shops after insert on ledger.transfers referencing new table as added for each statement execute function sums.follow_shops();
revoke execute on function sums.follow_shops() from public;

-- With the shops' days, and the same else.
create function sums.fold_shops() returns void language sql set search_path = '' as $$
  with many as (
    select account_id, day from sums.shop_days group by 1, 2 having count(*) > 1
  ), gone as (
    delete from sums.shop_days s using many m where (s.account_id, s.day) = (m.account_id, m.day) returning s.*
  )
  insert into sums.shop_days select account_id, vendor_id, day, sum(movements), sum(came_in_kobo), sum(went_out_kobo), sum(fee_kobo)
  from gone group by 1, 2, 3;
$$;
create function sums.recount_shops() returns void language sql set search_path = '' as $$
  delete from sums.shop_days;
  insert into sums.shop_days
  select a.id, a.owner_id, (m.posted_at at time zone 'Africa/Lagos')::date, sum(m.movements), sum(m.came_in), sum(m.went_out), sum(m.fee) from (
    select credit_id as account_id, posted_at, 1 as movements, amount_kobo as came_in, 0 as went_out, 0 as fee
    from ledger.transfers where credit_kind = 'vendor' and phase in ('posted', 'taken')
    union all select debit_id, posted_at, 1, 0, amount_kobo, 0 from ledger.transfers where debit_kind = 'vendor' and phase in ('posted', 'taken')
    union all select e.credit_id, e.posted_at, 0, 0, 0, f.amount_kobo from ledger.transfers e join ledger.transfers f on f.journal_id = e.journal_id
      where e.kind = 'vendor_earned' and f.kind = 'vendor_fee_earned' and e.phase in ('posted', 'taken')) m
  join ledger.accounts a on a.id = m.account_id group by 1, 2, 3;
$$;
revoke execute on function sums.fold_shops(), sums.recount_shops() from public;

create view public.shop_money_months with (security_invoker = false) as
select m.vendor_id, m.account_id, m.month, m.movements, m.came_in_kobo, m.went_out_kobo, m.fee_kobo,
  sum(m.came_in_kobo - m.went_out_kobo) over (partition by m.vendor_id order by m.month)::bigint as closing_kobo
from (
  select vendor_id, account_id, date_trunc('month', day)::date as month, sum(movements)::integer as movements, sum(came_in_kobo)::bigint as came_in_kobo,
    sum(went_out_kobo)::bigint as went_out_kobo, sum(fee_kobo)::bigint as fee_kobo
  from sums.shop_days where not (select rights.owes_second_step()) and (vendor_id = (select rights.my_vendor_id()) or (select rights.has_role('chief')))
  group by 1, 2, 3) m;
comment on view public.shop_money_months is 'What moved on the shop''s account in each month that had movements, and the balance at its end.';
grant select on public.shop_money_months to authenticated, service_role;

-- The balance after a movement is made of the days before and of the day itself, and only where it is asked for. By the movements alone, so that both
-- indexes of an account give its lines in the order of their moments.
create or replace view public.shop_movements as
select t.id, a.owner_id as vendor_id, t.posted_at, t.kind, t.amount_kobo,
  ((select coalesce(sum(d.came_in_kobo - d.went_out_kobo), 0) from sums.shop_days d
      where d.account_id = t.account_id and d.day < (t.posted_at at time zone 'Africa/Lagos')::date)
    + (select coalesce(sum(b.amount_kobo), 0) from ledger.transfers b where b.credit_id = t.account_id and b.phase in ('posted', 'taken')
      and b.posted_at >= (t.posted_at at time zone 'Africa/Lagos')::date::timestamp at time zone 'Africa/Lagos' and (b.posted_at, b.id) <= (t.posted_at, t.id))
    - (select coalesce(sum(b.amount_kobo), 0) from ledger.transfers b where b.debit_id = t.account_id and b.phase in ('posted', 'taken')
      and b.posted_at >= (t.posted_at at time zone 'Africa/Lagos')::date::timestamp at time zone 'Africa/Lagos' and (b.posted_at, b.id) <= (t.posted_at, t.id))
  )::bigint as balance_kobo,
  o.id as order_id, o.order_no, coalesce(g.product_name, l.names) as product_name,
  coalesce((select sum(f.amount_kobo)::bigint from ledger.transfers f
    where f.journal_id = t.journal_id and f.kind = 'vendor_fee_earned' and t.kind = 'vendor_earned'), 0) as fee_kobo, p.id as payout_id, p.reference,
  t.account_id
from (
  select credit_id as account_id, credit_kind as account_kind, debit_id as other_id, id, journal_id, kind, phase, posted_at, amount_kobo from ledger.transfers
  union all
  select debit_id, debit_kind, credit_id, id, journal_id, kind, phase, posted_at, -amount_kobo from ledger.transfers) t
left join ledger.accounts a on a.id = t.account_id
left join ledger.accounts other on other.id = t.other_id
left join public.orders o on o.id = case when other.kind = 'escrow' then other.owner_id end
left join public.group_buys g on g.id = o.group_buy_id
left join lateral (select string_agg(product_name, ', ' order by product_name) as names from public.order_lines where order_id = o.id) l on true
left join ledger.journals j on j.id = t.journal_id and t.kind like 'payout\_%'
left join public.payouts p on p.id = case when t.kind in ('payout_begun', 'payout_failed') then other.owner_id else substring(j.key from '[0-9a-f-]{36}$')::uuid end
where t.account_kind = 'vendor' and t.phase in ('posted', 'taken') and not (select rights.owes_second_step())
  and (t.account_id = (select ledger.id_of('vendor:' || rights.my_vendor_id())) or (select rights.has_role('chief')));
comment on column public.shop_movements.account_id is 'Of the shop: movements that are asked for by it are read in the order of their moments.';
