-- Whether a day has a product on sale is asked in the index of days, one product after the other until there is one. As `exists` it was planned
-- as a join that grouped all products by day; as a range it cannot be taken for a day that most products have.
create or replace view public.share_date_choices as
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
