-- A planned value can be withdrawn before it takes effect, and stays in the history. Rates are planned by a command, which tells everybody concerned.
alter table public.settings add column withdrawn_at timestamptz, add column withdrawn_by uuid references public.profiles (id);
comment on column public.settings.withdrawn_at is 'When a planned value was given up, before its day; it never applies.';

create or replace function public.setting(setting_key text) returns jsonb language sql stable security definer set search_path = '' as $$
  select value from public.settings where key = setting_key and effective_from <= now() and withdrawn_at is null order by effective_from desc limit 1
$$;
comment on function public.setting is 'The value in force by the database''s clock: the newest whose day has come and that was not withdrawn.';
create or replace function public.unpaid_limits() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_object_agg(key, value) from (
    select distinct on (key) key, value from public.settings
    where (key like 'unpaid\_%' or key = 'pay_to_join_hold_minutes') and effective_from <= now() and withdrawn_at is null
    order by key, effective_from desc) s
$$;

create function public.guard_withdrawal() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.withdrawn_at is not null or old.effective_from <= clock_timestamp() then
    raise exception 'Only a planned change can be withdrawn, before it takes effect' using errcode = 'PT409';
  end if;
  return new;
end $$;
revoke execute on function public.guard_withdrawal() from public;
create trigger guard_withdrawal before update of withdrawn_at on public.settings for each row
  when (new.withdrawn_at is distinct from old.withdrawn_at) execute function public.guard_withdrawal();

-- The vendor keeps 95%: of every buy and order, whatever is planned.
create function public.guard_vendor_share() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (new.value #>> '{}')::numeric > 500 then
    raise exception 'The vendor keeps at least 95%%, so this fee is at most 5%%' using errcode = 'PT400';
  end if;
  return new;
end $$;
revoke execute on function public.guard_vendor_share() from public;
create trigger guard_vendor_share before insert on public.settings for each row when (new.key = 'vendor_fee_bps') execute function public.guard_vendor_share();
-- What was agreed above that changes in the vendor's favour.
alter table public.settings disable trigger user;
update public.settings set value = '500' where key = 'vendor_fee_bps' and (value #>> '{}')::numeric > 500;
alter table public.settings enable trigger user;
alter table public.group_buys disable trigger user;
update public.group_buys set vendor_fee_bps = 500 where vendor_fee_bps > 500;
alter table public.group_buys enable trigger user;
alter table public.orders disable trigger user;
update public.orders set vendor_fee_bps = 500 where vendor_fee_bps > 500 and settled_at is null;
alter table public.orders enable trigger user;
alter table public.group_buys add constraint vendor_keeps_95_percent check (vendor_fee_bps <= 500);
alter table public.orders add constraint vendor_keeps_95_percent check (vendor_fee_bps <= 500 or settled_at is not null);

-- A command acts for a chief, and writes the act down in its own words.
create or replace function public.log_setting() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null and auth.jwt() ? 'act' then return null; end if;
  insert into public.audit_log (actor_id, action, subject_type, before, after)
  values (auth.uid(), 'setting.change', 'setting',
    (select jsonb_build_object(key, value) from public.settings
     where key = new.key and effective_from <= now() and effective_from < new.effective_from and withdrawn_at is null order by effective_from desc limit 1),
    jsonb_build_object(new.key, new.value, 'effective_from', new.effective_from));
  return null;
end $$;
create function public.sign_setting() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.created_by := coalesce(new.created_by, (auth.jwt() ->> 'act')::uuid);
  return new;
end $$;
revoke execute on function public.sign_setting() from public;
-- By name after guard_setting, which writes the caller of a table call.
create trigger sign_setting before insert on public.settings for each row execute function public.sign_setting();

drop policy chief_adds on public.settings;
create policy chief_adds on public.settings for insert to authenticated with check ((select rights.has_role('chief')) and key not like '%\_bps');

-- Announced to everybody: which rates change, and when.
create view public.planned_rates as
select key, value, effective_from, created_at as announced_at from public.settings
where key like '%\_bps' and effective_from > now() and withdrawn_at is null;
comment on view public.planned_rates is 'Rates that are announced and not yet in force, for everybody to read.';
grant select on public.planned_rates to anon, authenticated, service_role;
