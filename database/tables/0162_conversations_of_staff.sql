-- Staff write to buyers, shops and each other, and people to the market as one party, beside buyers and shops about an order.
alter table public.conversations
  add column kind text not null default 'order' check (kind in ('order', 'staff', 'support')),
  add column buy_id uuid references public.group_buys (id) on delete set null,
  add column claim_id uuid references public.claims (id) on delete no action,
  add column with_id uuid references public.profiles (id) on delete no action,
  add column vendor_id uuid references public.vendors (id) on delete set null,
  add constraint about_one_thing check (num_nonnulls(order_id, buy_id, claim_id) <= 1),
  add constraint staff_write_to_somebody check ((kind = 'staff') = (with_id is not null)),
  add constraint never_to_oneself check (with_id is null or with_id <> created_by);
comment on column public.conversations.kind is 'order: its buyer and its shop. staff: a member of staff (created_by) and with_id. support: a person (created_by) and the market.';
comment on column public.conversations.vendor_id is 'The shop whose owner staff wrote to, as a shop.';
drop index public.one_conversation_per_order;
create unique index one_conversation_per_order on public.conversations (order_id, created_by) where order_id is not null and kind = 'order';
create unique index one_conversation_of_staff on public.conversations (least(created_by, with_id), greatest(created_by, with_id),
  coalesce(order_id, buy_id, claim_id, '00000000-0000-0000-0000-000000000000')) where kind = 'staff';
create index conversations_of_author on public.conversations (created_by, created_at desc);
create index conversations_of_order on public.conversations (order_id) where order_id is not null;
create index conversations_of_buy on public.conversations (buy_id) where buy_id is not null;
create index conversations_of_claim on public.conversations (claim_id) where claim_id is not null;
create index conversations_with on public.conversations (with_id) where with_id is not null;
create index conversations_of_shop on public.conversations (vendor_id) where vendor_id is not null;

alter table public.messages add column sender_name text check (char_length(sender_name) between 1 and 120);
comment on column public.messages.sender_name is 'Name and role of a member of staff who answers for the market and is no member of the conversation.';
create index messages_of_sender on public.messages (sender_id, created_at desc);
