-- From its publication a group buy has its own copy of the product's facts, tiers and rates.

-- Tiers are JSON text on the wire (specification, section 3). Prices are looked up in two sorted arrays derived on write, so that
-- an update of the counters parses nothing. Same rule as domain/group-buys/price/price-tiers.ts; a database test compares the two.
create function public.tier_thresholds(price_tiers text) returns integer[] language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg((tier ->> 'participants')::numeric::integer order by place), '{}')
  from jsonb_array_elements(price_tiers::jsonb) with ordinality as t (tier, place)
$$;

create function public.tier_prices(price_tiers text) returns numeric[] language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg((tier ->> 'price')::numeric(14,2) order by place), '{}')
  from jsonb_array_elements(price_tiers::jsonb) with ordinality as t (tier, place)
$$;

-- Same rule as domain/group-buys/price/shown-price.ts. Without `set search_path` the function is inlined, so that a list sorted by it
-- calls no function for rows with too few paid participants to lower the price.
create function public.shown_price(buy public.group_buys) returns numeric language sql stable as $$
  select coalesce(buy.final_price, public.price_at(buy.tier_thresholds, buy.tier_prices, buy.base_price,
    greatest(buy.current_participants, buy.min_participants,
      case when buy.paid_participants >= greatest(buy.current_participants, buy.min_participants) then public.locked_participants(buy) + 1 end)))
$$;
comment on function public.shown_price(public.group_buys) is 'Naira: the price on cards, by which lists are sorted. The final price once it is set.';

create function public.price_tiers_fault(price_tiers text, base_price numeric, max_participants integer) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  entries jsonb;
  entry jsonb;
  threshold numeric;
  price numeric;
  last_threshold numeric := 0;
  last_price numeric := base_price;
begin
  -- The text is part of every list of buys, so it is limited to what ten tiers need.
  if char_length(price_tiers) > 4000 then return 'Price tiers must fit in 4000 characters'; end if;
  begin
    entries := price_tiers::jsonb;
  exception when others then
    return 'Price tiers must be a JSON list';
  end;
  if jsonb_typeof(entries) is distinct from 'array' then return 'Price tiers must be a JSON list'; end if;
  if jsonb_array_length(entries) > 10 then return 'At most 10 price tiers are allowed'; end if;
  for entry in select value from jsonb_array_elements(entries) loop
    if jsonb_typeof(entry) <> 'object' or jsonb_typeof(entry -> 'participants') is distinct from 'number'
      or jsonb_typeof(entry -> 'price') is distinct from 'number' then
      return 'Each price tier needs a number of participants and a price';
    end if;
    threshold := (entry ->> 'participants')::numeric;
    price := (entry ->> 'price')::numeric;
    if threshold <> trunc(threshold) or threshold < 1 or threshold > 1000000 then return 'Tier participants must be a whole number from 1'; end if;
    if threshold <= last_threshold then return 'Tier participants must rise from tier to tier'; end if;
    if price <= 0 or price <> round(price, 2) then return 'Tier prices must be above 0, with at most two decimals'; end if;
    if price >= last_price then return 'Tier prices must fall from tier to tier, the first below the base price'; end if;
    last_threshold := threshold;
    last_price := price;
  end loop;
  if max_participants is not null and last_threshold > max_participants then
    return 'The last tier must not need more people than the buy takes';
  end if;
  return null;
end $$;

create function public.payment_due_at(share_date date) returns timestamptz language sql immutable set search_path = '' as
$$ select ((share_date - 2) + time '23:59:59') at time zone 'Africa/Lagos' $$;
comment on function public.payment_due_at(date) is 'Payment is due 2 days before the sharing day (specification, section 9), end of that day in Lagos.';

-- The changes that a vendor may make to a group buy, and the effects of publishing. No role may write the counters.
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
