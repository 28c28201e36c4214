-- A draft that was thrown away stays what it was: the shop's own business.
alter policy published on public.group_buys using (status <> 'draft' and (status <> 'cancelled' or published_at is not null));
select set_config('ajoja.seeding', 'on', true);
update public.group_buys g set published_at = created_at where status = 'cancelled' and published_at is null
  and (exists (select from public.orders o where o.group_buy_id = g.id)
    or exists (select from public.status_changes s where s.subject_id = g.id and s.to_status = 'active'));
select set_config('ajoja.seeding', '', true);

-- Thresholds such as 5.0 are whole numbers in JSON, and in the rule of domain/group-buys/price-tiers.ts.
create or replace function public.price_at(price_tiers text, base_price numeric, participants integer) returns numeric
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(
    (select (tier ->> 'price')::numeric from jsonb_array_elements(price_tiers::jsonb) as tier
     where (tier ->> 'participants')::numeric <= participants
     order by (tier ->> 'participants')::numeric desc limit 1),
    base_price)::numeric(14,2)
$$;

-- The text travels with every list of buys, so it is as short as ten tiers need.
create or replace function public.price_tiers_fault(price_tiers text, base_price numeric, max_participants integer) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  entries jsonb;
  entry jsonb;
  threshold numeric;
  price numeric;
  last_threshold numeric := 0;
  last_price numeric := base_price;
begin
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

-- Stock: an open buy holds its whole target, a closed one what was joined, an ended one nothing. Giving back must never fail, or the clock
-- could not close this buy nor any beside it: a shop that filled up its stock meanwhile has the most a product may have. Taking needs a
-- product that is still there, which only the product's own row can say while another transaction removes it.
create or replace function public.set_stock_aside() returns trigger language plpgsql security definer set search_path = '' as $$
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
  update public.products set available_quantity = least(available_quantity - (wanted - new.set_aside), 1000000)
  where id = new.product_id and available_quantity >= wanted - new.set_aside and (wanted < new.set_aside or archived_at is null);
  if not found then
    raise exception 'The target is larger than what is in stock' using errcode = 'PT400',
      hint = 'Lower the target or raise the product''s available quantity.';
  end if;
  new.set_aside := wanted;
  return new;
end $$;
