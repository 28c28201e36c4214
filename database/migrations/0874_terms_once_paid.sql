-- A published buy may be mended while nobody is in it. Whoever has paid and left again is not in it, but what comes back to them hangs on its terms.
create function public.guard_terms_once_paid() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not rights.is_service() and exists (select from public.orders where group_buy_id = new.id and charged_kobo > 0) then
    raise exception 'Price, target and dates are fixed once somebody has joined' using errcode = 'PT409';
  end if;
  return new;
end $$;
comment on function public.guard_terms_once_paid is 'Beside guard_group_buy, which refuses as long as somebody is in the buy.';
create trigger guard_terms_once_paid before update of target_quantity, price_tiers, min_participants, max_participants, end_date, payment_mode, allow_extension on public.group_buys
for each row when (old.status = 'active' and (new.target_quantity, new.price_tiers, new.min_participants, new.max_participants, new.end_date, new.payment_mode, new.allow_extension)
  is distinct from (old.target_quantity, old.price_tiers, old.min_participants, old.max_participants, old.end_date, old.payment_mode, old.allow_extension))
execute function public.guard_terms_once_paid();
