-- The board of a shop's open orders reads the first few of each group buy, and never all that are open.
create index orders_open_of_shop on public.orders (vendor_id, group_buy_id, status, created_at, id)
  where status in ('pending', 'paid', 'confirmed', 'ready');
