-- Receipts, invoices and credit notes. What they say is frozen when they are written: a later change of names, prices or settings changes none.
create table public.document_numbers (
  year integer primary key check (year between 2020 and 2200),
  receipts integer not null default 0 check (receipts >= 0),
  invoices integer not null default 0 check (invoices >= 0),
  credit_notes integer not null default 0 check (credit_notes >= 0)
);
comment on table public.document_numbers is 'The last number of each kind in a year. One row a year, so that no two transactions lock two kinds in different orders.';

create table public.documents (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('receipt', 'invoice', 'credit_note')),
  year integer,
  serial integer check (serial > 0),
  number text unique generated always as (case kind when 'receipt' then 'RC' when 'invoice' then 'INV' else 'CN' end || '-' || year::text
    || '-' || lpad(serial::text, greatest(6, length(serial::text)), '0')) stored,
  cause text not null unique check (char_length(cause) between 3 and 200),
  user_id uuid not null references public.profiles (id),
  vendor_id uuid references public.vendors (id),
  payment_id uuid references public.payments (id),
  order_id uuid references public.orders (id),
  invoice_id uuid references public.documents (id),
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

create function public.lagos_year(moment timestamptz) returns integer language sql stable set search_path = '' as
$$ select extract(year from moment at time zone 'Africa/Lagos')::integer $$;
revoke execute on function public.lagos_year(timestamptz) from public;
create index documents_to_number on public.documents (id) where serial is null;

-- The number is taken when the transaction commits, after all that it does: its lock is the last one and is held for the length of a commit. A
-- transaction that rolls back has taken none, so there are no gaps.
create function public.number_document() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  this_year integer;
  before record;
begin
  -- The first of a transaction's documents numbers all of them: what has no number and is seen is its own.
  if exists (select from public.documents where id = new.id and serial is not null) then return null; end if;
  for this_year in select distinct public.lagos_year(issued_at) from public.documents where serial is null order by 1 loop
    insert into public.document_numbers (year) values (this_year) on conflict do nothing;
    update public.document_numbers n set receipts = n.receipts + c.receipts, invoices = n.invoices + c.invoices, credit_notes = n.credit_notes + c.credit_notes
    from (select count(*) filter (where kind = 'receipt') as receipts, count(*) filter (where kind = 'invoice') as invoices,
        count(*) filter (where kind = 'credit_note') as credit_notes
      from public.documents where serial is null and public.lagos_year(issued_at) = this_year) c
    where n.year = this_year
    returning n.receipts - c.receipts as receipts, n.invoices - c.invoices as invoices, n.credit_notes - c.credit_notes as credit_notes into before;
    update public.documents d set year = this_year, serial = m.serial
    from (select id, case kind when 'receipt' then before.receipts when 'invoice' then before.invoices else before.credit_notes end
        + row_number() over (partition by kind order by ctid) as serial
      from public.documents where serial is null and public.lagos_year(issued_at) = this_year) m
    where d.id = m.id;
  end loop;
  return null;
end $$;
create constraint trigger number_document after insert on public.documents deferrable initially deferred
  for each row execute function public.number_document();

create function public.keep_document() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    -- Numbers are given at commit, by nobody's wish.
    new.year := null; new.serial := null;
    return new;
  end if;
  if tg_op = 'UPDATE' and old.serial is null and (to_jsonb(new) - '{year,serial,number}'::text[]) = (to_jsonb(old) - '{year,serial,number}'::text[]) then return new; end if;
  -- The tax office's answer comes later, once.
  if tg_op = 'UPDATE' and old.irn is null and (to_jsonb(new) - '{irn,irn_qr}'::text[]) = (to_jsonb(old) - '{irn,irn_qr}'::text[]) then return new; end if;
  raise exception 'A document is never changed; a credit note corrects it' using errcode = 'PT409';
end $$;
create trigger keep_document before insert or update or delete on public.documents for each row execute function public.keep_document();
create trigger not_emptied before truncate on public.documents for each statement execute function ledger.refuse_change();

create trigger log_act after insert or update or delete on public.documents for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('document', 'id', 'facts');
create trigger log_act after insert or update or delete on public.document_numbers for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('document-number', 'year', '');

alter table public.document_numbers enable row level security;
alter table public.documents enable row level security;
create policy own_documents on public.documents for select to authenticated using (user_id = (select auth.uid()));
create policy documents_of_the_shop on public.documents for select to authenticated using (vendor_id = (select rights.my_vendor_id()));
create policy documents_in_view on public.documents for select to authenticated using ((select rights.has_role('chief')));
create policy second_step on public.documents as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select (id, kind, number, user_id, vendor_id, payment_id, order_id, invoice_id, amount_kobo, facts, buyer_tin, seller_tin, irn, irn_qr, issued_at)
  on public.documents to authenticated;
grant select on public.documents to service_role;
grant insert (kind, cause, user_id, vendor_id, payment_id, order_id, invoice_id, amount_kobo, facts) on public.documents to service_role;
