-- The cart of a signed-in person, the same on all their devices (decision 0057). Written by the command keep-cart alone, by the rule of domain/cart/cart-changes.ts.
create table public.cart_items (
  profile_id uuid not null references public.profiles (id) on delete cascade,
  product_id uuid not null references public.products (id) on delete cascade,
  quantity integer not null check (quantity between 0 and 1000000),
  seen_kobo bigint not null check (seen_kobo between 0 and 9999999999999),
  changed_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (profile_id, product_id)
);
comment on table public.cart_items is 'What a person has chosen and not ordered. Only theirs to see; prices are those they saw, and checkout reads them again.';
comment on column public.cart_items.quantity is '0: it was removed, and an older change from another device does not bring it back. Such rows go after 30 days.';
comment on column public.cart_items.changed_at is 'When the person changed it, which may be before it arrived here: of two changes the later one counts.';
create index cart_items_of_product on public.cart_items (product_id);
alter table public.cart_items enable row level security;

-- Lists that people keep under a name, to put all of one into the cart again. A list holds names and units as they were: what is no longer sold can still be told.
create function public.is_saved_line(line jsonb) returns boolean language sql immutable parallel safe set search_path = '' as $$
  select jsonb_typeof(line) = 'object' and line ->> 'product_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    and jsonb_typeof(line -> 'name') = 'string' and char_length(line ->> 'name') between 1 and 200
    and jsonb_typeof(line -> 'unit') = 'string' and char_length(line ->> 'unit') between 1 and 60
    and jsonb_typeof(line -> 'quantity') = 'number' and line ->> 'quantity' ~ '^[1-9][0-9]{0,6}$'
    and line - array['product_id', 'name', 'unit', 'quantity'] = '{}'
$$;

create function public.are_saved_lines(lines jsonb) returns boolean language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(lines) <> 'array' then false else jsonb_array_length(lines) between 1 and 100
    and (select bool_and(coalesce(public.is_saved_line(line), false)) and count(distinct line ->> 'product_id') = count(*)
         from jsonb_array_elements(lines) line) end
$$;

create table public.saved_lists (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  name text not null check (name = trim(name) and char_length(name) between 1 and 60 and name !~ '[[:cntrl:]]'),
  lines jsonb not null check (public.are_saved_lines(lines)),
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
comment on table public.saved_lists is 'Named lists of products and quantities ("Monthly staples"), only for whoever keeps them; 20 at most.';
comment on column public.saved_lists.lines is 'Objects of product_id, name, unit and quantity, as they were when the list was saved.';
comment on column public.saved_lists.deleted_at is 'Deleted, and to be had back for a day.';
create index saved_lists_of_person on public.saved_lists (profile_id, created_at desc);
create index saved_lists_deleted on public.saved_lists (deleted_at) where deleted_at is not null;
alter table public.saved_lists enable row level security;
