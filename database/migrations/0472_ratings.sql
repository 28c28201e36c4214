-- Ratings: after hand-over alone, one an order. The vendor replies once; what is reported is looked at by people, who may hide it with a reason.
alter table public.reviews
  add column reply text check (char_length(reply) between 1 and 1000),
  add column replied_at timestamptz,
  add column reported_at timestamptz,
  add column reported_by uuid references public.profiles (id),
  add column report_reason text check (char_length(report_reason) between 5 and 500),
  add column judged_at timestamptz,
  add column judged_by uuid references public.profiles (id),
  add column hidden_at timestamptz,
  add column judge_reason text check (char_length(judge_reason) between 5 and 500),
  add constraint replied_once check ((reply is null) = (replied_at is null)),
  add constraint reported_with_reason check (num_nonnulls(reported_at, report_reason) in (0, 2)),
  add constraint judged_with_reason check (num_nonnulls(judged_at, judge_reason) in (0, 2)),
  add constraint hidden_by_judgement check (hidden_at is null or judged_at is not null);
comment on column public.reviews.hidden_at is 'Nobody but the shop and the staff sees it, and it counts in no rating.';
create index reviews_reported on public.reviews (reported_at) where reported_at is not null and judged_at is null;

create function public.guard_review() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from public.orders o where o.id = new.order_id and o.user_id = new.author_id and o.vendor_id = new.vendor_id
      and o.status in ('collected', 'delivered', 'completed')) then
      raise exception 'A rating is its buyer''s, once the goods are handed over' using errcode = 'PT409';
    end if;
    return new;
  end if;
  if (new.vendor_id, new.author_id, new.order_id, new.rating, new.comment) is distinct from (old.vendor_id, old.author_id, old.order_id, old.rating, old.comment)
    or old.reply is not null and new.reply is distinct from old.reply then
    raise exception 'What was said of a shop stays as it was said' using errcode = 'PT409';
  end if;
  if new.judged_by is distinct from old.judged_by and exists (select from public.vendors v where v.id = new.vendor_id and new.judged_by in (v.owner_id, new.author_id)) then
    raise exception 'Nobody judges a rating of their own' using errcode = 'PT403';
  end if;
  return new;
end $$;
revoke execute on function public.guard_review() from public;
create trigger guard_review before insert or update on public.reviews for each row execute function public.guard_review();

drop policy reviews_of_active_shops on public.reviews;
create policy reviews_of_active_shops on public.reviews for select using (hidden_at is null and vendor_id in (select rights.active_vendor_ids()));
grant select (reply, replied_at) on public.reviews to anon, authenticated;

-- All ratings for their shop; those that were reported for whoever judges them. With the owner's rights; the conditions admit no others. Nobody is told
-- who reported.
create view public.judged_reviews as
select r.id, r.vendor_id, v.business_name, v.state, o.order_no, r.rating, r.comment, r.created_at, r.reply, r.replied_at, r.reported_at, r.report_reason, r.judged_at,
  r.judge_reason, r.hidden_at
from public.reviews r join public.vendors v on v.id = r.vendor_id join public.orders o on o.id = r.order_id
where v.id = (select rights.my_vendor_id())
  or r.reported_at is not null and (v.id in (select rights.overseen_vendor_ids()) or (select rights.keeps_content()));
grant select on public.judged_reviews to authenticated, service_role;

-- Hidden ratings count no more. Cancelled: of the orders that were paid, those that the shop took back. Disputed: of the orders handed over, those with a claim
-- that the shop contested or that was upheld.
alter table public.vendor_metrics
  add column cancellation_rate numeric(5,2) check (cancellation_rate between 0 and 100),
  add column dispute_rate numeric(5,2) check (dispute_rate between 0 and 100);
comment on column public.vendor_metrics.cancellation_rate is 'Per cent of the orders that were ever paid, which the vendor cancelled.';
comment on column public.vendor_metrics.dispute_rate is 'Per cent of the orders that were handed over, with a claim that was contested or upheld.';
create or replace function public.recompute_vendor_metrics() returns void language sql security definer set search_path = '' as $$
  with let_down as (
    select distinct subject_id as id from public.status_changes where subject = 'order' and cause = 'vendor' and to_status in ('cancelled', 'refunding')
  ), disputed as (
    select distinct c.order_id as id from public.claims c where c.status <> 'withdrawn' and exists (select from public.status_changes s
      where s.subject = 'claim' and s.subject_id = c.id and s.to_status in ('disputed', 'upheld', 'upheld_final'))
  ), judged as (
    select o.*, o.status = 'completed' and o.fulfilment <> 'stockpile' and o.ready_at is not null and o.handed_over_at is not null as is_timed,
      not o.is_live and l.id is not null as is_let_down, d.id is not null as is_disputed
    from public.orders o left join let_down l on l.id = o.id left join disputed d on d.id = o.id
  ), counted as (
    select vendor_id, count(*) filter (where is_paid) as total,
      count(*) filter (where status = 'completed') as completed,
      coalesce(sum(total_amount) filter (where status = 'completed'), 0) as revenue,
      avg(extract(epoch from handed_over_at - ready_at) / 3600) filter (where is_timed) as hours,
      100.0 * count(*) filter (where is_timed and handed_over_at <= ready_at + interval '24 hours')
        / nullif(count(*) filter (where is_timed or is_let_down), 0) as on_time,
      100.0 * count(*) filter (where is_let_down and paid_at is not null) / nullif(count(*) filter (where paid_at is not null), 0) as cancelled,
      100.0 * count(*) filter (where is_disputed and handed_over_at is not null) / nullif(count(*) filter (where handed_over_at is not null), 0) as disputed
    from judged group by vendor_id
  ), rated as (select vendor_id, avg(rating) as rating, count(*) as ratings from public.reviews where hidden_at is null group by vendor_id)
  insert into public.vendor_metrics (vendor_id, total_orders, completed_orders, total_revenue, average_delivery_time, on_time_rate, cancellation_rate, dispute_rate,
    rating, rating_count, updated_at)
  select v.id, coalesce(c.total, 0), coalesce(c.completed, 0), coalesce(c.revenue, 0), round(c.hours::numeric, 1), round(c.on_time, 2), round(c.cancelled, 2),
    round(c.disputed, 2), round(r.rating, 2), coalesce(r.ratings, 0), now()
  from public.vendors v left join counted c on c.vendor_id = v.id left join rated r on r.vendor_id = v.id
  on conflict (vendor_id) do update set total_orders = excluded.total_orders, completed_orders = excluded.completed_orders,
    total_revenue = excluded.total_revenue, average_delivery_time = excluded.average_delivery_time, on_time_rate = excluded.on_time_rate,
    cancellation_rate = excluded.cancellation_rate, dispute_rate = excluded.dispute_rate, rating = excluded.rating, rating_count = excluded.rating_count,
    updated_at = excluded.updated_at
$$;
