-- What a shop writes down for itself about an order or a customer.
create table public.shop_notes (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references public.vendors (id) on delete no action,
  order_id uuid references public.orders (id) on delete no action,
  customer_id uuid references public.profiles (id) on delete no action,
  author_id uuid not null references public.profiles (id) on delete no action,
  text text not null check (text = trim(text) and char_length(text) between 1 and 1000),
  created_at timestamptz not null default clock_timestamp(),
  constraint about_an_order_or_a_customer check (num_nonnulls(order_id, customer_id) = 1)
);
comment on table public.shop_notes is 'Notes of a shop. They are not changed; deleting an account deletes those about its orders and person, and those of its shop.';
comment on column public.shop_notes.order_id is 'Read by the shop, and by staff while a claim about this order is in dispute.';
comment on column public.shop_notes.customer_id is 'A note about a person: they get it with their data.';
create index shop_notes_of_order on public.shop_notes (order_id, created_at) where order_id is not null;
create index shop_notes_of_customer on public.shop_notes (customer_id, vendor_id, created_at) where customer_id is not null;
create index shop_notes_of_shop on public.shop_notes (vendor_id, created_at);
create index shop_notes_of_author on public.shop_notes (author_id);
alter table public.shop_notes enable row level security;

-- Figures of a shop's group buys count what was not collected, over all of its past.
create index uncollected_of_shop on public.uncollected (vendor_id);
