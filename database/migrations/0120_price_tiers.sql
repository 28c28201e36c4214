-- The specification's price rule, as functions that generated columns and constraints can use. domain/group-buys/price-tiers.ts says the
-- same in TypeScript; a database test compares the two.
create function public.price_at(price_tiers text, base_price numeric, participants integer) returns numeric
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(
    (select (tier ->> 'price')::numeric from jsonb_array_elements(price_tiers::jsonb) as tier
     where (tier ->> 'participants')::integer <= participants
     order by (tier ->> 'participants')::integer desc limit 1),
    base_price)::numeric(14,2)
$$;
comment on function public.price_at is 'Naira: the price of the highest threshold the count meets, else the base price (specification, section 4).';

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
comment on function public.payment_due_at is 'Payment is due 2 days before the sharing day (specification, section 9), end of that day in Lagos.';

grant execute on function public.price_at(text, numeric, integer), public.price_tiers_fault(text, numeric, integer), public.payment_due_at(date)
  to anon, authenticated, service_role;
