-- Staff look for one order among a million, by what they were told on the telephone. Each thing that can be said (a person, a shop, a product) has few rows
-- of its own: they are looked up by trigrams, and their newest orders are read from an index each, never all orders.
create index orders_of_vendor_by_status on public.orders (vendor_id, status, created_at desc, id);
create index orders_by_status on public.orders (status, created_at desc, id);
create index orders_bulk_newest on public.orders (created_at desc, id) where group_buy_id is null;
create index order_addresses_phone on public.order_addresses (phone);

-- Names without marks. Whoever writes a name keeps the index, and needs the function for it.
grant execute on function search.plain(text) to authenticated, service_role;
create index profiles_name_parts on public.profiles using gin (search.plain(full_name) public.gin_trgm_ops);
create index vendors_name_parts on public.vendors using gin (search.plain(business_name) public.gin_trgm_ops);
create index products_name_parts on public.products using gin (search.plain(name) public.gin_trgm_ops);
