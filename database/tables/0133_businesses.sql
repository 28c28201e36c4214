-- Companies that buy, the people who order for them, and quantities beyond a person's maximum.
create table public.businesses (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 2 and 80),
  tin text not null check (tin ~ '^([0-9]{8}-[0-9]{4}|[0-9]{10}|[0-9]{13})$'),
  address text not null check (char_length(address) between 5 and 300),
  state text not null references public.nigerian_states (name) on delete no action,
  status text not null default 'requested' check (status in ('requested', 'verified', 'refused')),
  new_name text check (char_length(new_name) between 2 and 80),
  new_tin text check (new_tin ~ '^([0-9]{8}-[0-9]{4}|[0-9]{10}|[0-9]{13})$'),
  new_address text check (char_length(new_address) between 5 and 300),
  requested_at timestamptz not null default clock_timestamp(),
  decided_by uuid references public.profiles (id) on delete no action,
  decided_at timestamptz,
  decision_note text not null default '' check (char_length(decision_note) <= 500),
  created_at timestamptz not null default now(),
  constraint a_change_is_whole check (num_nonnulls(new_name, new_tin, new_address) in (0, 3)),
  constraint verified_before_a_change check (new_name is null or status = 'verified'),
  constraint verified_by_somebody check (status <> 'verified' or (decided_by is not null and decided_at is not null))
);
comment on table public.businesses is 'Companies that buy. A verified one lends its name, tax number, address and limits to the orders of its members.';
comment on column public.businesses.tin is 'Tax identification number: 12 digits as 12345678-0001, or 10 or 13 digits.';
comment on column public.businesses.new_name is 'With new_tin and new_address: what a verified company asks to be called instead; null while it asks for nothing.';
comment on column public.businesses.decision_note is 'Reason of the last decision, for its members.';
create unique index businesses_verified_once on public.businesses (tin) where status = 'verified';
create index businesses_of_state on public.businesses (state, requested_at);
create index businesses_decided_by on public.businesses (decided_by) where decided_by is not null;
alter table public.businesses enable row level security;

create table public.business_members (
  id uuid primary key default gen_random_uuid(),
  business_id uuid not null references public.businesses (id) on delete no action,
  person_id uuid references public.profiles (id) on delete no action,
  role text not null check (role in ('owner', 'buyer')),
  email text check (email = lower(email) and char_length(email) <= 255),
  phone text check (phone ~ '^[1-9][0-9]{1,14}$'),
  invited_by uuid not null references public.profiles (id) on delete no action,
  created_at timestamptz not null default clock_timestamp(),
  accepted_at timestamptz,
  ended_at timestamptz,
  orders_for_business boolean not null default true,
  constraint invited_to_one_address check (num_nonnulls(email, phone) = case role when 'owner' then 0 else 1 end),
  constraint accepted_by_a_person check ((person_id is null) = (accepted_at is null))
);
comment on table public.business_members is 'People of a company, and invitations that are not accepted yet. Rights end with ended_at.';
comment on column public.business_members.orders_for_business is 'What the member chose last: new orders are for the company, or for themselves.';
create unique index one_business_of_a_person on public.business_members (person_id) where accepted_at is not null and ended_at is null;
create unique index one_business_invitation on public.business_members (business_id, coalesce(email, phone)) where accepted_at is null and ended_at is null;
create index business_members_of on public.business_members (business_id);
create index business_members_person on public.business_members (person_id) where person_id is not null;
create index business_members_invited_by on public.business_members (invited_by);
create index business_invitations_to on public.business_members (coalesce(email, phone)) where accepted_at is null and ended_at is null;
alter table public.business_members enable row level security;

alter table public.orders add column business_id uuid references public.businesses (id) on delete no action;
comment on column public.orders.business_id is 'The company that it was ordered for; null for a person''s own order. Set by a trigger from the member''s choice.';
create index orders_of_business on public.orders (business_id, created_at desc) where business_id is not null;

alter table public.documents add column business_id uuid references public.businesses (id) on delete no action;
comment on column public.documents.business_id is 'The company in whose name it was drawn; its members may read it.';
create index documents_of_business on public.documents (business_id, issued_at desc) where business_id is not null;

create table public.quantity_requests (
  id uuid primary key default gen_random_uuid(),
  group_buy_id uuid not null references public.group_buys (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  quantity integer not null check (quantity between 1 and 1000000),
  note text not null default '' check (char_length(note) <= 300),
  status text not null default 'open' check (status in ('open', 'granted', 'declined', 'withdrawn', 'closed')),
  created_at timestamptz not null default clock_timestamp(),
  decided_by uuid references public.profiles (id) on delete set null,
  reason text not null default '' check (char_length(reason) <= 300),
  ended_at timestamptz,
  constraint ended_once_it_is_answered check ((status = 'open') = (ended_at is null))
);
comment on table public.quantity_requests is 'Requests to take more of a group buy than one person may. A granted one is that person''s own maximum in this buy.';
comment on column public.quantity_requests.quantity is 'All units that the person wants to have in this buy, those already ordered included.';
comment on column public.quantity_requests.status is 'withdrawn: by the person. closed: the buy closed first.';
create unique index one_open_request on public.quantity_requests (group_buy_id, person_id) where status = 'open';
create index quantity_requests_of_buy on public.quantity_requests (group_buy_id, person_id);
create index quantity_requests_of_person on public.quantity_requests (person_id, created_at desc);
create index quantity_requests_decided_by on public.quantity_requests (decided_by) where decided_by is not null;
alter table public.quantity_requests enable row level security;
