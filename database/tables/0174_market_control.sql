-- Lists of payments and payouts by time, and payments found by the beginning of their reference.
create index payments_by_time on public.payments (created_at desc, id);
create index payments_by_reference on public.payments (reference text_pattern_ops);
create index payouts_by_time on public.payouts (created_at desc, id);
