-- Orders: one person's share of a group buy, or one vendor's part of a cart. Nobody writes them through the table API: joining, leaving,
-- paying and the clock are commands and jobs. Amounts: docs/decisions/0001.
create sequence public.order_numbers start 10001;

create table public.checkouts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id),
  status text not null default 'open' check (status in ('open', 'paid', 'expired', 'cancelled')),
  hold_expires_at timestamptz not null default now() + make_interval(mins => public.whole_setting('bulk_hold_minutes')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.checkouts is 'One payment of several orders.';
comment on column public.checkouts.hold_expires_at is 'An open checkout keeps the stock of its orders until then.';
create index checkouts_of_person on public.checkouts (user_id, created_at desc);
create index checkouts_open on public.checkouts (hold_expires_at) where status = 'open';

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  order_no bigint not null unique default nextval('public.order_numbers'),
  group_buy_id uuid references public.group_buys (id),
  checkout_id uuid references public.checkouts (id),
  user_id uuid not null references public.profiles (id),
  vendor_id uuid not null references public.vendors (id),
  buyer_name text not null default '',
  quantity integer not null check (quantity between 1 and 10000000),
  unit_price numeric(14,2) check (unit_price > 0),
  total_amount numeric(16,2) not null check (total_amount > 0),
  ceiling_unit_price numeric(14,2) check (ceiling_unit_price > 0),
  terms_version integer not null default 1,
  buyer_fee_bps integer not null default 250 check (buyer_fee_bps between 0 and 10000),
  vendor_fee_bps integer not null default 500 check (vendor_fee_bps between 0 and 10000),
  referral_bps integer not null default 50 check (referral_bps between 0 and 10000),
  fee_kobo bigint not null default 0 check (fee_kobo >= 0),
  vendor_fee_kobo bigint not null default 0 check (vendor_fee_kobo >= 0),
  referral_kobo bigint not null default 0 check (referral_kobo >= 0),
  delivery_fee_kobo bigint not null default 0 check (delivery_fee_kobo >= 0),
  peps_kobo bigint not null default 0 check (peps_kobo >= 0),
  amount_due_kobo bigint not null default 0 check (amount_due_kobo >= 0),
  returned_kobo bigint not null default 0 check (returned_kobo >= 0),
  fulfilment text not null default 'pickup' check (fulfilment in ('pickup', 'delivery', 'stockpile')),
  status text not null default 'pending' check (status in
    ('pending', 'paid', 'confirmed', 'ready', 'collected', 'delivered', 'completed', 'expired', 'cancelled', 'refunding', 'refunded')),
  is_live boolean not null generated always as (status not in ('expired', 'cancelled', 'refunding', 'refunded')) stored,
  is_paid boolean not null generated always as (status not in ('pending', 'expired', 'cancelled', 'refunding', 'refunded')) stored,
  paid_at timestamptz,
  settled_at timestamptz,
  ready_at timestamptz,
  handed_over_at timestamptz,
  completed_at timestamptz,
  ended_at timestamptz,
  end_reason text check (char_length(end_reason) <= 300),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint from_a_buy_or_the_cart check (num_nonnulls(group_buy_id, unit_price, ceiling_unit_price) in (0, 3)
    and (group_buy_id is not null or checkout_id is not null)),
  constraint total_is_price_times_quantity check (total_amount = unit_price * quantity),
  constraint final_price_is_at_most_the_ceiling check (settled_at is null or unit_price <= ceiling_unit_price),
  -- The price step is a group buy's alone, and none of its orders is handed out without it.
  constraint settled_before_ready check (case when group_buy_id is null then status <> 'confirmed'
    else settled_at is not null or status not in ('confirmed', 'ready', 'collected', 'delivered', 'completed') end),
  constraint nothing_due_once_paid check (amount_due_kobo = 0 or status = 'pending')
);
comment on column public.orders.group_buy_id is 'Null for an order from the cart (`bulk_orders`), whose prices stand on its lines.';
comment on column public.orders.user_id is '@filled by the join: the caller.';
comment on column public.orders.vendor_id is '@filled by the join: of the buy.';
comment on column public.orders.total_amount is '@filled by the join. Naira of the goods; a sent one is only compared.';
comment on column public.orders.buyer_name is 'Copy of the name at acceptance, for packing lists.';
comment on column public.orders.quantity is '@filled by the join where total_amount is sent. Units in all lines.';
comment on column public.orders.is_live is 'Counts in its buy: pending or further, and not ended early. is_paid: live and not pending.';
comment on column public.orders.terms_version is 'Of the buy, when this order was made or last added to.';
comment on column public.orders.buyer_fee_bps is 'Rates of its buy, or those in force when the cart was ordered: an old order is never recomputed from today''s settings.';
comment on column public.orders.settled_at is 'When the final price of its buy was written; null for orders from the cart.';
create unique index one_pending_order_per_person_and_buy on public.orders (group_buy_id, user_id) where status = 'pending';
create index orders_of_person on public.orders (user_id, created_at desc);
create index orders_of_buy on public.orders (group_buy_id, user_id);
create index orders_paid_lately on public.orders (group_buy_id, paid_at) where is_paid;
create index orders_of_vendor on public.orders (vendor_id, created_at desc);
create index orders_of_checkout on public.orders (checkout_id) where checkout_id is not null;

