-- A second payment of the same orders waits until the gateway has said that the first one was left, or it is cancelled.
alter table public.payments add column left_at timestamptz;
comment on column public.payments.left_at is 'When the gateway last said that its page was left without paying; null while the payer may be paying there.';
alter table public.payments add column way text check (way in ('bank_transfer', 'card', 'ussd'));
comment on column public.payments.way is 'How the payer wanted to pay, offered first by the gateway; channel says how they paid.';
