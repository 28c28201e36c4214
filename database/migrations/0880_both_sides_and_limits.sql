-- Somebody of a shop's household is of its side, hub staff included; and the limits of what staff do alone are loosened only with a day's notice.
create or replace function public.is_of_shop(person uuid, shop uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select public.has_part_in('shop', shop, person)
    or exists (select from public.memberships m join public.pickup_points p on p.id = m.pickup_point_id where m.person_id = person and p.vendor_id = shop)
$$;
comment on function public.is_of_shop is 'Whether the person, or somebody of their household, owns the shop or is or was its staff with whatever duty: a part in its money, and no right.';

-- A load may come the evening before the sharing day, and what is missing from it is known then. A weigh-in before that opens nothing.
create or replace function public.is_shared_by_now(buy uuid, line uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select d.share_date <= d.today or d.share_date <= d.today + 1
    and exists (select from public.weigh_ins x where x.group_buy_id = buy or x.order_id = (select l.order_id from public.order_lines l where l.id = line)
      and x.product_id = (select l.product_id from public.order_lines l where l.id = line))
  from (select (clock_timestamp() at time zone 'Africa/Lagos')::date as today,
    coalesce((select g.share_date from public.group_buys g where g.id = buy), (select l.share_date from public.order_lines l where l.id = line), '-infinity') as share_date) d
$$;

-- What a hub counts decides between the shop and the hub, so the shop's own side does not count its load there.
create function public.guard_weigh_in() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.pickup_points p where p.id = new.pickup_point_id and p.vendor_id is null) and public.is_of_shop(new.weighed_by, new.vendor_id) then
    raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
  end if;
  return new;
end $$;
create trigger guard_weigh_in before insert on public.weigh_ins for each row execute function public.guard_weigh_in();
create function public.guard_shortfall_blame() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.by_hub_thousandths > 0 and public.is_of_shop(new.entered_by, new.vendor_id) then
    raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
  end if;
  return new;
end $$;
create trigger guard_shortfall_blame before insert on public.shortfalls for each row execute function public.guard_shortfall_blame();

-- One chief could lift a limit, use it, and put it back within a minute.
alter table public.setting_bounds add column loosens text check (loosens in ('up', 'down'));
comment on column public.setting_bounds.loosens is 'Of a limit of what one person does alone: the way in which a change loosens it. Such a change takes effect a day after it was planned at the earliest.';
update public.setting_bounds set loosens = 'up'
  where key in ('amount_limit_act_naira', 'amount_limit_day_naira', 'shop_overrides_naira_a_day', 'shortfall_alone_percent', 'shortfall_alone_naira');
update public.setting_bounds set loosens = 'down' where key in ('shortfall_correct_minutes', 'shortfall_answer_hours');
create function public.guard_loosening() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  way text := (select b.loosens from public.setting_bounds b where b.key = new.key);
  new_value numeric;
  -- Every value that may apply on that day: the one in force, and those planned until then.
  tightest numeric;
begin
  -- The owner of the database sets it up, and is no member of staff.
  if way is null or coalesce(auth.jwt() ->> 'act', auth.jwt() ->> 'sub', auth.jwt() ->> 'role') is null then return new; end if;
  new_value := (new.value #>> '{}')::numeric;
  select case way when 'up' then min((s.value #>> '{}')::numeric) else max((s.value #>> '{}')::numeric) end into tightest from public.settings s
  where s.key = new.key and s.withdrawn_at is null and s.effective_from <= new.effective_from
    and s.effective_from >= (select max(n.effective_from) from public.settings n where n.key = new.key and n.withdrawn_at is null and n.effective_from <= clock_timestamp());
  if new.effective_from < clock_timestamp() + interval '24 hours' and (way = 'up' and new_value > tightest or way = 'down' and new_value < tightest) then
    raise exception 'A limit of what one person does alone is loosened a day after it was planned at the earliest' using errcode = 'PT400';
  end if;
  return new;
end $$;
-- By name after the guards of bounds.
create trigger loosens_with_notice before insert on public.settings for each row execute function public.guard_loosening();

-- A chief could make a second chief and agree with themselves.
create or replace function public.may_decide_amount(amount uuid, person uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.typed_amounts a join public.profiles p on p.id = person where a.id = amount
    and public.staff_rank(p.role) >= public.staff_rank(a.entered_role)
    and (p.role <> 'manager' or exists (select from public.manager_regions r where r.manager_id = person and r.state = a.state))
    and not exists (select from public.audit_log l where l.subject_type = 'profile' and l.subject_id = person and l.action = 'role.set' and l.at > now() - interval '7 days')
    and not public.has_part_in('amount', amount, person))
$$;
revoke execute on function public.guard_weigh_in(), public.guard_shortfall_blame(), public.guard_loosening() from public;
