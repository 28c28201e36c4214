-- What a vendor may do to a group buy, and what publishing means. The counters are nobody's to write.
create function public.copy_product_facts(buy public.group_buys) returns public.group_buys
language plpgsql security definer set search_path = '' as $$
declare
  product public.products;
begin
  select * into product from public.products where id = buy.product_id and archived_at is null;
  if product.id is null then raise exception 'Choose one of your products for this group buy' using errcode = 'PT400'; end if;
  buy.vendor_id := product.vendor_id;
  buy.product_name := product.name;
  buy.product_description := product.description;
  buy.category := product.category;
  buy.unit := product.unit;
  buy.image_url := product.image_url;
  buy.vendor_location := product.vendor_location;
  buy.min_quantity := product.min_quantity;
  buy.max_quantity := product.max_quantity;
  buy.base_price := product.base_price;
  buy.share_date := product.share_date;
  buy.payment_due_at := public.payment_due_at(product.share_date);
  buy.buyer_fee_bps := public.whole_setting('buyer_fee_bps');
  buy.vendor_fee_bps := public.whole_setting('vendor_fee_bps');
  buy.referral_bps := public.whole_setting('referral_bps');
  buy.late_leave_charge_bps := public.whole_setting('late_leave_charge_bps');
  return buy;
end $$;
revoke execute on function public.copy_product_facts(public.group_buys) from public;

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

-- Judges what is written and changes nothing but the row itself, so that an upsert that writes nothing leaves nothing behind.
create function public.guard_group_buy() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  fault text;
  publishes boolean;
  terms_change boolean := false;
begin
  if tg_op = 'INSERT' then
    if not rights.is_service() and rights.my_vendor_id() is null then
      raise exception 'Vendor profile not found' using errcode = 'P0001', hint = 'Sign up your shop at /vendor-signup first.';
    end if;
    if new.status not in ('draft', 'active') then raise exception 'A new group buy is a draft or active' using errcode = 'PT400'; end if;
    new.current_quantity := 0;
    new.current_participants := 0;
    new.paid_quantity := 0;
    new.paid_participants := 0;
  else
    terms_change := (new.target_quantity, new.price_tiers, new.base_price, new.min_participants, new.max_participants, new.min_quantity,
        new.max_quantity, new.end_date, new.share_date, new.payment_mode, new.allow_extension)
      is distinct from (old.target_quantity, old.price_tiers, old.base_price, old.min_participants, old.max_participants, old.min_quantity,
        old.max_quantity, old.end_date, old.share_date, old.payment_mode, old.allow_extension);
    if not rights.is_service() then
      if (old.status, new.status) not in (('draft', 'draft'), ('draft', 'active'), ('draft', 'cancelled'), ('active', 'active')) then
        raise exception 'A group buy cannot go from % to % this way', old.status, new.status using errcode = 'PT409';
      end if;
      -- What people joined under stays: whether a short buy may be extended is one of its terms.
      if old.status = 'active' and old.current_participants > 0 and terms_change then
        raise exception 'Price, target and dates are fixed once somebody has joined' using errcode = 'PT409';
      end if;
    end if;
    if terms_change then new.terms_version := old.terms_version + 1; end if;
  end if;

  publishes := new.status = 'active' and (tg_op = 'INSERT' or old.status = 'draft');
  if tg_op = 'INSERT' or (old.status = 'draft' and new.status in ('draft', 'active')) then new := public.copy_product_facts(new); end if;
  fault := public.price_tiers_fault(new.price_tiers, new.base_price, new.max_participants);
  if fault is null and (publishes or (tg_op = 'UPDATE' and old.status = 'active' and new.status = 'active'
      and new.end_date is distinct from old.end_date and not rights.is_service())) then
    fault := public.publish_faults(new);
  end if;
  -- An open buy keeps the rule it was published by: its target is at least what one person has to take.
  if fault is null and tg_op = 'UPDATE' and new.status = 'active' and new.target_quantity <> old.target_quantity
    and new.min_quantity > new.target_quantity then
    fault := 'The target is smaller than the least one person may take';
  end if;
  if fault is not null then raise exception '%', fault using errcode = 'PT400'; end if;
  if publishes then
    new.published_at := now();
    new.starts_at := now();
  end if;
  new.tier_thresholds := public.tier_thresholds(new.price_tiers);
  new.tier_prices := public.tier_prices(new.price_tiers);
  new.updated_at := now();
  return new;
end $$;
-- Not for counters: they change with every join.
create trigger guard_group_buy before insert or update of status, product_id, price_tiers, base_price, target_quantity, min_participants, max_participants,
  min_quantity, max_quantity, end_date, share_date, payment_mode, allow_extension, tier_thresholds, tier_prices on public.group_buys
  for each row execute function public.guard_group_buy();

-- Opening a buy and closing its shop at one moment stand in line at the shop's row: what is judged next is the shop as it then is.
-- Before `guard_group_buy` by its name, which is the order in which triggers run.
create function public.await_shop() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform from public.vendors where id = (select vendor_id from public.products where id = new.product_id) for key share;
  return new;
end $$;
create trigger await_shop before insert or update of status on public.group_buys for each row
  when (new.status = 'active') execute function public.await_shop();
revoke execute on function public.await_shop() from public;

-- Giving back must never fail, or the clock could not close this buy nor any beside it: a shop that filled up its stock meanwhile has the
-- most a product may have. Taking needs a product that is still there, which only the product's own row can say while another transaction
-- removes it. Once the goods are ready they are no longer stock: what a claim takes out of the count does not go back to the shelf.
create function public.move_stock() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  taken integer := new.set_aside - case when tg_op = 'UPDATE' then old.set_aside else 0 end;
begin
  if taken = 0 or (taken < 0 and new.status in ('ready', 'completed')) then return null; end if;
  update public.products set available_quantity = least(available_quantity - taken, 1000000)
  where id = new.product_id and available_quantity >= taken and (taken < 0 or archived_at is null);
  if not found then
    raise exception 'The target is larger than what is in stock' using errcode = 'PT400',
      hint = 'Lower the target or raise the product''s available quantity.';
  end if;
  return null;
end $$;
create trigger move_stock_in after insert on public.group_buys for each row when (new.set_aside > 0) execute function public.move_stock();
create trigger move_stock after update on public.group_buys for each row when (old.set_aside <> new.set_aside) execute function public.move_stock();
