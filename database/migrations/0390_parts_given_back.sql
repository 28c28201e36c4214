-- Part of an order given back after its price was final: goods came short or damaged. The order's row keeps the running total, so that no chain of
-- steps gives back more than was bought; each step is a row of its own.
alter table public.orders
  add column goods_back_kobo bigint not null default 0 check (goods_back_kobo >= 0),
  add constraint no_more_goods_back_than_bought check (goods_back_kobo <= total_amount * 100),
  -- What was ordered before there was a ledger has nothing charged.
  add constraint no_more_back_than_paid check (returned_kobo <= charged_kobo or charged_kobo = 0);
comment on column public.orders.goods_back_kobo is 'Of its goods, what was given back in parts (order_returns).';

create table public.order_returns (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  goods_kobo bigint not null check (goods_kobo > 0),
  fee_kobo bigint not null check (fee_kobo >= 0),
  delivery_kobo bigint not null default 0 check (delivery_kobo >= 0),
  earned_goods_kobo bigint not null default 0 check (earned_goods_kobo between 0 and goods_kobo),
  earned_fee_kobo bigint not null default 0 check (earned_fee_kobo between 0 and fee_kobo),
  vendor_kobo bigint not null default 0 check (vendor_kobo >= 0),
  vendor_fee_kobo bigint not null default 0 check (vendor_fee_kobo >= 0),
  loss_kobo bigint not null default 0 check (loss_kobo >= 0),
  reward_kobo bigint not null default 0 check (reward_kobo >= 0),
  payer text not null check (payer in ('vendor', 'market')),
  reason text not null check (char_length(reason) between 5 and 300),
  refund_id uuid references public.refunds (id),
  created_by uuid references public.profiles (id),
  created_at timestamptz not null default clock_timestamp(),
  constraint earned_goods_have_a_payer check (vendor_kobo + vendor_fee_kobo + loss_kobo = earned_goods_kobo),
  constraint market_pays_all_or_the_rest check (payer = 'vendor' or vendor_kobo + vendor_fee_kobo = 0)
);
comment on table public.order_returns is 'Parts of orders given back after settlement, a row for each. Written by a command, with its journal `part-back:<id>`.';
comment on column public.order_returns.earned_goods_kobo is 'Of these goods, what the vendor had earned by hand-over; the rest was still held.';
comment on column public.order_returns.earned_fee_kobo is 'Of the fee, what had been earned by hand-over.';
comment on column public.order_returns.loss_kobo is 'What the market pays: by decision, or because the vendor no longer has it.';
comment on column public.order_returns.reward_kobo is 'Of the referrer''s reward, what went with these goods.';
create index order_returns_of_order on public.order_returns (order_id);
create index order_returns_of_refund on public.order_returns (refund_id) where refund_id is not null;

alter table public.order_returns enable row level security;
create policy returns_with_order on public.order_returns for select to authenticated using (order_id in (select rights.my_order_ids()));
create policy second_step on public.order_returns as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select (id, order_id, goods_kobo, fee_kobo, delivery_kobo, payer, reason, refund_id, created_at) on public.order_returns to authenticated;
grant select, insert on public.order_returns to service_role;
create trigger log_act after insert or update or delete on public.order_returns for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('order-return', 'order_id', '');

