-- What follows from a role, and what a role no longer brings once it is taken.

-- Somebody who holds a role and cannot sign in is no chief to rely on.
create function rights.can_come_in(person uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users where id = person and deleted_at is null and (banned_until is null or banned_until <= now())
    and (email_confirmed_at is not null or phone_confirmed_at is not null))
$$;
grant execute on function rights.can_come_in(uuid) to service_role;

-- Vendors are no affiliates, whichever way the role came; without one, no shop stays open and no state is looked after.
create function public.follow_role() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.role = 'vendor' then new.referral_code := null; end if;
  if old.role = 'chief' and new.role <> 'chief' and coalesce(current_setting('role', true), 'none') not in ('none', '')
    and not exists (select from public.profiles where role = 'chief' and id <> new.id and rights.can_come_in(id)) then
    raise exception 'The last chief must remain chief.' using errcode = 'PT409';
  end if;
  return new;
end $$;
grant execute on function public.new_referral_code() to service_role;
create trigger follow_role before update of role on public.profiles for each row execute function public.follow_role();
alter table public.profiles add constraint vendors_are_no_affiliates check (role <> 'vendor' or referral_code is null);

update public.allowed_moves set causes = causes || array['operator'] where subject = 'vendor' and from_status = 'active' and to_status = 'suspended';
create function public.leave_role() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.role = 'manager' then delete from public.manager_regions where manager_id = new.id; end if;
  if old.role = 'vendor' then
    with closed as (update public.vendors set status = 'suspended' where owner_id = new.id and status = 'active' returning id)
    update public.vendor_details d set decided_by = coalesce((auth.jwt() ->> 'act')::uuid, auth.uid()), decided_at = now(),
      decision_note = 'The owner is no longer a vendor.'
    from closed where d.vendor_id = closed.id;
  end if;
  return null;
end $$;
create trigger leave_role after update of role on public.profiles for each row when (old.role <> new.role) execute function public.leave_role();
revoke execute on function public.follow_role(), public.leave_role() from public;

-- A shop is its vendor's. Who has applied and is no vendor yet prepares what nobody else sees; whoever lost the role has no shop to keep.
create or replace function rights.my_vendor_id() returns uuid language sql stable security definer set search_path = '' as $$
  select v.id from public.vendors v join public.profiles p on p.id = v.owner_id
  where v.owner_id = auth.uid() and (p.role = 'vendor' or p.role = 'customer' and v.status in ('pending', 'rejected')) and not rights.owes_second_step()
$$;

-- Why a shop was rejected or suspended, its owner reads whatever their role.
alter policy own_details on public.vendor_details using (vendor_id in (select v.id from public.vendors v where v.owner_id = (select auth.uid()))
  and not (select rights.owes_second_step()) or vendor_id in (select rights.overseen_vendor_ids()));

-- What buyers know a shop by stays as it was while the shop is suspended.
create function public.guard_shop() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.status = 'suspended' and not rights.is_service() then
    raise exception 'A suspended shop cannot be changed. Write to us to settle it.' using errcode = 'PT403';
  end if;
  return new;
end $$;
create trigger guard_shop before update of business_name, description, location, logo_url on public.vendors for each row execute function public.guard_shop();
revoke execute on function public.guard_shop() from public;

-- Two names that people read as one are one: case, spaces and invisible signs do not count. A rejected application keeps no name.
create function public.shop_name_key(name text) returns text language sql immutable parallel safe set search_path = '' as
$$ select lower(regexp_replace(normalize(name, NFKC), '[\s\u00ad\u200b-\u200f\u2060\ufeff]+', '', 'g')) $$;
grant execute on function public.shop_name_key(text) to anon, authenticated, service_role;
create unique index one_shop_of_a_name on public.vendors (public.shop_name_key(business_name)) where status <> 'rejected';

-- Everybody with an unfinished order is told when a shop is suspended, whoever suspended it and why ever: by a job, because they may be many.
create function public.tell_of_suspension() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform jobs.enqueue('tell-of-suspension', jsonb_build_object('vendor_id', new.id), now(), 'suspension:' || new.id);
  return null;
end $$;
create trigger tell_of_suspension after update of status on public.vendors for each row
  when (old.status = 'active' and new.status = 'suspended') execute function public.tell_of_suspension();
revoke execute on function public.tell_of_suspension() from public;

-- What somebody holds by their role: read before it is taken.
create view public.role_holdings as
select p.id, p.role, v.business_name as shop_name, v.status as shop_status,
  (select count(*) from public.group_buys g where g.vendor_id = v.id and g.status in ('active', 'closed', 'settling', 'confirmed', 'ready'))::integer as open_buys,
  (select count(*) from public.orders o where o.vendor_id = v.id and o.is_live and o.status <> 'completed')::integer as open_orders,
  array(select r.state from public.manager_regions r where r.manager_id = p.id order by r.state) as states
from public.profiles p left join public.vendors v on v.owner_id = p.id
where (select rights.has_role('chief')) or (select rights.is_service());
comment on view public.role_holdings is 'What a role change leaves behind, for the chief.';
grant select on public.role_holdings to authenticated, service_role;
