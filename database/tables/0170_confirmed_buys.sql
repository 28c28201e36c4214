-- Buys whose goods are due: few of the confirmed ones, and these are few of all.
create index group_buys_to_share on public.group_buys (share_date) where status = 'confirmed';
create index group_buys_to_pay on public.group_buys (payment_due_at) where status = 'closed';
