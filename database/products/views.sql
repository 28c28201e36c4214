-- For each day the index is probed product by product until one is on sale. With `exists` the planner chose a join that grouped
-- all products by day; with a range it does not assume a day that most products have.
create view public.share_date_choices as
with recursive days as (
  (select p.share_date from public.products p
    where p.archived_at is null and p.share_date >= (now() at time zone 'Africa/Lagos')::date order by p.share_date limit 1)
  union all
  select (select p.share_date from public.products p where p.archived_at is null and p.share_date > d.share_date order by p.share_date limit 1)
  from days d where d.share_date is not null
)
select d.share_date from days d
where d.share_date is not null and (select true from public.products p join public.vendors v on v.id = p.vendor_id
  where p.share_date >= d.share_date and p.share_date <= d.share_date and p.archived_at is null and v.status = 'active'
  order by p.share_date limit 1);
comment on view public.share_date_choices is 'Filter choices of Browse Deals.';

-- All questions for their shop; for the content desk those that everybody sees, and reported ones. Runs with its owner's rights; the
-- conditions admit no other readers. The asker is shown by first name only, and the reporter not at all.
create view public.judged_questions as
select q.id, q.product_id, p.name as product_name, q.vendor_id, v.business_name, q.asker_name, q.question, q.asked_at, q.answer, q.answered_at, q.answer_changed_at,
  q.reported_at, q.report_reason, q.judged_at, q.judge_reason, q.hidden_at
from public.product_questions q join public.vendors v on v.id = q.vendor_id join public.products p on p.id = q.product_id
where q.vendor_id = (select rights.my_vendor_id()) or (q.hidden_at is null or q.reported_at is not null) and (select rights.keeps_content());

-- The reader's own questions, which row level security of the table hides, for the export of their data.
create view public.my_questions as
select q.id, q.product_id, q.question, q.asked_at, q.answer, q.answered_at, q.hidden_at
from public.product_questions q where q.asker_id = (select auth.uid()) and not (select rights.owes_second_step());

-- Links to a product outlive it, in past orders, chats and carts. Shows what remains of a product that is no longer sold or whose
-- shop is not open. Runs with its owner's rights; it names the shop only if it is open, and never shows products that were not on
-- sale yet.
create view public.products_off_sale as
select p.id, p.name, p.category, p.image_url, p.archived_at is not null as is_archived, case when v.status = 'active' then v.id end as vendor_id,
  case when v.status = 'active' then v.business_name end as business_name
from public.products p join public.vendors v on v.id = p.vendor_id
where (p.archived_at is not null or v.status <> 'active') and v.status in ('active', 'suspended');
comment on view public.products_off_sale is 'Products that exist but are not on sale. Query one at a time.';

-- The product's vendor alone reads who changed a price. Runs with its owner's rights.
create view public.own_prices as
select c.product_id, c.day, c.price, c.unit, c.changed_at, c.came_by_import, nullif(p.full_name, '') as changed_by_name
from public.product_prices c left join public.profiles p on p.id = c.changed_by
where c.product_id in (select o.id from public.products o where o.vendor_id = (select rights.my_vendor_id()));
comment on view public.own_prices is 'Prices of the caller''s own products, and who changed them. Query one product at a time.';
