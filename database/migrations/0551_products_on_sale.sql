-- Browse Deals tells how many products there are, whatever is filtered by. That is counted in this index; the table itself is twenty times as large.
create index products_on_sale on public.products (vendor_id, category, share_date, vendor_location) where archived_at is null;
