-- Links to a product outlive it: in past orders, chats and carts. What remains to be shown of one that is no longer sold, or whose shop is not open.
-- With the owner's rights; it names the shop only where the shop is open, and never what is not sold yet.
create view public.products_gone as
select p.id, p.name, p.category, p.image_url, p.archived_at is not null as is_archived, case when v.status = 'active' then v.id end as vendor_id,
  case when v.status = 'active' then v.business_name end as business_name
from public.products p join public.vendors v on v.id = p.vendor_id
where (p.archived_at is not null or v.status <> 'active') and v.status in ('active', 'suspended');
comment on view public.products_gone is 'Products that are known but not on sale. To be asked for one at a time.';
grant select on public.products_gone to anon, authenticated, service_role;
