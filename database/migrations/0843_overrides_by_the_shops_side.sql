-- A hand-over without a code by the side that gets paid proves nothing alone: it becomes payable with the buyer's word, or after twice
-- the claim time, and a shop has a ceiling a day.
alter table public.settings disable trigger user;
insert into public.settings (key, value, effective_from, note) values
  ('shop_overrides_naira_a_day', '100000', '-infinity', 'Goods that the owner and staff of one shop may hand over without codes in a day: N100,000');
alter table public.settings enable trigger user;

alter table public.hand_over_overrides
  add column by_shop boolean not null default false,
  add column confirmed_at timestamptz;
comment on column public.hand_over_overrides.by_shop is 'Handed over by the owner or staff of the shop that is paid for the goods.';
comment on column public.hand_over_overrides.confirmed_at is 'When the buyer said that the goods are in their hands.';
grant update (confirmed_at) on public.hand_over_overrides to service_role;

create function public.is_of_shop(person uuid, shop uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.vendors v where v.id = shop and v.owner_id = person)
    or exists (select from public.memberships m left join public.pickup_points p on p.id = m.pickup_point_id
      where m.person_id = person and coalesce(m.vendor_id, p.vendor_id) = shop)
$$;
comment on function public.is_of_shop is 'Whether the person owns the shop, or is or was its staff with whatever duty: a part in its money, and no right.';

create function public.shop_overrides_kobo_today(shop uuid) returns bigint language sql stable security definer set search_path = '' as $$
  select coalesce(sum(h.goods_kobo), 0)::bigint from public.hand_over_overrides x join public.hand_overs h on h.id = x.hand_over_id join public.orders o on o.id = h.order_id
  where o.vendor_id = shop and x.by_shop and x.created_at >= date_trunc('day', clock_timestamp(), 'Africa/Lagos')
$$;
revoke execute on function public.is_of_shop(uuid, uuid), public.shop_overrides_kobo_today(uuid) from public;
grant execute on function public.is_of_shop(uuid, uuid), public.shop_overrides_kobo_today(uuid) to service_role;

create or replace function public.guard_override() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  given record;
begin
  if exists (select from codes.locks l where l.hand_over_id = new.hand_over_id and l.locked_until > clock_timestamp()) then
    raise exception 'This hand-over is locked' using errcode = 'PT409';
  end if;
  select o.vendor_id, h.goods_kobo, h.done_at, h.claim_until, h.handled_by into given
  from public.hand_overs h join public.orders o on o.id = h.order_id where h.id = new.hand_over_id;
  new.by_shop := public.is_of_shop(given.handled_by, given.vendor_id);
  if not new.by_shop then return new; end if;
  if given.claim_until < given.done_at + 2 * public.claim_time(new.hand_over_id) then
    raise exception 'Without a code, goods that the shop itself gave out become payable after twice the claim time' using errcode = 'PT409';
  end if;
  -- Serialises overrides of one shop: each sees the sum of those before it.
  perform pg_advisory_xact_lock(hashtext('overrides of ' || given.vendor_id));
  if public.shop_overrides_kobo_today(given.vendor_id) + given.goods_kobo > 100::bigint * public.whole_setting('shop_overrides_naira_a_day') then
    raise exception 'This shop has handed over too much without codes today' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- Nobody brings the payable time of such a hand-over forward before its buyer has spoken.
create function public.guard_override_time() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.hand_over_overrides x where x.hand_over_id = new.id and x.by_shop and x.confirmed_at is null)
    or new.claim_until < new.done_at + public.claim_time(new.id) then
    raise exception 'The buyer has not said that the goods are in their hands' using errcode = 'PT409';
  end if;
  return new;
end $$;
revoke execute on function public.guard_override_time() from public;
create trigger guard_override_time before update of claim_until on public.hand_overs for each row
  when (old.status = 'done' and old.proof = 'override' and new.claim_until < old.claim_until) execute function public.guard_override_time();

-- For the buyer, who is asked; for those who look after the shop; without the photograph, which the table shows to coordinators and chiefs.
create view public.shop_overrides as
select x.hand_over_id, h.order_id, o.order_no::integer, o.vendor_id, v.business_name as shop, v.state, x.identity, x.reason, x.created_at, x.confirmed_at, h.claim_until,
  h.released_at, h.goods_kobo, p.full_name as handled_by_name, o.user_id = (select auth.uid()) as is_own,
  (select count(*) from public.hand_over_overrides y where y.person_id = x.person_id and y.created_at > now() - interval '30 days')::integer as overrides
from public.hand_over_overrides x join public.hand_overs h on h.id = x.hand_over_id join public.orders o on o.id = h.order_id
  join public.vendors v on v.id = o.vendor_id join public.profiles p on p.id = x.person_id
where x.by_shop and not (select rights.owes_second_step()) and (o.user_id = (select auth.uid()) or o.vendor_id in (select rights.overseen_vendor_ids()));
comment on view public.shop_overrides is 'Goods that a shop itself gave out without a code. overrides: by the same person in 30 days.';
grant select on public.shop_overrides to authenticated, service_role;
