-- A shop names one of its group buys, to open others like it.
create table public.buy_templates (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references public.vendors (id) on delete cascade,
  group_buy_id uuid not null references public.group_buys (id) on delete cascade,
  name text not null check (name = trim(name) and char_length(name) between 1 and 60),
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.buy_templates is 'Names that a shop gave to its group buys. A new buy copies the terms of the named one; its dates are computed.';
create unique index buy_templates_once on public.buy_templates (vendor_id, lower(name));
create index buy_templates_of_buy on public.buy_templates (group_buy_id);
alter table public.buy_templates enable row level security;
