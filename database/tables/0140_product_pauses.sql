-- A vendor takes a product out of sale until a time.
alter table public.products add column paused_until timestamptz
  constraint pause_is_within_reach check (paused_until between '2000-01-01' and '2100-01-01');
comment on column public.products.paused_until is 'Not for sale before this time; a job empties it then. Group buys go on.';
create index products_paused on public.products (paused_until) where paused_until is not null;
