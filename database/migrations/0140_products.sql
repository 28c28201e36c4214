-- What vendors sell. PostgreSQL keeps days that no calendar has (infinity, the year 5874897, BC): one in a list would take the page from everybody.
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
  share_date date constraint share_date_is_within_reach check (share_date between '2000-01-01' and '2100-01-01'),
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

alter table public.products enable row level security;
create policy on_sale on public.products for select using (archived_at is null and vendor_id in (select rights.active_vendor_ids()));
create policy own_products on public.products for select to authenticated
  using (vendor_id = (select rights.my_vendor_id()) or vendor_id in (select rights.overseen_vendor_ids())
    or (select rights.has_role('administrator', 'supervisor')));
create policy own_products_add on public.products for insert to authenticated with check (vendor_id = (select rights.my_vendor_id()));
create policy own_products_edit on public.products for update to authenticated
  using (vendor_id = (select rights.my_vendor_id()) and archived_at is null) with check (vendor_id = (select rights.my_vendor_id()));

-- Every row passes this policy so that the trigger archive_product can say 403, where a policy alone would silently delete nothing.
create policy removal_is_judged_by_trigger on public.products for delete to authenticated using (archived_at is null);

grant select on public.products to anon, authenticated;
grant delete on public.products to authenticated;
grant insert (id, vendor_id, name, description, category, base_price, unit, min_quantity, max_quantity, available_quantity, image_url, share_date,
  stockpile_allowed, vendor_location) on public.products to authenticated;
grant update (name, description, category, base_price, unit, min_quantity, max_quantity, available_quantity, image_url, share_date, stockpile_allowed)
  on public.products to authenticated;
grant all on public.products to service_role;

create view public.share_date_choices as
select distinct p.share_date from public.products p join public.vendors v on v.id = p.vendor_id
where p.archived_at is null and v.status = 'active' and p.share_date >= (now() at time zone 'Africa/Lagos')::date;
comment on view public.share_date_choices is 'Filter choices of Browse Deals.';
grant select on public.share_date_choices to anon, authenticated, service_role;
