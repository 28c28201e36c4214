create view public.vendor_choices as
select v.id, v.business_name, v.location from public.vendors v where v.status = 'active';
comment on view public.vendor_choices is 'Filter choices of Browse Deals, Group Buys and Vendor Shops.';
