-- Shops, what only their staff see, and their computed figures.
create table public.vendors (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null unique references public.profiles (id),
  business_name text not null check (char_length(trim(business_name)) between 2 and 80),
  description text not null default '' check (char_length(description) <= 2000),
  location text not null check (char_length(location) between 2 and 60),
  state text not null references public.nigerian_states (name),
  logo_url text check (logo_url ~ '^(/[^/]|https://)'),
  status text not null default 'pending' check (status in ('pending', 'active', 'suspended', 'rejected')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.vendors is 'A shop. Everything here is public once the shop is active; what is private stands in vendor_details.';
comment on column public.vendors.location is 'City or market town, as people say it.';
create index vendors_active on public.vendors (created_at desc) where status = 'active';
create index vendors_state on public.vendors (state, status);
create index vendors_search on public.vendors using gin ((business_name || ' ' || description) public.gin_trgm_ops);

create table public.vendor_details (
  vendor_id uuid primary key references public.vendors (id) on delete cascade,
  phone text check (phone ~ '^\+?[0-9 ]{7,20}$'),
  address text check (char_length(address) <= 300),
  registration_number text check (char_length(registration_number) <= 40),
  decided_by uuid references public.profiles (id),
  decided_at timestamptz,
  decision_note text check (char_length(decision_note) <= 500)
);
comment on table public.vendor_details is 'What only the vendor and the staff of the region see, and who decided on the shop.';

create table public.vendor_metrics (
  vendor_id uuid primary key references public.vendors (id) on delete cascade,
  total_orders integer not null default 0,
  completed_orders integer not null default 0,
  total_revenue numeric(16,2) not null default 0,
  rating numeric(3,2) check (rating between 1 and 5),
  rating_count integer not null default 0,
  average_delivery_time numeric(8,1),
  on_time_rate numeric(5,2) check (on_time_rate between 0 and 100),
  updated_at timestamptz not null default now()
);
comment on table public.vendor_metrics is 'Computed from orders and reviews by a job, never written by people.';
comment on column public.vendor_metrics.total_revenue is 'Naira of goods in completed orders.';
comment on column public.vendor_metrics.average_delivery_time is 'Hours from ready to hand-over, mean of completed orders.';
create index vendor_metrics_rating on public.vendor_metrics (rating desc nulls last);
create index vendor_metrics_orders on public.vendor_metrics (completed_orders desc);
create index vendor_metrics_revenue on public.vendor_metrics (total_revenue desc);
create index vendor_metrics_speed on public.vendor_metrics (average_delivery_time asc nulls last);

create function rights.oversees(state_name text) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (
     select from public.profiles p
     where p.id = auth.uid()
       and (p.role in ('coordinator', 'chief')
         or (p.role = 'manager' and exists (select from public.manager_regions r where r.manager_id = p.id and r.state = state_name))))
     and not rights.lacks_staff_factor() and not rights.owes_second_step() $$;

create function rights.my_vendor_id() returns uuid language sql stable security definer set search_path = '' as
$$ select id from public.vendors where owner_id = auth.uid() and not rights.owes_second_step() $$;

-- Sets, not tests of one row: PostgreSQL hashes them once for a whole list.
create function rights.overseen_vendor_ids() returns setof uuid language sql stable security definer set search_path = '' as
$$ select v.id from public.vendors v, public.profiles p
   where p.id = auth.uid()
     and (p.role in ('coordinator', 'chief')
       or (p.role = 'manager' and v.state in (select r.state from public.manager_regions r where r.manager_id = p.id)))
     and not (select rights.lacks_staff_factor()) and not (select rights.owes_second_step()) $$;

create function rights.active_vendor_ids() returns setof uuid language sql stable security definer set search_path = '' as
$$ select id from public.vendors where status = 'active' $$;

create trigger vendors_touch before update on public.vendors for each row execute function public.touch_updated_at();
create trigger watch_status after insert or update of status on public.vendors for each row execute function public.watch_status('vendor');

create function public.open_vendor_metrics() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.vendor_metrics (vendor_id) values (new.id) on conflict do nothing;
  insert into public.vendor_details (vendor_id) values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger open_vendor_metrics after insert on public.vendors for each row execute function public.open_vendor_metrics();

alter table public.vendors enable row level security;
alter table public.vendor_details enable row level security;
alter table public.vendor_metrics enable row level security;

create policy active_shops on public.vendors for select using (status = 'active');
create policy own_shop on public.vendors for select to authenticated using (owner_id = (select auth.uid()));
create policy overseen_shops on public.vendors for select to authenticated using (id in (select rights.overseen_vendor_ids()));
create policy own_shop_edit on public.vendors for update to authenticated
  using (id = (select rights.my_vendor_id())) with check (id = (select rights.my_vendor_id()));
create policy own_details on public.vendor_details for select to authenticated
  using (vendor_id = (select rights.my_vendor_id()) or vendor_id in (select rights.overseen_vendor_ids()));
create policy own_details_edit on public.vendor_details for update to authenticated
  using (vendor_id = (select rights.my_vendor_id())) with check (vendor_id = (select rights.my_vendor_id()));
create policy shown_with_shop on public.vendor_metrics for select using (vendor_id in (select rights.active_vendor_ids()));
create policy own_metrics on public.vendor_metrics for select to authenticated
  using (vendor_id = (select rights.my_vendor_id()) or vendor_id in (select rights.overseen_vendor_ids()));

grant select on public.vendors, public.vendor_metrics to anon, authenticated;
grant update (business_name, description, location, logo_url) on public.vendors to authenticated;
grant select on public.vendor_details to authenticated;
grant update (phone, address, registration_number) on public.vendor_details to authenticated;
grant all on public.vendors, public.vendor_details, public.vendor_metrics to service_role;
grant execute on function rights.my_vendor_id(), rights.overseen_vendor_ids(), rights.active_vendor_ids(), rights.oversees(text)
  to anon, authenticated, service_role;

create view public.vendor_choices as
select v.id, v.business_name, v.location from public.vendors v where v.status = 'active';
comment on view public.vendor_choices is 'Filter choices of Browse Deals, Group Buys and Vendor Shops.';
grant select on public.vendor_choices to anon, authenticated, service_role;
