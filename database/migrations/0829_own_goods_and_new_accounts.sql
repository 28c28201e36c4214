-- Nobody joins a buy or orders from a shop that they serve: the owner and its staff know what others do not, and could fill a buy themselves.
create function rights.serves_shop(person uuid, shop uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.vendors v where v.id = shop and v.owner_id = person)
    or exists (select from public.memberships m where m.vendor_id = shop and m.person_id = person and m.ended_at is null)
$$;
revoke execute on function rights.serves_shop(uuid, uuid) from public;
grant execute on function rights.serves_shop(uuid, uuid) to service_role;

-- What people who have never paid for an order hold together in a buy: twelve new accounts held 48 of 50 cartons and paid for none.
alter table public.settings disable trigger user;
insert into public.settings (key, value, effective_from, note) values
  ('unpaid_new_share_percent', '50', '-infinity', 'So much of a group buy may people without a paid order hold unpaid together');
alter table public.settings enable trigger user;
create or replace function public.guard_unpaid_share() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric not between 10 and 100 or (new.value #>> '{}')::numeric % 1 <> 0 then
    raise exception 'New accounts together hold 10 to 100 percent of a group buy unpaid' using errcode = 'PT400';
  end if;
  return new;
end $$;
revoke execute on function public.guard_unpaid_share() from public;
create trigger guard_unpaid_share before insert on public.settings for each row when (new.key = 'unpaid_new_share_percent') execute function public.guard_unpaid_share();

create function public.has_paid_before(person uuid) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (select from public.orders o where o.user_id = person and o.is_paid) $$;

-- Only a buy of which much is unpaid is added up: elsewhere all that is unpaid is an upper bound, which the limit is far from.
create function public.held_by_new(buy uuid, unpaid integer, most integer) returns integer language plpgsql stable security definer set search_path = '' as $$
begin
  if unpaid * 4 <= most then return unpaid; end if;
  return (select coalesce(sum(o.quantity), 0) from public.orders o where o.group_buy_id = buy and o.status = 'pending'
    and not exists (select from public.orders p where p.user_id = o.user_id and p.is_paid));
end $$;
comment on function public.held_by_new is 'Units that people without a paid order hold unpaid in a buy, or more where that is far below the limit.';
create function public.most_of_new(min_quantity integer, target_quantity integer, limits jsonb) returns integer language sql immutable parallel safe set search_path = '' as
$$ select greatest(min_quantity, target_quantity * (limits ->> 'unpaid_new_share_percent')::integer / 100) $$;
comment on function public.most_of_new is 'As mostNewUnits in domain/orders/unpaid-promises.ts.';
revoke execute on function public.has_paid_before(uuid), public.held_by_new(uuid, integer, integer), public.most_of_new(integer, integer, jsonb) from public;
grant execute on function public.has_paid_before(uuid), public.held_by_new(uuid, integer, integer), public.most_of_new(integer, integer, jsonb) to service_role;

-- The last gate for new orders: it counts after they are written, so that those of one statement count together.
create function public.guard_new_joiners() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  limits jsonb;
begin
  if not exists (select from fresh where status = 'pending') then return null; end if;
  if exists (select from fresh f where f.status = 'pending' and rights.serves_shop(f.user_id, f.vendor_id)) then
    raise exception 'You cannot buy from your own shop.' using errcode = 'PT403';
  end if;
  limits := public.unpaid_limits();
  if exists (
    select from (select distinct f.group_buy_id from fresh f where f.status = 'pending' and f.group_buy_id is not null and not public.has_paid_before(f.user_id)) b
    join public.group_buys g on g.id = b.group_buy_id
    cross join lateral (select public.most_of_new(g.min_quantity, g.target_quantity, limits) as most) m
    -- The buy's own counters may not know these orders yet.
    cross join lateral (select (g.current_quantity - g.paid_quantity)::integer + (select sum(f.quantity)::integer from fresh f where f.group_buy_id = g.id) as unpaid) u
    where u.unpaid > m.most and public.held_by_new(g.id, u.unpaid, 0) > m.most) then
    raise exception 'New accounts hold enough of this group buy unpaid' using errcode = 'PT409';
  end if;
  return null;
end $$;
create trigger guard_new_joiners after insert on public.orders referencing new table as fresh for each statement execute function public.guard_new_joiners();

-- The same for an unpaid order that grows.
create function public.guard_growing_order() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  buy record;
  limits jsonb := public.unpaid_limits();
begin
  select g.current_quantity - g.paid_quantity as unpaid, public.most_of_new(g.min_quantity, g.target_quantity, limits) as most into buy
  from public.group_buys g where g.id = new.group_buy_id;
  if buy.unpaid + new.quantity <= buy.most or public.has_paid_before(new.user_id) then return null; end if;
  if public.held_by_new(new.group_buy_id, buy.unpaid::integer + new.quantity, 0) > buy.most then
    raise exception 'New accounts hold enough of this group buy unpaid' using errcode = 'PT409';
  end if;
  return null;
end $$;
create trigger guard_growing_order after update of quantity on public.orders for each row
  when (new.status = 'pending' and old.status = 'pending' and new.group_buy_id is not null and new.quantity > old.quantity)
  execute function public.guard_growing_order();
revoke execute on function public.guard_new_joiners(), public.guard_growing_order() from public;
