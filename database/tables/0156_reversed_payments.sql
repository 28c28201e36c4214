-- The menus of a chief's desk count payments that banks took back, on every page.
create index payments_reversed on public.payments (created_at desc) where status = 'reversed';
