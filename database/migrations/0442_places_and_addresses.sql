-- Opening hours that can be read, and at most ten addresses a person. An address that is removed is gone: orders keep copies.
create function public.are_opening_hours(hours jsonb) returns boolean language sql immutable set search_path = '' as $$
  select coalesce(bool_and(jsonb_typeof(h) = 'object' and h ->> 'day' ~ '^[1-7]$' and h ->> 'opens' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
    and h ->> 'closes' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and h ->> 'opens' < h ->> 'closes'), true)
  from jsonb_array_elements(case when jsonb_typeof(hours) = 'array' then hours else '[null]' end) as h
$$;
revoke execute on function public.are_opening_hours(jsonb) from public;
grant execute on function public.are_opening_hours(jsonb) to service_role;
alter table public.pickup_points
  add column closed_reason text check (char_length(trim(closed_reason)) between 5 and 300),
  add constraint hours_can_be_read check (public.are_opening_hours(opening_hours)),
  add constraint closed_for_a_reason check ((closed_at is null) = (closed_reason is null));
create unique index open_pickup_points_have_names on public.pickup_points (state, lower(trim(name))) where closed_at is null;
alter table public.delivery_zones
  add column closed_reason text check (char_length(trim(closed_reason)) between 5 and 300),
  add constraint closed_for_a_reason check ((closed_at is null) = (closed_reason is null));
create unique index open_delivery_zones_have_names on public.delivery_zones (state, lower(trim(name))) where closed_at is null;

drop index public.addresses_of_person;
alter table public.addresses drop column archived_at, add column updated_at timestamptz not null default now();
create index addresses_of_person on public.addresses (user_id);
create trigger addresses_touch before update on public.addresses for each row execute function public.touch_updated_at();
grant delete on public.addresses to service_role;

create function public.bound_addresses() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Two at once stand in line at their person's row.
  perform from public.profiles where id = new.user_id for no key update;
  if (select count(*) from public.addresses where user_id = new.user_id) > 10 then
    raise exception 'You can keep 10 addresses. Remove one you no longer use first.' using errcode = 'PT409';
  end if;
  return null;
end $$;
revoke execute on function public.bound_addresses() from public;
create trigger bound_addresses after insert on public.addresses for each row execute function public.bound_addresses();
