-- A shop's own code of a product, and imports of products from a file.
alter table public.products add column code text check (code = trim(code) and char_length(code) between 1 and 40);
comment on column public.products.code is 'The shop''s own code; imports find the product by it.';
create unique index products_own_code on public.products (vendor_id, lower(code)) where code is not null;
create index products_own_name on public.products (vendor_id, lower(name), lower(unit));

create table public.product_imports (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references public.vendors (id) on delete cascade,
  file_name text not null check (char_length(file_name) between 1 and 200),
  status text not null default 'checked' check (status in ('checked', 'running', 'done')),
  row_count integer not null check (row_count between 1 and 10000),
  fault_count integer not null check (fault_count between 0 and row_count),
  created_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  ended_at timestamptz,
  constraint started_unless_checked check ((status = 'checked') = (started_at is null)),
  constraint ended_once_done check ((status = 'done') = (ended_at is not null))
);
comment on table public.product_imports is 'Files of products that a shop uploaded. A job writes their rows in batches.';
comment on column public.product_imports.fault_count is 'Rows that cannot be imported; they are listed for the vendor before anything is written.';
create unique index one_running_product_import on public.product_imports (vendor_id) where status = 'running';
create index product_imports_of_shop on public.product_imports (vendor_id, created_at desc);
alter table public.product_imports enable row level security;

create table public.product_import_rows (
  import_id uuid not null references public.product_imports (id) on delete cascade,
  row_number integer not null check (row_number between 1 and 20000),
  typed jsonb not null,
  draft jsonb,
  errors jsonb not null default '{}',
  outcome text check (outcome in ('added', 'updated', 'skipped', 'refused')),
  product_id uuid references public.products (id) on delete set null,
  primary key (import_id, row_number),
  constraint written_if_drafted check (outcome is null or draft is not null),
  constraint refused_with_a_reason check ((draft is null or outcome = 'refused') = (errors <> '{}'))
);
comment on table public.product_import_rows is 'Each row of an import. Its outcome is written in the transaction that writes the product, so each is written once.';
comment on column public.product_import_rows.typed is 'The cells as they were in the file, by field.';
comment on column public.product_import_rows.draft is 'The checked product; null for a faulty row.';
comment on column public.product_import_rows.errors is 'Messages by field; `row` for one about the whole row.';
create index product_import_rows_left on public.product_import_rows (import_id, row_number) where outcome is null and draft is not null;
create index product_import_rows_product on public.product_import_rows (product_id) where product_id is not null;
alter table public.product_import_rows enable row level security;
