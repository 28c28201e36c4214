-- What a vendor may do to a group buy, and what publishing means. The counters are nobody's to write but the commands'.
create function public.publish_faults(buy public.group_buys) returns text language plpgsql stable security definer set search_path = '' as $$
begin
  if not exists (select from public.vendors where id = buy.vendor_id and status = 'active') then
    return 'Your shop must be approved before a group buy can be published';
  end if;
  if buy.share_date is null then return 'Set the share date of the product before publishing a group buy'; end if;
  if buy.end_date < now() + interval '24 hours' then return 'A group buy must stay open for at least 24 hours'; end if;
  if buy.end_date > now() + interval '90 days' then return 'A group buy must end within 90 days'; end if;
  if buy.end_date > buy.payment_due_at then
    return 'A group buy must end before payment is due, 2 days before the share date';
  end if;
  if buy.min_quantity > buy.target_quantity then return 'The target is smaller than the least one person may take'; end if;
  return null;
end $$;

create function public.guard_group_buy() returns trigger language plpgsql security definer set search_path = '' as $$
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
      and (new.target_quantity, new.price_tiers, new.min_participants, new.max_participants, new.end_date, new.payment_mode)
        is distinct from (old.target_quantity, old.price_tiers, old.min_participants, old.max_participants, old.end_date, old.payment_mode) then
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
  if fault is not null then raise exception '%', fault using errcode = 'PT400'; end if;
  if publishes then
    new.published_at := now();
    new.starts_at := now();
  end if;
  new.updated_at := now();
  return new;
end $$;
create trigger guard_group_buy before insert or update on public.group_buys for each row execute function public.guard_group_buy();

-- Stock: an open buy holds its whole target, a closed one what was joined, an ended one nothing.
create function public.set_stock_aside() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  wanted integer := case
    when new.status = 'active' then new.target_quantity
    when new.status in ('draft', 'failed', 'cancelled') then 0
    else new.current_quantity end;
begin
  if rights.seeding() then return new; end if;
  if tg_op = 'UPDATE' and new.status = old.status and new.target_quantity = old.target_quantity
    and (new.status = 'active' or new.current_quantity = old.current_quantity) then return new; end if;
  if wanted = new.set_aside then return new; end if;
  update public.products set available_quantity = available_quantity - (wanted - new.set_aside)
  where id = new.product_id and available_quantity >= wanted - new.set_aside;
  if not found then
    raise exception 'The target is larger than what is in stock' using errcode = 'PT400',
      hint = 'Lower the target or raise the product''s available quantity.';
  end if;
  new.set_aside := wanted;
  return new;
end $$;
-- Runs after guard_group_buy: triggers of one kind fire in the order of their names.
create trigger stock_aside before insert or update on public.group_buys for each row execute function public.set_stock_aside();
