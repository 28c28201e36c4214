-- Who sees orders, which moves are allowed, and a row for every move.
create function rights.my_bulk_order_ids() returns setof uuid language sql stable security definer set search_path = '' as
$$ select id from public.bulk_orders
   where user_id = auth.uid() or vendor_id = rights.my_vendor_id() or vendor_id in (select rights.overseen_vendor_ids()) $$;

create table public.allowed_moves (
  subject text not null,
  from_status text not null,
  to_status text not null,
  primary key (subject, from_status, to_status)
);
comment on table public.allowed_moves is 'docs/decisions/0001: every other change of status is refused by trigger.';
insert into public.allowed_moves (subject, from_status, to_status)
select subject, from_status, unnest(string_to_array(to_statuses, ' ')) from (values
  ('group_buy', 'draft', 'active cancelled'),
  ('group_buy', 'active', 'closed cancelled'),
  ('group_buy', 'closed', 'active settling cancelled'),
  ('group_buy', 'settling', 'confirmed failed'),
  ('group_buy', 'confirmed', 'ready cancelled'),
  ('group_buy', 'ready', 'completed'),
  ('order', 'pending', 'paid expired cancelled'),
  ('order', 'paid', 'confirmed refunding'),
  ('order', 'confirmed', 'ready refunding'),
  ('order', 'ready', 'collected delivered refunding'),
  ('order', 'collected', 'completed refunding'),
  ('order', 'delivered', 'completed refunding'),
  ('order', 'refunding', 'refunded'),
  ('bulk_order', 'pending', 'paid expired cancelled'),
  ('bulk_order', 'paid', 'ready refunding'),
  ('bulk_order', 'ready', 'collected delivered refunding'),
  ('bulk_order', 'collected', 'completed refunding'),
  ('bulk_order', 'delivered', 'completed refunding'),
  ('bulk_order', 'refunding', 'refunded'),
  ('checkout', 'open', 'paid expired cancelled'),
  ('vendor', 'pending', 'active rejected'),
  ('vendor', 'active', 'suspended'),
  ('vendor', 'suspended', 'active'),
  ('vendor', 'rejected', 'pending')
) as moves (subject, from_status, to_statuses);

create table public.status_changes (
  id bigint generated always as identity primary key,
  subject text not null,
  subject_id uuid not null,
  from_status text,
  to_status text not null,
  actor_id uuid,
  reason text,
  at timestamptz not null default clock_timestamp()
);
comment on table public.status_changes is 'Append-only history of every move; actor_id is null when the clock or a payment event moved it.';
create index status_changes_subject on public.status_changes (subject_id, at);

-- The trigger's argument names the subject. The actor of a command stands in the claims as `act`, because commands run as service_role.
create function public.watch_status() returns trigger language plpgsql security definer set search_path = '' as $$
declare actor uuid := coalesce(nullif(auth.jwt() ->> 'act', '')::uuid, auth.uid());
begin
  if tg_op = 'UPDATE' then
    if new.status = old.status then return null; end if;
    if not exists (select from public.allowed_moves
      where subject = tg_argv[0] and from_status = old.status and to_status = new.status) then
      raise exception '% cannot go from % to %', replace(tg_argv[0], '_', ' '), old.status, new.status using errcode = 'PT409';
    end if;
  end if;
  insert into public.status_changes (subject, subject_id, from_status, to_status, actor_id, reason)
  values (tg_argv[0], new.id, case when tg_op = 'UPDATE' then old.status end, new.status, actor, to_jsonb(new) ->> 'end_reason');
  return null;
end $$;
create trigger watch_status after insert or update of status on public.group_buys for each row execute function public.watch_status('group_buy');
create trigger watch_status after insert or update of status on public.orders for each row execute function public.watch_status('order');
create trigger watch_status after insert or update of status on public.bulk_orders for each row execute function public.watch_status('bulk_order');
create trigger watch_status after insert or update of status on public.checkouts for each row execute function public.watch_status('checkout');
create trigger watch_status after insert or update of status on public.vendors for each row execute function public.watch_status('vendor');

create trigger orders_touch before update on public.orders for each row execute function public.touch_updated_at();
create trigger bulk_orders_touch before update on public.bulk_orders for each row execute function public.touch_updated_at();
create trigger checkouts_touch before update on public.checkouts for each row execute function public.touch_updated_at();

alter table public.orders enable row level security;
alter table public.checkouts enable row level security;
alter table public.bulk_orders enable row level security;
alter table public.bulk_order_items enable row level security;
alter table public.reviews enable row level security;
alter table public.allowed_moves enable row level security;
alter table public.status_changes enable row level security;

create policy own_orders on public.orders for select to authenticated using (user_id = (select auth.uid()));
create policy shop_orders on public.orders for select to authenticated
  using (vendor_id = (select rights.my_vendor_id()) or vendor_id in (select rights.overseen_vendor_ids()));
create policy own_checkouts on public.checkouts for select to authenticated using (user_id = (select auth.uid()));
create policy own_bulk_orders on public.bulk_orders for select to authenticated using (user_id = (select auth.uid()));
create policy shop_bulk_orders on public.bulk_orders for select to authenticated
  using (vendor_id = (select rights.my_vendor_id()) or vendor_id in (select rights.overseen_vendor_ids()));
create policy items_with_order on public.bulk_order_items for select to authenticated
  using (bulk_order_id in (select rights.my_bulk_order_ids()));
create policy reviews_of_active_shops on public.reviews for select using (vendor_id in (select rights.active_vendor_ids()));
create policy moves_are_public on public.allowed_moves for select using (true);
create policy history_with_subject on public.status_changes for select to authenticated using (
  (subject = 'order' and exists (select from public.orders o where o.id = subject_id))
  or (subject = 'bulk_order' and exists (select from public.bulk_orders b where b.id = subject_id))
  or (subject = 'group_buy' and exists (select from public.group_buys g where g.id = subject_id))
  or (subject = 'vendor' and exists (select from public.vendors v where v.id = subject_id and v.owner_id = (select auth.uid())))
  or (select rights.has_role('chief', 'coordinator')));

grant select on public.orders, public.checkouts, public.bulk_orders, public.bulk_order_items to authenticated;
grant select (id, user_id, status) on public.bulk_orders to anon;
grant select (id, vendor_id, rating, comment, created_at) on public.reviews to anon, authenticated;
grant select on public.allowed_moves to anon, authenticated;
grant select on public.status_changes to authenticated;
grant select, insert, update on public.orders, public.checkouts, public.bulk_orders to service_role;
grant all on public.bulk_order_items, public.reviews to service_role;
grant select on public.allowed_moves to service_role;
grant select, insert on public.status_changes to service_role;
grant usage on sequence public.order_numbers to service_role;
grant execute on function rights.my_bulk_order_ids() to anon, authenticated, service_role;
