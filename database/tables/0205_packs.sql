-- Goods that come in packs, such as a 50 kg bag shared by the paint bucket (semantics.md 2, "Bags"; decision 0140).
alter table public.group_buys add column pack_size integer check (pack_size between 2 and 10000);
alter table public.group_buys add column pack_unit text check (pack_unit = trim(pack_unit) and char_length(pack_unit) between 1 and 40);
alter table public.group_buys add column top_up_at timestamptz;
alter table public.group_buys add column former_target_quantity integer;
alter table public.group_buys add column part_pack_until timestamptz;
alter table public.group_buys add column part_pack_confirmed_at timestamptz;
comment on column public.group_buys.pack_size is 'Units in one pack; null if the goods do not come in packs.';
comment on column public.group_buys.pack_unit is 'One pack in the shop''s words, such as "50 kg bag".';
comment on column public.group_buys.top_up_at is 'When the window ended with an open pack: since then only joins that fill it are taken.';
comment on column public.group_buys.former_target_quantity is 'The target before the top-up time; an extension restores it.';
comment on column public.group_buys.part_pack_until is 'Until when the shop may confirm a part of a pack, if the last one was not filled.';
comment on column public.group_buys.part_pack_confirmed_at is 'When the shop confirmed that it brings a part of the last pack.';
alter table public.group_buys add constraint target_is_whole_packs
  check (num_nonnulls(pack_size, pack_unit) in (0, 2) and (pack_size is null or top_up_at is not null or target_quantity % pack_size = 0));
alter table public.group_buys add constraint only_packs_are_topped_up
  check (num_nonnulls(top_up_at, former_target_quantity) in (0, 2) and (pack_size is not null or num_nonnulls(top_up_at, part_pack_until) = 0)
    and former_target_quantity >= target_quantity and (part_pack_confirmed_at is null or part_pack_until is not null));

alter table public.orders add column sure_quantity integer;
alter table public.orders add column reserved_quantity integer;
alter table public.orders add column allotted_quantity integer;
comment on column public.orders.sure_quantity is 'Units that the buyer wants in any case; the rest only if it fills a pack. Null: all of them.';
comment on column public.orders.reserved_quantity is 'Units that were reserved and paid for, when the packs of its buy were shared out.';
comment on column public.orders.allotted_quantity is 'Units that its buyer gets of the packs; 0 if the last pack was not filled. Null until the packs are shared out.';
alter table public.orders add constraint sure_is_part_of_reserved
  check (sure_quantity between 1 and coalesce(reserved_quantity, quantity) - 1);
alter table public.orders add constraint allotted_is_part_of_reserved
  check (num_nonnulls(reserved_quantity, allotted_quantity) in (0, 2) and allotted_quantity between 0 and reserved_quantity
    and (reserved_quantity is null or quantity in (reserved_quantity, allotted_quantity)));

alter table public.refunds drop constraint refunds_reason_check;
alter table public.refunds add constraint refunds_reason_check check (reason in
  ('left', 'price_drop', 'buy_failed', 'buy_cancelled', 'order_cancelled', 'not_payable', 'amount', 'short_delivery', 'claim', 'delivery_changed', 'payment_reversed',
    'resale', 'pack_not_filled'));
