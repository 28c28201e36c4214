-- The sharing days that can be filtered by, read from one day to the next in the index of days: there are a few dozen, and thousands of products.
create or replace view public.share_date_choices as
with recursive days as (
  (select p.share_date from public.products p
    where p.archived_at is null and p.share_date >= (now() at time zone 'Africa/Lagos')::date order by p.share_date limit 1)
  union all
  select (select p.share_date from public.products p where p.archived_at is null and p.share_date > d.share_date order by p.share_date limit 1)
  from days d where d.share_date is not null
)
select d.share_date from days d
where exists (select from public.products p join public.vendors v on v.id = p.vendor_id
  where p.share_date = d.share_date and p.archived_at is null and v.status = 'active');
