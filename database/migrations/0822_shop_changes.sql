-- An approved shop is known by its name, registration number and address: what a manager approved stays until a manager approves something else.
create table public.shop_changes (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references public.vendors (id) on delete cascade,
  asked_by uuid not null references public.profiles (id),
  asked_at timestamptz not null default clock_timestamp(),
  business_name text check (char_length(trim(business_name)) between 2 and 80),
  registration_number text check (char_length(trim(registration_number)) between 1 and 40),
  address text check (char_length(trim(address)) between 5 and 300),
  former_name text not null,
  former_registration_number text,
  former_address text,
  reason text not null check (char_length(trim(reason)) between 5 and 500),
  status text not null default 'open' check (status in ('open', 'withdrawn', 'approved', 'refused')),
  decided_by uuid references public.profiles (id),
  decided_at timestamptz,
  decision_note text not null default '' check (char_length(decision_note) <= 500),
  constraint asks_for_something check (num_nonnulls(business_name, registration_number, address) > 0),
  constraint decided_has_decider check ((status in ('approved', 'refused')) = (decided_by is not null) and (status = 'open') = (decided_at is null)),
  constraint refused_has_reason check (status <> 'refused' or char_length(trim(decision_note)) >= 5)
);
comment on table public.shop_changes is 'Requests of approved shops to change what they were approved with. Null columns stay as they are.';
comment on column public.shop_changes.former_name is 'What the shop had when it asked, so that the decision can be understood later.';
create unique index one_open_change on public.shop_changes (vendor_id) where status = 'open';
create index shop_changes_of on public.shop_changes (vendor_id, asked_at desc);
create trigger announce_table after insert or update or delete or truncate on public.shop_changes for each statement execute function realtime.announce_table();
create trigger log_act after insert or update or delete on public.shop_changes for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('shop-change', 'id', 'registration_number address former_registration_number former_address');

create function public.guard_shop_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'open' or not exists (select from public.vendors v where v.id = new.vendor_id and v.status = 'active' and v.owner_id = new.asked_by) then
      raise exception 'Only the vendor of an open shop asks for changes' using errcode = 'PT403';
    end if;
    if new.business_name is not null then perform public.refuse_reserved_name(new.business_name); end if;
    return new;
  end if;
  if old.status <> 'open' or (to_jsonb(new) - array['status', 'decided_by', 'decided_at', 'decision_note']) is distinct from
    (to_jsonb(old) - array['status', 'decided_by', 'decided_at', 'decision_note']) then
    raise exception 'This request was decided already, or is not as it was sent' using errcode = 'PT409';
  end if;
  if new.status in ('approved', 'refused') and not exists (
    select from public.vendors v join public.profiles p on p.id = new.decided_by
    where v.id = new.vendor_id and v.owner_id <> p.id and (p.role in ('coordinator', 'chief')
      or p.role = 'manager' and exists (select from public.manager_regions r where r.manager_id = p.id and r.state = v.state))) then
    raise exception 'Another region or the vendor does not decide this' using errcode = 'PT403';
  end if;
  return new;
end $$;
create trigger guard_shop_change before insert or update on public.shop_changes for each row execute function public.guard_shop_change();

alter table public.shop_changes enable row level security;
create policy own_changes on public.shop_changes for select to authenticated using (vendor_id = (select rights.my_vendor_id()));
create policy overseen_changes on public.shop_changes for select to authenticated using (vendor_id in (select rights.overseen_vendor_ids()));
create policy second_step on public.shop_changes as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.shop_changes to authenticated;
grant select, insert, update, delete on public.shop_changes to service_role;

-- The last gate: an approved shop changes these by a request that was approved in the same transaction, whoever writes. A database's owner
-- repairs (psql), and a person who deletes their account takes their address along.
create function public.is_approved_change(shop uuid, kind text, value text) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.shop_changes c where c.vendor_id = shop and c.status = 'approved' and c.decided_at >= now()
    and value = case kind when 'name' then c.business_name when 'registration' then c.registration_number else c.address end)
    or coalesce(current_setting('role', true), 'none') in ('none', '')
