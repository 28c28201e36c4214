-- Refunds of a payment never exceed what it brought, however many ask at once: the payment is locked before they are added up.
create function public.keep_refunds_within_payment() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  brought bigint;
  asked bigint;
begin
  select coalesce(received_kobo, 0) into brought from public.payments where id = new.payment_id for no key update;
  -- In a statement of its own: what others wrote while this one waited for the lock is seen here.
  select coalesce(sum(amount_kobo), 0) into asked from public.refunds where payment_id = new.payment_id and id <> new.id;
  if asked + new.amount_kobo > brought then
    raise exception 'Refunds of a payment are at most what it brought' using errcode = '23514', constraint = 'refunds_within_payment';
  end if;
  return new;
end $$;
revoke execute on function public.keep_refunds_within_payment() from public;
create trigger refunds_within_payment before insert or update of amount_kobo, payment_id on public.refunds
  for each row execute function public.keep_refunds_within_payment();

-- A look is no failure: a bank takes days, and is asked many times meanwhile.
alter table public.refunds add column failures integer not null default 0 check (failures >= 0);
comment on column public.refunds.failures is 'How often the gateway said that it failed, since it was last begun or repeated. After five a person looks at it.';
comment on column public.refunds.tries is 'How often it was sent or asked about.';

-- Refunds to another account name the bank by the gateway's own id, which is not the bank's code.
alter table public.banks add column gateway_bank_id text check (char_length(gateway_bank_id) between 1 and 30);
comment on column public.banks.gateway_bank_id is 'What the gateway''s list calls it; refunds to an account need this in place of the code.';

-- The gateway took the reference and its page was lost with the process that had asked for it: nobody can pay it any more.
alter table public.payments add column replaced_by uuid references public.payments (id);
comment on column public.payments.replaced_by is 'The attempt that follows this one, whose page at the gateway was lost. Money that still comes in here pays or goes back as ever.';
create unique index payments_replace_one on public.payments (replaced_by) where replaced_by is not null;
