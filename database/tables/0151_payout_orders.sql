-- Orders of a payout (decision 0109). A returned payout keeps its rows; the orders are free for the next one.
create table public.payout_orders (
  payout_id uuid not null references public.payouts (id) on delete restrict,
  order_id uuid not null,
  amount_kobo bigint not null check (amount_kobo <> 0),
  primary key (payout_id, order_id)
);
comment on table public.payout_orders is 'Orders whose earnings a payout took, oldest first. Below 0: an order that cost the shop more than it still had from it.';
create index payout_orders_of_order on public.payout_orders (order_id);
alter table public.payout_orders enable row level security;

-- Earlier payouts took the oldest earnings. Orders are laid end to end, and so are payouts; where they overlap, the order is in the payout.
with earned as (
  select vendor_id, order_id, earned_at, gross_kobo - fee_kobo - back_kobo as kobo,
    sum(gross_kobo - fee_kobo - back_kobo) over (partition by vendor_id order by earned_at, order_id) as upto
  from sums.earnings where gross_kobo - fee_kobo - back_kobo > 0
), paid as (
  select id, vendor_id, amount_kobo as kobo, sum(amount_kobo) over (partition by vendor_id order by created_at, id) as upto
  from public.payouts where status in ('requested', 'sent', 'needs_attention', 'arrived')
)
insert into public.payout_orders (payout_id, order_id, amount_kobo)
select p.id, e.order_id, least(p.upto, e.upto) - greatest(p.upto - p.kobo, e.upto - e.kobo)
from paid p join earned e on e.vendor_id = p.vendor_id and e.upto > p.upto - p.kobo and e.upto - e.kobo < p.upto;

update sums.earnings e set paid_kobo = s.kobo, payout_id = s.payout_id from (
  select n.order_id, sum(n.amount_kobo) as kobo, (array_agg(p.id order by p.created_at desc, p.id))[1] as payout_id
  from public.payout_orders n join public.payouts p on p.id = n.payout_id group by n.order_id) s where s.order_id = e.order_id;
