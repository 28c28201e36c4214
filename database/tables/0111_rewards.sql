-- A person's PEPS in their own words, and why a reward did not come.
create table public.reward_refusals (
  order_id uuid primary key references public.orders (id) on delete no action,
  referrer_id uuid not null references public.profiles (id) on delete no action,
  reason text not null check (reason in ('own_order', 'not_enrolled', 'seller', 'ring', 'same_person')),
  decided_at timestamptz not null default now()
);
comment on table public.reward_refusals is 'Settled orders whose referrer earns nothing by them, and why (domain/rewards/earning.ts).';
create index reward_refusals_of_person on public.reward_refusals (referrer_id, decided_at desc);
alter table public.reward_refusals enable row level security;
