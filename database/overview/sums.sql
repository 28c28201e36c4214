create function sums.add_sale(o public.orders, sign integer) returns void language sql set search_path = '' as $$
  insert into sums.sales_days (vendor_id, day, joins, orders, goods, buyer_fee_kobo, vendor_fee_kobo)
  values (o.vendor_id, public.lagos_day(o.created_at), case when o.group_buy_id is null then 0 else sign end, case when o.is_paid then sign else 0 end,
    case when o.is_paid then sign * o.total_amount else 0 end,
    case when o.is_paid then sign * floor(o.total_amount * o.buyer_fee_bps / 100)::bigint else 0 end,
    case when o.is_paid then sign * floor(o.total_amount * o.vendor_fee_bps / 100)::bigint else 0 end);
  insert into sums.buyers (vendor_id, user_id, placed, orders, goods, last_order_at)
  values (o.vendor_id, o.user_id, sign, case when o.is_paid then sign else 0 end, case when o.is_paid then sign * o.total_amount else 0 end, o.created_at);
  insert into sums.category_days (vendor_id, day, category, orders, goods)
  select o.vendor_id, public.lagos_day(o.created_at), l.category, sign, sign * sum(case when o.group_buy_id is null then l.unit_price * l.quantity else o.total_amount end)
  from public.order_lines l where l.order_id = o.id and o.is_paid and l.category is not null group by l.category;
$$;

create function sums.add_hand_over(o public.orders, sign integer) returns void language sql set search_path = '' as $$
  insert into sums.sales_days (vendor_id, day, handed_over, timed, on_time)
  select o.vendor_id, public.lagos_day(o.handed_over_at), sign, case when t.is_timed then sign else 0 end,
    case when t.is_timed and o.handed_over_at <= o.ready_at + interval '24 hours' then sign else 0 end
  from (select o.status = 'completed' and o.fulfilment <> 'stockpile' and o.ready_at is not null as is_timed) t where o.handed_over_at is not null;
$$;

-- Like the sums by month: joining, paying and leaving unpaid orders cost nothing. A hand-over does not write the sale again.
create function sums.follow_sales() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  was_counted boolean := tg_op <> 'INSERT' and old.status not in ('pending', 'paid');
  is_counted boolean := tg_op <> 'DELETE' and new.status not in ('pending', 'paid');
  keeps_sale boolean := was_counted and is_counted and (old.vendor_id, old.user_id, old.created_at, old.is_paid, old.total_amount, old.buyer_fee_bps, old.vendor_fee_bps)
    is not distinct from (new.vendor_id, new.user_id, new.created_at, new.is_paid, new.total_amount, new.buyer_fee_bps, new.vendor_fee_bps);
  keeps_hand_over boolean := was_counted and is_counted and (old.vendor_id, old.handed_over_at, old.ready_at, old.fulfilment, old.status = 'completed')
    is not distinct from (new.vendor_id, new.handed_over_at, new.ready_at, new.fulfilment, new.status = 'completed');
begin
  if was_counted and not keeps_sale then perform sums.add_sale(old, -1); end if;
  if was_counted and not keeps_hand_over then perform sums.add_hand_over(old, -1); end if;
  if is_counted and not keeps_sale then perform sums.add_sale(new, 1); end if;
  if is_counted and not keeps_hand_over then perform sums.add_hand_over(new, 1); end if;
  if is_counted then
    if tg_op = 'INSERT' or old.status in ('pending', 'paid') or old.created_at <> new.created_at or old.user_id <> new.user_id then
      perform sums.note_active(new.user_id, new.created_at);
    end if;
  end if;
  return null;
end $$;

create function sums.note_active(person uuid, at timestamptz) returns void language sql set search_path = '' as $$
  insert into sums.active_people (person_id, month, days)
  values (person, date_trunc('month', public.lagos_day(at))::date, 1 << extract(day from public.lagos_day(at))::integer - 1)
$$;

create function sums.follow_sessions() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform sums.note_active(new.user_id, coalesce(new.refreshed_at, new.created_at));
  return null;
end $$;

-- A resale's money has no order here: it came from goods that were not collected.
create view ledger.refund_lines as
select t.id as transfer_id, t.journal_id, o.vendor_id, o.id as order_id, t.kind, t.amount_kobo, t.posted_at
from ledger.transfers t join ledger.accounts d on d.id = t.debit_id join ledger.accounts c on c.id = t.credit_id
left join public.refunds f on t.credit_kind = 'refund_due' and f.id = c.owner_id
left join public.orders o on o.id = case when t.kind = 'returned_as_peps' then d.owner_id else f.order_id end
where t.phase in ('posted', 'captured') and (t.kind like '%return\_owed' or t.kind in ('returned_as_peps', 'resale_as_peps', 'cash_resale_as_peps'));
comment on view ledger.refund_lines is 'Lines of the ledger by which money became due back to buyers. Granted to no role.';

create function sums.follow_refunds() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  ids uuid[] := array(select a.id from added a where a.phase in ('posted', 'captured')
    and (a.kind like '%return\_owed' or a.kind in ('returned_as_peps', 'resale_as_peps', 'cash_resale_as_peps')));
