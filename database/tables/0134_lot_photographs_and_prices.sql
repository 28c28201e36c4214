-- Photographs that a shop took of the goods of one group buy; the drawing stays the buy's picture on cards.
create table public.buy_pictures (
  id uuid primary key default gen_random_uuid(),
  group_buy_id uuid not null references public.group_buys (id) on delete cascade,
  bucket text not null default 'pictures' check (bucket = 'pictures'),
  path text not null check (path ~ '^[0-9a-f-]{36}/[0-9A-Za-z._-]{1,200}$'),
  url text not null check (public.is_own_path(url)),
  caption text not null default '' check (char_length(caption) <= 120),
  position integer not null,
  created_at timestamptz not null default now(),
  hidden_at timestamptz,
  hidden_by uuid references public.profiles (id) on delete set null,
  hide_reason text check (char_length(trim(hide_reason)) between 5 and 500),
  constraint once_a_buy unique (group_buy_id, path),
  constraint hidden_with_a_reason check (hidden_at is null or hide_reason is not null),
  -- Deleting the file removes the photograph from every buy.
  foreign key (bucket, path) references storage.objects (bucket_id, name) on delete cascade
);
comment on table public.buy_pictures is 'At most six photographs of a group buy''s goods, hidden ones included; the lowest position is shown first.';
comment on column public.buy_pictures.path is 'Name in the bucket, in the folder of the person who added it.';
comment on column public.buy_pictures.url is 'Where it is read, with its average colour after the #; set by a trigger.';
comment on column public.buy_pictures.created_at is 'When it was added. The time in the file is removed with its other metadata.';
comment on column public.buy_pictures.hidden_at is 'When staff hid it, for hide_reason; null while it is shown.';
create index buy_pictures_files on public.buy_pictures (bucket, path);
create index buy_pictures_hidden_by on public.buy_pictures (hidden_by) where hidden_by is not null;
create index buy_pictures_newest on public.buy_pictures (created_at desc, id);
alter table public.buy_pictures enable row level security;

-- The price outside of group buys over time, for the line on the product's page.
create table public.product_prices (
  product_id uuid not null references public.products (id) on delete cascade,
  day date not null,
  price numeric(14,2) not null check (price > 0),
  unit text not null,
  constraint product_prices_pkey primary key (product_id, day)
);
comment on table public.product_prices is 'A product''s base price at the end of each day (Lagos) on which it changed; written by a trigger alone.';
comment on column public.product_prices.unit is 'Prices of different units cannot be compared.';
alter table public.product_prices enable row level security;

-- Earlier prices are known from the buys that copied them and from orders outside of buys; the price of today is known since today.
insert into public.product_prices (product_id, day, price, unit)
select product_id, day, price, unit from (
  select product_id, day, price, unit, lag((price, unit)) over (partition by product_id order by day) as former from (
    select distinct on (product_id, day) product_id, day, price, unit from (
      select id as product_id, now() as at, base_price as price, unit from public.products
      union all
      select product_id, published_at, base_price, unit from public.group_buys where published_at is not null and product_id is not null
      union all
      select l.product_id, o.created_at, l.unit_price, l.unit from public.orders o join public.order_lines l on l.order_id = o.id where o.group_buy_id is null
    ) known cross join lateral (select (at at time zone 'Africa/Lagos')::date as day) lagos
    order by product_id, day, at desc
  ) last_of_day
) priced where (price, unit) is distinct from former;