$$;
create or replace function public.guard_shop() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.status = 'suspended' and not rights.is_service() then
    raise exception 'A suspended shop cannot be changed. Write to us to settle it.' using errcode = 'PT403';
  end if;
  if old.status in ('active', 'suspended') and new.business_name is distinct from old.business_name
    and not public.is_approved_change(old.id, 'name', new.business_name) then
    raise exception 'An approved shop keeps its name until a manager approves another one. Ask for the change under Shop details.' using errcode = 'PT403';
  end if;
  return new;
end $$;
create function public.guard_shop_details() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.vendors v where v.id = old.vendor_id and v.status in ('active', 'suspended')) then return new; end if;
  if (new.registration_number is distinct from old.registration_number and not public.is_approved_change(old.vendor_id, 'registration', new.registration_number))
    or (new.address is not null and new.address is distinct from old.address and not public.is_approved_change(old.vendor_id, 'address', new.address)) then
    raise exception 'An approved shop keeps its registration number and address until a manager approves others. Ask for the change under Shop details.' using errcode = 'PT403';
  end if;
  if not rights.is_service() and new.address is distinct from old.address then
    raise exception 'An approved shop keeps its address until a manager approves another one. Ask for the change under Shop details.' using errcode = 'PT403';
  end if;
  if not rights.is_service() and new.phone is distinct from old.phone
    and exists (select from public.vendors v where v.id = old.vendor_id and v.status = 'suspended') then
    raise exception 'A suspended shop cannot be changed. Write to us to settle it.' using errcode = 'PT403';
  end if;
  return new;
end $$;
create trigger guard_shop_details before update of phone, address, registration_number on public.vendor_details for each row execute function public.guard_shop_details();

-- Nothing else that buyers see of a suspended shop changes either.
create function public.guard_suspended_goods() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  -- Rows that are made and removed are in one of the two alone.
  row_now jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  if not rights.is_service() and coalesce(current_setting('role', true), 'none') not in ('none', '') and exists (
    select from public.vendors v where v.status = 'suspended' and v.owner_id = auth.uid() and v.id = case tg_table_name
      when 'product_pictures' then (select p.vendor_id from public.products p where p.id = (row_now ->> 'product_id')::uuid)
      else (row_now ->> 'vendor_id')::uuid end) then
    raise exception 'A suspended shop cannot be changed. Write to us to settle it.' using errcode = 'PT403';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
-- By name after the triggers that fill in the shop.
create trigger refuse_suspended before insert or update or delete on public.products for each row execute function public.guard_suspended_goods();
create trigger refuse_suspended before insert or update or delete on public.product_pictures for each row execute function public.guard_suspended_goods();
create trigger refuse_suspended before insert or update or delete on public.group_buys for each row execute function public.guard_suspended_goods();

-- What the shop writes beside its goods comes through commands, which act as the service.
create function public.guard_suspended_words() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.vendors v where v.id = new.vendor_id and v.status = 'suspended')
    and coalesce(current_setting('role', true), 'none') not in ('none', '') then
    raise exception 'A suspended shop cannot be changed. Write to us to settle it.' using errcode = 'PT403';
  end if;
  return new;
end $$;
create trigger guard_suspended before update of reply on public.reviews for each row when (new.reply is distinct from old.reply and new.reply is not null)
  execute function public.guard_suspended_words();
create trigger guard_suspended before update of answer on public.product_questions for each row when (new.answer is distinct from old.answer and new.answer is not null)
  execute function public.guard_suspended_words();
revoke execute on function public.guard_shop_change(), public.is_approved_change(uuid, text, text), public.guard_shop_details(), public.guard_suspended_goods(),
  public.guard_suspended_words() from public;
