-- An address on this site names what it leads to: `/pictures/../../x` is read differently by browsers, proxies and servers, encoded or not.
-- Written as an expression, so that it becomes part of the statement that asks it (0546).
create function public.is_own_path(address text) returns boolean language sql immutable parallel safe
  return address ~ '^/([^/\\\s][^\\\s]*)?$' and char_length(address) <= 2000
    and regexp_replace(address, '[?#].*$', '') !~* '(/|%2f|%5c)(\.|%2e){1,2}(/|%2f|%5c|$)'
    and regexp_replace(address, '[?#].*$', '') !~* '//|%5c|%00';

-- Two names that people read as one are one: case, spaces and invisible signs do not count. A rejected application keeps no name.
create function public.shop_name_key(name text) returns text language sql immutable parallel safe set search_path = '' as
$$ select lower(regexp_replace(normalize(name, NFKC), '[\s\u00ad\u200b-\u200f\u2060\ufeff]+', '', 'g')) $$;

-- Shops, what only their staff see, and their computed figures.
create table public.vendors (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null unique references public.profiles (id) on delete no action,
  business_name text not null check (char_length(trim(business_name)) between 2 and 80),
  description text not null default '' check (char_length(description) <= 2000),
  location text not null check (char_length(location) between 2 and 60),
  state text not null references public.nigerian_states (name) on delete no action,
  logo_url text,
  status text not null default 'pending' check (status in ('pending', 'active', 'suspended', 'rejected')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint logo_is_on_this_site check (public.is_own_path(logo_url) and logo_url <> '/')
);
comment on table public.vendors is 'A shop. Everything here is public once the shop is active; what is private stands in vendor_details.';
comment on column public.vendors.location is 'City or market town, as people say it.';
create index vendors_active on public.vendors (created_at desc) where status = 'active';
create index vendors_state on public.vendors (state, status);
create index vendors_search on public.vendors using gin ((business_name || ' ' || description) public.gin_trgm_ops);
create unique index one_shop_of_a_name on public.vendors (public.shop_name_key(business_name)) where status <> 'rejected';
create index vendors_name_parts on public.vendors using gin (search.plain(business_name) public.gin_trgm_ops);
alter table public.vendors enable row level security;

create function public.phone_key(phone text) returns text language sql immutable set search_path = '' as
$$ select nullif(right(regexp_replace(phone, '\D', '', 'g'), 10), '') $$;
comment on function public.phone_key(text) is 'A Nigerian number however it is written: its last ten digits.';

create table public.vendor_details (
  vendor_id uuid primary key references public.vendors (id) on delete cascade,
  phone text check (phone ~ '^\+?[0-9 ]{7,20}$'),
  address text check (char_length(address) <= 300),
  registration_number text check (char_length(registration_number) <= 40),
  decided_by uuid references public.profiles (id) on delete no action,
  decided_at timestamptz,
  decision_note text check (char_length(decision_note) <= 500)
);
comment on table public.vendor_details is 'What only the vendor and the staff of the region see, and who decided on the shop.';
create index vendor_details_by_phone on public.vendor_details (public.phone_key(phone));
alter table public.vendor_details enable row level security;

create table public.vendor_metrics (
  vendor_id uuid primary key references public.vendors (id) on delete cascade,
  total_orders integer not null default 0,
  completed_orders integer not null default 0,
  total_revenue numeric(16,2) not null default 0,
  rating numeric(3,2) check (rating between 1 and 5),
  rating_count integer not null default 0,
  average_delivery_time numeric(8,1),
  on_time_rate numeric(5,2) check (on_time_rate between 0 and 100),
  updated_at timestamptz not null default now(),
  -- Hidden ratings count no more. Cancelled: of the orders that were paid, those that the shop took back. Disputed: of the orders handed over, those with a claim
  -- that the shop contested or that was upheld.
  cancellation_rate numeric(5,2) check (cancellation_rate between 0 and 100),
  dispute_rate numeric(5,2) check (dispute_rate between 0 and 100)
);
comment on table public.vendor_metrics is 'Computed from orders and reviews by a job, never written by people.';
comment on column public.vendor_metrics.total_revenue is 'Naira of goods in completed orders.';
comment on column public.vendor_metrics.average_delivery_time is 'Hours from ready to hand-over, mean of completed orders.';
comment on column public.vendor_metrics.total_orders is 'Paid orders (is_paid): what is only reserved is promised, not sold.';
comment on column public.vendor_metrics.on_time_rate is 'Per cent of the timed hand-overs and of the orders that the vendor cancelled, which were handed over within 24 hours of ready.';
comment on column public.vendor_metrics.cancellation_rate is 'Per cent of the orders that were ever paid, which the vendor cancelled.';
comment on column public.vendor_metrics.dispute_rate is 'Per cent of the orders that were handed over, with a claim that was contested or upheld.';
create index vendor_metrics_rating on public.vendor_metrics (rating desc nulls last);
create index vendor_metrics_orders on public.vendor_metrics (completed_orders desc);
create index vendor_metrics_revenue on public.vendor_metrics (total_revenue desc);
create index vendor_metrics_speed on public.vendor_metrics (average_delivery_time asc nulls last);
alter table public.vendor_metrics enable row level security;

-- An approved shop is known by its name, registration number and address: what a manager approved stays until a manager approves something else.
create table public.shop_changes (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references public.vendors (id) on delete cascade,
  requested_by uuid not null references public.profiles (id) on delete no action,
  requested_at timestamptz not null default clock_timestamp(),
  business_name text check (char_length(trim(business_name)) between 2 and 80),
  registration_number text check (char_length(trim(registration_number)) between 1 and 40),
  address text check (char_length(trim(address)) between 5 and 300),
  former_name text not null,
  former_registration_number text,
  former_address text,
  reason text not null check (char_length(trim(reason)) between 5 and 500),
  status text not null default 'open' check (status in ('open', 'withdrawn', 'approved', 'refused')),
  decided_by uuid references public.profiles (id) on delete no action,
  decided_at timestamptz,
  decision_note text not null default '' check (char_length(decision_note) <= 500),
  constraint asks_for_something check (num_nonnulls(business_name, registration_number, address) > 0),
  constraint decided_has_decider check ((status in ('approved', 'refused')) = (decided_by is not null) and (status = 'open') = (decided_at is null)),
  constraint refused_has_reason check (status <> 'refused' or char_length(trim(decision_note)) >= 5)
);
comment on table public.shop_changes is 'Requests of approved shops to change what they were approved with. Null columns stay as they are.';
comment on column public.shop_changes.former_name is 'What the shop had when it asked, so that the decision can be understood later.';
create unique index one_open_change on public.shop_changes (vendor_id) where status = 'open';
create index shop_changes_of on public.shop_changes (vendor_id, requested_at desc);
alter table public.shop_changes enable row level security;
