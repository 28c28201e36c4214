-- A line always takes its VAT class from the product.
create function public.class_line() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  select p.vat_class, case when p.vat_class = 'standard' then public.whole_setting('vat_bps') else 0 end, p.category into new.vat_class, new.vat_bps, new.category
  from public.products p where p.id = new.product_id;
  return new;
end $$;

-- Numbers are assigned at commit, after everything else in the transaction: the lock on the counter comes last and is held only
-- during the commit. A transaction that rolls back takes no number, so there are no gaps.
create function public.number_document() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  this_year integer;
  before record;
begin
  -- The trigger of a transaction's first document numbers all of them: unnumbered documents that it sees are its own.
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

create function public.guard_document() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    -- Numbers are assigned at commit; values in the insert are ignored.
    new.year := null; new.serial := null;
    return new;
  end if;
  if tg_op = 'UPDATE' and old.serial is null and (to_jsonb(new) - '{year,serial,number}'::text[]) = (to_jsonb(old) - '{year,serial,number}'::text[]) then return new; end if;
  -- The tax office's response is added later, once.
  if tg_op = 'UPDATE' and old.irn is null and (to_jsonb(new) - '{irn,irn_qr}'::text[]) = (to_jsonb(old) - '{irn,irn_qr}'::text[]) then return new; end if;
  raise exception 'A document is never changed; a credit note corrects it' using errcode = 'PT409';
end $$;

create trigger guard_document before insert or update or delete on public.documents for each row execute function public.guard_document();
create trigger log_act after insert or update or delete on public.documents for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('document', 'id', 'facts');
create trigger not_emptied before truncate on public.documents for each statement execute function ledger.reject_change();
create constraint trigger number_document after insert on public.documents deferrable initially deferred
  for each row execute function public.number_document();

create trigger log_act after insert or update or delete on public.document_numbers for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('document-number', 'year', '');