begin
  if ids = '{}' then return null; end if;
  insert into sums.refund_days (vendor_id, day, refunds, amount_kobo)
  select l.vendor_id, public.lagos_day(l.posted_at), count(*), sum(l.amount_kobo) from ledger.refund_lines l where l.transfer_id = any (ids) group by 1, 2;
  return null;
end $$;

create function sums.fold_market() returns void language sql set search_path = '' as $$
  with many as (
    select vendor_id, day from sums.sales_days group by 1, 2 having count(*) > 1
  ), deleted as (
    delete from sums.sales_days s using many m where (s.vendor_id, s.day) = (m.vendor_id, m.day) returning s.*
  )
  insert into sums.sales_days select vendor_id, day, sum(joins), sum(orders), sum(goods), sum(buyer_fee_kobo), sum(vendor_fee_kobo), sum(handed_over), sum(timed), sum(on_time)
  from deleted group by 1, 2;
  with many as (
    select vendor_id, day, category from sums.category_days group by 1, 2, 3 having count(*) > 1
  ), deleted as (
    delete from sums.category_days s using many m where (s.vendor_id, s.day, s.category) = (m.vendor_id, m.day, m.category) returning s.*
  )
  insert into sums.category_days select vendor_id, day, category, sum(orders), sum(goods) from deleted group by 1, 2, 3 having (sum(orders), sum(goods)) <> (0, 0);
  with many as (
    select vendor_id, day from sums.refund_days group by 1, 2 having count(*) > 1
  ), deleted as (
    delete from sums.refund_days s using many m where s.day = m.day and s.vendor_id is not distinct from m.vendor_id returning s.*
  )
  insert into sums.refund_days select vendor_id, day, sum(refunds), sum(amount_kobo) from deleted group by 1, 2;
  with many as (
    select vendor_id, user_id from sums.buyers group by 1, 2 having count(*) > 1
  ), deleted as (
    delete from sums.buyers s using many m where (s.vendor_id, s.user_id) = (m.vendor_id, m.user_id) returning s.*
  )
  insert into sums.buyers select vendor_id, user_id, sum(placed), sum(orders), sum(goods), max(last_order_at) from deleted group by 1, 2 having sum(placed) <> 0;
  -- Days of earlier months are settled, so that only two months are searched for rows to merge.
  with many as (
    select person_id, month from sums.active_people where month >= date_trunc('month', public.lagos_day(now()) - 31)::date group by 1, 2 having count(*) > 1
  ), deleted as (
    delete from sums.active_people s using many m where (s.person_id, s.month) = (m.person_id, m.month) returning s.*
  )
  insert into sums.active_people select person_id, month, bit_or(days) from deleted group by 1, 2;
$$;

-- Sign-ins are kept, because their sessions are deleted; orders are noted again, except those of deleted accounts.
create function sums.recount_market() returns void language sql set search_path = '' as $$
  delete from sums.sales_days;
  delete from sums.category_days;
  delete from sums.refund_days;
  delete from sums.buyers;
  insert into sums.buyers
  select vendor_id, user_id, count(*), count(*) filter (where is_paid), coalesce(sum(total_amount) filter (where is_paid), 0), max(created_at)
  from public.orders where status not in ('pending', 'paid') group by 1, 2;
  insert into sums.sales_days (vendor_id, day, joins, orders, goods, buyer_fee_kobo, vendor_fee_kobo)
  select vendor_id, public.lagos_day(created_at), count(group_buy_id), count(*) filter (where is_paid), coalesce(sum(total_amount) filter (where is_paid), 0),
    coalesce(sum(floor(total_amount * buyer_fee_bps / 100)) filter (where is_paid), 0), coalesce(sum(floor(total_amount * vendor_fee_bps / 100)) filter (where is_paid), 0)
  from public.orders where status not in ('pending', 'paid') group by 1, 2;
  insert into sums.sales_days (vendor_id, day, handed_over, timed, on_time)
  select vendor_id, public.lagos_day(handed_over_at), count(*), count(*) filter (where is_timed),
    count(*) filter (where is_timed and handed_over_at <= ready_at + interval '24 hours')
  from (select *, status = 'completed' and fulfilment <> 'stockpile' and ready_at is not null as is_timed from public.orders) o
  where status not in ('pending', 'paid') and handed_over_at is not null group by 1, 2;
  insert into sums.category_days
  select o.vendor_id, public.lagos_day(o.created_at), l.category, count(distinct o.id),
    sum(case when o.group_buy_id is null then l.unit_price * l.quantity else o.total_amount end)
  from public.orders o join public.order_lines l on l.order_id = o.id
  where o.is_paid and o.status <> 'paid' and l.category is not null group by 1, 2, 3;
  insert into sums.refund_days select vendor_id, public.lagos_day(posted_at), count(*), sum(amount_kobo) from ledger.refund_lines group by 1, 2;
  insert into sums.active_people
  select user_id, date_trunc('month', public.lagos_day(created_at))::date, bit_or(1 << extract(day from public.lagos_day(created_at))::integer - 1)
  from public.orders where status not in ('pending', 'paid') and user_id not in (select u.id from auth.users u where u.deleted_at is not null) group by 1, 2;
  with deleted as (delete from sums.active_people returning *)
  insert into sums.active_people select person_id, month, bit_or(days) from deleted group by 1, 2;
$$;