create table public.order_lines (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  product_id uuid not null references public.products (id),
  product_name text not null,
  unit text not null,
  image_url text,
  quantity integer not null check (quantity between 1 and 1000000),
  base_price numeric(14,2) not null check (base_price > 0),
  unit_price numeric(14,2) not null check (unit_price > 0),
  packed_at timestamptz,
  unique (order_id, product_id)
);
comment on table public.order_lines is 'What is in an order. An order from a group buy has one line, which follows it (count_order).';
comment on column public.order_lines.base_price is 'Naira per unit before any tier, at acceptance.';
create index order_lines_product on public.order_lines (product_id);

create trigger orders_touch before update on public.orders for each row execute function public.touch_updated_at();
create trigger checkouts_touch before update on public.checkouts for each row execute function public.touch_updated_at();
create trigger watch_status after insert or update of status on public.orders for each row execute function public.watch_status('order');
create trigger watch_status after insert or update of status on public.checkouts for each row execute function public.watch_status('checkout');
create trigger announce after insert or update on public.orders for each row execute function realtime.announce_change();

create function rights.my_order_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select id from public.orders where user_id = auth.uid() and not rights.owes_second_step()
  union all select id from public.orders where vendor_id = rights.my_vendor_id()
  union all select id from public.orders where vendor_id in (select rights.overseen_vendor_ids())
$$;

alter table public.checkouts enable row level security;
alter table public.orders enable row level security;
alter table public.order_lines enable row level security;
create policy own_checkouts on public.checkouts for select to authenticated using (user_id = (select auth.uid()));
create policy second_step on public.checkouts as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy own_orders on public.orders for select to authenticated using (user_id = (select auth.uid()));
create policy shop_orders on public.orders for select to authenticated
  using (vendor_id = (select rights.my_vendor_id()) or vendor_id in (select rights.overseen_vendor_ids()));
create policy second_step on public.orders as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy lines_with_order on public.order_lines for select to authenticated using (order_id in (select rights.my_order_ids()));
create policy history_with_subject on public.status_changes for select to authenticated using (
  (subject = 'order' and exists (select from public.orders o where o.id = subject_id))
  or (subject = 'group_buy' and exists (select from public.group_buys g where g.id = subject_id))
  or (subject = 'vendor' and exists (select from public.vendors v where v.id = subject_id and v.owner_id = (select auth.uid())))
  or (select rights.has_role('chief', 'coordinator')));

grant select on public.orders, public.checkouts, public.order_lines to authenticated;
grant select, insert, update on public.orders, public.checkouts to service_role;
grant all on public.order_lines to service_role;
grant usage on sequence public.order_numbers to service_role;
grant execute on function rights.my_order_ids() to authenticated, service_role;
-- The one owner of the counters (docs/decisions/0012). Commands and jobs move orders; participants, quantities, paid figures, stock and the line of a
-- group buy's order follow from the move, here and nowhere else.
create function public.count_order() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  is_new boolean := tg_op = 'INSERT';
  was_live boolean := not is_new and old.is_live;
  was_paid boolean := not is_new and old.is_paid;
  units integer := case when new.is_live then new.quantity else 0 end - case when was_live then old.quantity else 0 end;
  paid_units integer := case when new.is_paid then new.quantity else 0 end - case when was_paid then old.quantity else 0 end;
  people integer := new.is_live::integer - was_live::integer;
  paid_people integer := new.is_paid::integer - was_paid::integer;
  buy record;
begin
  -- Whoever comes second waits here and then counts what the first has written.
  perform from public.group_buys where id = new.group_buy_id for no key update;
  -- A person counts once, whatever number of orders they have in the buy.
  if people <> 0 and exists (select from public.orders o
    where o.group_buy_id = new.group_buy_id and o.user_id = new.user_id and o.id <> new.id and o.is_live) then
    people := 0;
  end if;
  if paid_people <> 0 and exists (select from public.orders o
    where o.group_buy_id = new.group_buy_id and o.user_id = new.user_id and o.id <> new.id and o.is_paid) then
    paid_people := 0;
  end if;
  if (units, paid_units, people, paid_people) <> (0, 0, 0, 0) then
    update public.group_buys g set current_quantity = g.current_quantity + units, current_participants = g.current_participants + people,
      paid_quantity = g.paid_quantity + paid_units, paid_participants = g.paid_participants + paid_people, updated_at = now()
    where g.id = new.group_buy_id
    returning g.status, g.end_date, g.current_price, g.terms_version, g.product_id, g.product_name, g.unit, g.image_url, g.base_price into buy;
    if new.status = 'pending' and (buy.status <> 'active' or buy.end_date <= clock_timestamp()) then
      raise exception 'This group buy is no longer active' using errcode = 'PT409';
    end if;
    if new.status = 'pending' and (new.unit_price, new.terms_version) is distinct from (buy.current_price, buy.terms_version) then
      raise exception 'An order is accepted at the price and terms of its buy' using errcode = 'PT409';
    end if;
  end if;
  if is_new then
    insert into public.order_lines (order_id, product_id, product_name, unit, image_url, quantity, base_price, unit_price)
    values (new.id, buy.product_id, buy.product_name, buy.unit, buy.image_url, new.quantity, buy.base_price, new.unit_price);
  elsif (new.quantity, new.unit_price) is distinct from (old.quantity, old.unit_price) then
    update public.order_lines set quantity = new.quantity, unit_price = new.unit_price where order_id = new.id;
  end if;
  return null;
