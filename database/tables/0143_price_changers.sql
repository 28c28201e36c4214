-- Who changed a price, and when on its day. Visitors read neither.
alter table public.product_prices
  add column changed_at timestamptz,
  add column changed_by uuid references public.profiles (id) on delete no action,
  add column came_by_import boolean not null default false;
comment on column public.product_prices.changed_at is 'The last change of the day; null for prices from before it was recorded.';
comment on column public.product_prices.changed_by is 'Null if it is not known, or if it came by an import.';
create index product_prices_by_person on public.product_prices (changed_by) where changed_by is not null;
