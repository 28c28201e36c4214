-- All ratings for their shop; for the content desk those that everybody sees; reported ones for the people who decide about them. Runs
-- with its owner's rights; the conditions admit no other readers. The reporter is not shown.
create view public.judged_reviews as
select r.id, r.vendor_id, v.business_name, v.state, o.order_no, r.rating, r.comment, r.created_at, r.reply, r.replied_at, r.reported_at, r.report_reason, r.judged_at,
  r.judge_reason, r.hidden_at
from public.reviews r join public.vendors v on v.id = r.vendor_id join public.orders o on o.id = r.order_id
where v.id = (select rights.my_vendor_id())
  or r.reported_at is not null and v.id in (select rights.overseen_vendor_ids())
  or (r.hidden_at is null or r.reported_at is not null) and (select rights.keeps_content());

create view public.product_ratings with (security_invoker = true) as
select p.id as product_id, r.rating_count, r.rating
from public.products p cross join lateral (
  select count(*)::integer as rating_count, round(avg(v.rating), 2) as rating from public.reviews v where v.product_ids @> array[p.id]) r;
comment on view public.product_ratings is 'Ratings of orders that contained a product, as far as the reader can see ratings; hidden ones are excluded. Query one product at a time.';