end $$;
create trigger count_new_order after insert on public.orders for each row when (new.group_buy_id is not null) execute function public.count_order();
create trigger count_order after update of status, quantity, unit_price on public.orders for each row when (new.group_buy_id is not null
  and (old.status, old.quantity, old.unit_price) is distinct from (new.status, new.quantity, new.unit_price)) execute function public.count_order();

-- A line of the cart takes its units from the shelf.
create function public.take_stock() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.orders where id = new.order_id and group_buy_id is not null) then return null; end if;
  update public.products set available_quantity = available_quantity - new.quantity
  where id = new.product_id and available_quantity >= new.quantity and archived_at is null;
  if not found then raise exception 'There is not enough in stock.' using errcode = 'PT409'; end if;
  return null;
end $$;
create trigger take_stock after insert on public.order_lines for each row execute function public.take_stock();

-- They go back when the order ends before they were packed. Giving back never fails: a full shelf stays full.
create function public.return_stock() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.products p set available_quantity = least(p.available_quantity + l.quantity, 1000000)
  from public.order_lines l where l.order_id = new.id and p.id = l.product_id;
  return null;
end $$;
create trigger return_stock after update of status on public.orders for each row
  when (new.group_buy_id is null and old.status in ('pending', 'paid') and not new.is_live) execute function public.return_stock();

-- Who is locked (docs/decisions/0001): paid, and past every moment until which leaving is free; the same rule as isLocked in
-- domain/group-buys/leaving.ts. Until the common moment nobody is locked; afterwards all who paid are, but those of the last hour.
create function public.locked_participants(buy uuid, end_date timestamptz, extended_at timestamptz, paid_participants integer) returns integer
language sql stable security definer set search_path = '' as $$
  select case
    when clock_timestamp() < end_date - interval '72 hours' or clock_timestamp() < extended_at + interval '48 hours' then 0
    when clock_timestamp() >= end_date then paid_participants
    else paid_participants - (select count(distinct o.user_id)::integer from public.orders o
      where o.group_buy_id = buy and o.is_paid and o.paid_at > clock_timestamp() - interval '1 hour'
        and not exists (select from public.orders e where e.group_buy_id = buy and e.user_id = o.user_id and e.is_paid
          and e.paid_at <= clock_timestamp() - interval '1 hour')) end
$$;
create function public.locked_participants(buy public.group_buys) returns integer language sql stable as
$$ select public.locked_participants(buy.id, buy.end_date, buy.extended_at, buy.paid_participants) $$;
comment on function public.locked_participants(public.group_buys) is 'Paid participants past their free leaving: ceilings count them.';
grant execute on function public.locked_participants(public.group_buys), public.locked_participants(uuid, timestamptz, timestamptz, integer)
  to anon, authenticated, service_role;

-- Deleting a product archives it: past orders keep their copy, lists lose it. The specification's DELETE call answers by these rules:
-- 403 for others, 409 while live orders or running buys point to it, one product at a time, 204 when it is done.
create function public.product_is_live(product uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.group_buys where product_id = product and status in ('active', 'closed', 'settling', 'confirmed', 'ready'))
      or exists (select from public.order_lines l join public.orders o on o.id = l.order_id
                 where l.product_id = product and o.group_buy_id is null and o.is_live and o.status <> 'completed')
$$;

create function public.archive_product() returns trigger language plpgsql security definer set search_path = '' as $$
declare already integer := coalesce(nullif(current_setting('ajoja.removed_products', true), '')::integer, 0);
begin
  if not (rights.is_service() or rights.has_role('administrator', 'supervisor', 'chief')
      or coalesce(old.vendor_id = (select rights.my_vendor_id()), false)) then
    raise exception 'You may not delete this product' using errcode = 'PT403';
  end if;
  if already > 0 then
    raise exception 'Delete one product at a time, named by id=eq.' using errcode = 'PT400';
  end if;
  if public.product_is_live(old.id) then
    raise exception 'This product has running group buys or orders; it can be deleted when they have ended' using errcode = 'PT409';
  end if;
  perform set_config('ajoja.removed_products', (already + 1)::text, true);
  update public.products set archived_at = now() where id = old.id and archived_at is null;
  insert into public.audit_log (actor_id, action, subject_type, subject_id, before, after)
  values (auth.uid(), 'product.archive', 'product', old.id, to_jsonb(old), jsonb_build_object('archived_at', now()));
  return null;
end $$;
create trigger archive_product before delete on public.products for each row execute function public.archive_product();
