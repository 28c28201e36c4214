-- What people joined under stays: whether a short buy may be extended is one of its terms. And an open buy keeps the rule it was published
-- by, that its target is at least what one person has to take.
create or replace function public.guard_group_buy() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  fault text;
  publishes boolean;
begin
  if rights.seeding() then return new; end if;
  if tg_op = 'INSERT' then
    if not rights.is_service() then
      if rights.my_vendor_id() is null then
        raise exception 'Vendor profile not found' using errcode = 'P0001', hint = 'Sign up your shop at /vendor-signup first.';
      end if;
      new.current_quantity := 0;
      new.current_participants := 0;
    end if;
    if new.status not in ('draft', 'active') then raise exception 'A new group buy is a draft or active' using errcode = 'PT400'; end if;
    new := public.copy_product_facts(new);
  elsif not rights.is_service() then
    if (old.status, new.status) not in (('draft', 'draft'), ('draft', 'active'), ('draft', 'cancelled'), ('active', 'active')) then
      raise exception 'A group buy cannot go from % to % this way', old.status, new.status using errcode = 'PT409';
    end if;
    if old.status = 'active' and old.current_participants > 0
      and (new.target_quantity, new.price_tiers, new.min_participants, new.max_participants, new.end_date, new.payment_mode, new.allow_extension)
        is distinct from (old.target_quantity, old.price_tiers, old.min_participants, old.max_participants, old.end_date, old.payment_mode,
          old.allow_extension) then
      raise exception 'Price, target and dates are fixed once somebody has joined' using errcode = 'PT409';
    end if;
  end if;

  publishes := new.status = 'active' and (tg_op = 'INSERT' or old.status = 'draft');
  if tg_op = 'UPDATE' and old.status = 'draft' and new.status in ('draft', 'active') then new := public.copy_product_facts(new); end if;
  fault := public.price_tiers_fault(new.price_tiers, new.base_price, new.max_participants);
  if fault is null and (publishes or (tg_op = 'UPDATE' and old.status = 'active' and new.status = 'active'
      and new.end_date is distinct from old.end_date and not rights.is_service())) then
    fault := public.publish_faults(new);
  end if;
  if fault is null and tg_op = 'UPDATE' and new.status = 'active' and new.target_quantity <> old.target_quantity
    and new.min_quantity > new.target_quantity then
    fault := 'The target is smaller than the least one person may take';
  end if;
  if fault is not null then raise exception '%', fault using errcode = 'PT400'; end if;
  if publishes then
    new.published_at := now();
    new.starts_at := now();
  end if;
  new.updated_at := now();
  return new;
end $$;
