-- Goods may be left with us when the vendor offers it and an operator has confirmed it (semantics, section 6).
alter table public.products add column stockpile_confirmed_by uuid references public.profiles (id), add column stockpile_confirmed_at timestamptz,
  add column can_be_stockpiled boolean not null generated always as (stockpile_allowed and stockpile_confirmed_at is not null) stored;
comment on column public.products.stockpile_allowed is 'The vendor''s wish.';
comment on column public.products.can_be_stockpiled is 'The vendor offers it, and an operator has confirmed it.';

-- What was confirmed is this product: under another name or in another category it is confirmed anew.
create function public.guard_stockpile() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' and not rights.is_service()
    or tg_op = 'UPDATE' and (new.name, new.category, new.stockpile_allowed) is distinct from (old.name, old.category, old.stockpile_allowed) then
    new.stockpile_confirmed_by := null;
    new.stockpile_confirmed_at := null;
  end if;
  return new;
end $$;
create trigger guard_stockpile before insert or update of name, category, stockpile_allowed on public.products
  for each row execute function public.guard_stockpile();
grant execute on function public.guard_stockpile() to authenticated, service_role;
