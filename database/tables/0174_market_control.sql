-- Lists of payments and payouts by time, and payments found by the beginning of their reference.
create index payments_by_time on public.payments (created_at desc, id);
create index payments_by_reference on public.payments (reference text_pattern_ops);
create index payouts_by_time on public.payouts (created_at desc, id);

-- Switches of the market: 1 pauses. They begin at once and need a reason.
-- The guards of an installed market refuse unknown keys and times in the past.
alter table public.settings disable trigger user;
insert into public.settings (key, value, effective_from, note) values
  ('pause_orders', '0', '-infinity', 'Nobody joins or orders while this is 1'),
  ('pause_group_buys', '0', '-infinity', 'No group buy is published while this is 1'),
  ('pause_payouts', '0', '-infinity', 'No payout is begun or sent while this is 1');
alter table public.settings enable trigger user;
insert into public.setting_bounds (key, least, most) values ('pause_orders', 0, 1), ('pause_group_buys', 0, 1), ('pause_payouts', 0, 1);
