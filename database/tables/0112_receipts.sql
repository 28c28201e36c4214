-- Receipts, invoices and credit notes. What they say is frozen when they are written: a later change of names, prices or settings changes none.
create table public.document_numbers (
  year integer primary key check (year between 2020 and 2200),
  receipts integer not null default 0 check (receipts >= 0),
  invoices integer not null default 0 check (invoices >= 0),
  credit_notes integer not null default 0 check (credit_notes >= 0)
);
comment on table public.document_numbers is 'The last number of each kind in a year. One row a year, so that no two transactions lock two kinds in different orders.';
alter table public.document_numbers enable row level security;

create table public.documents (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('receipt', 'invoice', 'credit_note')),
  year integer,
  serial integer check (serial > 0),
  number text unique generated always as (case kind when 'receipt' then 'RC' when 'invoice' then 'INV' else 'CN' end || '-' || year::text
    || '-' || lpad(serial::text, greatest(6, length(serial::text)), '0')) stored,
  cause text not null unique check (char_length(cause) between 3 and 200),
  user_id uuid not null references public.profiles (id) on delete no action,
  vendor_id uuid references public.vendors (id) on delete no action,
  payment_id uuid references public.payments (id) on delete no action,
  order_id uuid references public.orders (id) on delete no action,
  invoice_id uuid references public.documents (id) on delete no action,
  amount_kobo bigint not null check (amount_kobo >= 0),
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  buyer_tin text check (char_length(buyer_tin) <= 40),
  seller_tin text check (char_length(seller_tin) <= 40),
  irn text check (char_length(irn) <= 100),
  irn_qr text check (char_length(irn_qr) <= 4000),
  issued_at timestamptz not null default now(),
  unique (kind, year, serial),
  constraint is_about_its_kind check (case kind when 'receipt' then payment_id is not null and vendor_id is null
    when 'invoice' then order_id is not null and vendor_id is not null
    else order_id is not null and vendor_id is not null and invoice_id is not null end)
);
comment on column public.documents.cause is 'The business fact that it is written for, such as `invoice:<order>`: a replay meets the first.';
comment on column public.documents.vendor_id is 'Whose goods it is about: the vendor reads it too. Null for a receipt, which is between payer and market.';
comment on column public.documents.facts is 'All that it says (domain/receipts/facts.ts).';
comment on column public.documents.irn is 'Invoice reference number of the tax office, once e-invoicing is due.';
create index documents_of_person on public.documents (user_id, issued_at desc);
create index documents_of_vendor on public.documents (vendor_id, issued_at desc) where vendor_id is not null;
create index documents_of_order on public.documents (order_id) where order_id is not null;
create index documents_of_payment on public.documents (payment_id) where payment_id is not null;
create index documents_to_number on public.documents (id) where serial is null;
alter table public.documents enable row level security;
