-- Vendors and what they sell.

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

create table public.products (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references public.vendors (id),
  name text not null check (char_length(trim(name)) between 2 and 120),
  description text not null default '' check (char_length(description) <= 4000),
  category text not null check (category in ('vegetables', 'fruits', 'grains', 'meat', 'seafood', 'oil')),
  base_price numeric(14,2) not null check (base_price > 0 and base_price <= 100000000),
  unit text not null check (char_length(trim(unit)) between 1 and 40),
  min_quantity integer not null default 1 check (min_quantity >= 1),
  max_quantity integer check (max_quantity >= min_quantity),
  available_quantity integer not null default 0 check (available_quantity between 0 and 1000000),
  image_url text check (image_url ~ '^(/[^/]|https://)'),
  vendor_location text not null,
  share_date date,
  stockpile_allowed boolean not null default false
    check (not stockpile_allowed or category in ('grains', 'oil')),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column public.products.base_price is 'Naira per unit, before any tier.';
comment on column public.products.available_quantity is 'Units that can be bought in bulk now; publishing a group buy sets its target aside from here.';
comment on column public.products.share_date is 'Sharing day in Lagos. Payment is due two days before.';
create index products_newest on public.products (created_at desc) where archived_at is null;
create index products_price on public.products (base_price, id) where archived_at is null;
create index products_name on public.products (name, id) where archived_at is null;
create index products_category on public.products (category, created_at desc) where archived_at is null;
create index products_location on public.products (vendor_location) where archived_at is null;
create index products_share_date on public.products (share_date) where archived_at is null;
create index products_vendor on public.products (vendor_id, created_at desc);
create index products_search on public.products using gin ((name || ' ' || description) public.gin_trgm_ops);

create function rights.my_vendor_id() returns uuid language sql stable security definer set search_path = '' as
$$ select id from public.vendors where owner_id = auth.uid() $$;

-- Sets, not tests of one row: PostgreSQL hashes them once for a whole list.
create function rights.overseen_vendor_ids() returns setof uuid language sql stable security definer set search_path = '' as
$$ select v.id from public.vendors v, public.profiles p
   where p.id = auth.uid()
     and (p.role in ('coordinator', 'chief')
       or (p.role = 'manager' and v.state in (select r.state from public.manager_regions r where r.manager_id = p.id))) $$;

create function rights.active_vendor_ids() returns setof uuid language sql stable security definer set search_path = '' as
$$ select id from public.vendors where status = 'active' $$;

-- A product belongs to the caller's shop and stands where the shop stands.
create function public.place_product() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and not rights.is_service() then
    new.vendor_id := rights.my_vendor_id();
    if new.vendor_id is null then
      raise exception 'Vendor profile not found' using errcode = 'P0001', hint = 'Sign up your shop at /vendor-signup first.';
    end if;
  end if;
  if tg_op = 'INSERT' or new.vendor_id <> old.vendor_id then
    select location into new.vendor_location from public.vendors where id = new.vendor_id;
  end if;
  new.updated_at := now();
  return new;
end $$;
create trigger place_product before insert or update on public.products for each row execute function public.place_product();

create function public.move_products_with_vendor() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.products set vendor_location = new.location where vendor_id = new.id and vendor_location <> new.location;
  return new;
end $$;
create trigger vendors_moved after update of location on public.vendors for each row execute function public.move_products_with_vendor();
create trigger vendors_touch before update on public.vendors for each row execute function public.touch_updated_at();

create function public.open_vendor_metrics() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.vendor_metrics (vendor_id) values (new.id) on conflict do nothing;
  insert into public.vendor_details (vendor_id) values (new.id) on conflict do nothing;
  return new;
end $$;
create trigger open_vendor_metrics after insert on public.vendors for each row execute function public.open_vendor_metrics();

alter table public.vendors enable row level security;
alter table public.vendor_details enable row level security;
alter table public.vendor_metrics enable row level security;
alter table public.products enable row level security;

create policy active_shops on public.vendors for select using (status = 'active');
create policy own_shop on public.vendors for select to authenticated using (owner_id = (select auth.uid()));
create policy overseen_shops on public.vendors for select to authenticated using (rights.oversees(state));
create policy own_shop_edit on public.vendors for update to authenticated
  using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));
create policy own_details on public.vendor_details for select to authenticated
  using (vendor_id = (select rights.my_vendor_id()) or vendor_id in (select rights.overseen_vendor_ids()));
create policy own_details_edit on public.vendor_details for update to authenticated
  using (vendor_id = (select rights.my_vendor_id())) with check (vendor_id = (select rights.my_vendor_id()));
create policy shown_with_shop on public.vendor_metrics for select using (vendor_id in (select rights.active_vendor_ids()));
create policy own_metrics on public.vendor_metrics for select to authenticated
  using (vendor_id = (select rights.my_vendor_id()) or vendor_id in (select rights.overseen_vendor_ids()));
create policy on_sale on public.products for select using (archived_at is null and vendor_id in (select rights.active_vendor_ids()));
create policy own_products on public.products for select to authenticated
  using (vendor_id = (select rights.my_vendor_id()) or vendor_id in (select rights.overseen_vendor_ids())
    or (select rights.has_role('administrator', 'supervisor')));
create policy own_products_add on public.products for insert to authenticated with check (vendor_id = (select rights.my_vendor_id()));
create policy own_products_edit on public.products for update to authenticated
  using (vendor_id = (select rights.my_vendor_id()) and archived_at is null) with check (vendor_id = (select rights.my_vendor_id()));

grant select on public.vendors, public.vendor_metrics, public.products to anon, authenticated;
grant update (business_name, description, location, logo_url) on public.vendors to authenticated;
grant select on public.vendor_details to authenticated;
grant update (phone, address, registration_number) on public.vendor_details to authenticated;
grant insert (id, vendor_id, name, description, category, base_price, unit, min_quantity, max_quantity, available_quantity, image_url, share_date,
  stockpile_allowed, vendor_location) on public.products to authenticated;
grant update (name, description, category, base_price, unit, min_quantity, max_quantity, available_quantity, image_url, share_date, stockpile_allowed)
  on public.products to authenticated;
grant all on public.vendors, public.vendor_details, public.vendor_metrics, public.products to service_role;
grant execute on function rights.my_vendor_id(), rights.overseen_vendor_ids(), rights.active_vendor_ids() to anon, authenticated, service_role;
