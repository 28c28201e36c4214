create function public.open_vendor_metrics() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.vendor_metrics (vendor_id) values (new.id) on conflict do nothing;
  insert into public.vendor_details (vendor_id) values (new.id) on conflict do nothing;
  return null;
end $$;

create function public.guard_shop_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'open' or not exists (select from public.vendors v where v.id = new.vendor_id and v.status = 'active' and v.owner_id = new.requested_by) then
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
    select from public.vendors v where v.id = new.vendor_id and v.owner_id <> new.decided_by and rights.person_oversees(new.decided_by, v.state)) then
    raise exception 'Another region or the vendor does not decide this' using errcode = 'PT403';
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

-- Other public data of a suspended shop cannot change either.
create function public.guard_suspended_goods() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  row_now jsonb;
begin
  -- The row is read as JSON only for writers that may be refused: every join updates the row of its buy.
  if not rights.is_service() and coalesce(current_setting('role', true), 'none') not in ('none', '') then
    -- Inserts and deletes have only one of the two rows.
    row_now := to_jsonb(case when tg_op = 'DELETE' then old else new end);
    if exists (select from public.vendors v where v.status = 'suspended' and v.owner_id = auth.uid() and v.id = case tg_table_name
        when 'product_pictures' then (select p.vendor_id from public.products p where p.id = (row_now ->> 'product_id')::uuid)
        when 'buy_pictures' then (select g.vendor_id from public.group_buys g where g.id = (row_now ->> 'group_buy_id')::uuid)
        else (row_now ->> 'vendor_id')::uuid end) then
      raise exception 'A suspended shop cannot be changed. Write to us to settle it.' using errcode = 'PT403';
    end if;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;

-- The shop's other texts come through commands, which run as the service role.
create function public.guard_suspended_words() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from public.vendors v where v.id = new.vendor_id and v.status = 'suspended')
    and coalesce(current_setting('role', true), 'none') not in ('none', '') then
    raise exception 'A suspended shop cannot be changed. Write to us to settle it.' using errcode = 'PT403';
  end if;
  return new;
end $$;

-- The command records its own entry; this is for changes through the table.
create function public.log_profile() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.audit_log (actor_id, action, subject_type, subject_id, before, after)
  values (auth.uid(), 'shop.change-profile', 'vendor', new.id, jsonb_build_object('description', old.description, 'location', old.location, 'logo_url', old.logo_url),
    jsonb_build_object('description', new.description, 'location', new.location, 'logo_url', new.logo_url));
  return null;
end $$;

create trigger a_clean_texts before insert or update of business_name, location on public.vendors
  for each row execute function public.clean_vendor_texts();
create trigger a_clean_words before insert or update of description on public.vendors for each row execute function public.clean_texts('description');
create trigger a_clean_notes before insert or update of pause_note, holiday_note on public.vendors
  for each row execute function public.clean_texts('pause_note', 'holiday_note');
create trigger announce_table after insert or update or delete or truncate on public.vendors for each statement execute function realtime.announce_table();
create trigger guard_name before insert or update of business_name on public.vendors for each row execute function public.guard_shop_name();
create trigger guard_own_case before update of status on public.vendors for each row
  when (new.status is distinct from old.status and new.status in ('active', 'rejected')) execute function public.guard_own_case('shop', 'id', 'act');
create trigger guard_shop before update of business_name, description, location, logo_url on public.vendors for each row execute function public.guard_shop();
create trigger log_act after insert or delete or update on public.vendors
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('shop', 'id', '');
create trigger open_vendor_metrics after insert on public.vendors for each row execute function public.open_vendor_metrics();
create trigger search_changed after update of business_name, description, location, state, status on public.vendors for each row
  when ((new.business_name, new.description, new.location, new.state, new.status) is distinct from (old.business_name, old.description, old.location, old.state, old.status))
  execute function search.index_shop();
create trigger search_new after insert on public.vendors for each row when (new.status = 'active') execute function search.index_shop();
create trigger log_profile after update of description, location, logo_url on public.vendors for each row
  when ((new.description, new.location, new.logo_url) is distinct from (old.description, old.location, old.logo_url) and not rights.is_service())
  execute function public.log_profile();
create trigger notify_of_suspension after update of status on public.vendors for each row
  when (old.status = 'active' and new.status = 'suspended') execute function public.notify_of_suspension();
create trigger vendors_moved after update of location on public.vendors for each row execute function public.move_products_with_vendor();
create trigger vendors_touch before update on public.vendors for each row execute function public.touch_updated_at();
create trigger log_status_change after insert or update of status on public.vendors for each row execute function public.log_status_change('vendor');

create trigger announce_table after insert or update or delete or truncate on public.vendor_metrics for each statement execute function realtime.announce_table();
create trigger log_act after insert or delete or update on public.vendor_metrics
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('shop-figure', 'vendor_id', '');

create trigger a_clean_texts before insert or update of business_name, registration_number, address, reason, decision_note on public.shop_changes
  for each row execute function public.clean_texts('business_name', 'registration_number', 'address', 'reason', 'decision_note');
create trigger announce_table after insert or update or delete or truncate on public.shop_changes for each statement execute function realtime.announce_table();
create trigger guard_own_case before update on public.shop_changes for each row
  when (new.decided_by is distinct from old.decided_by) execute function public.guard_own_case('shop_change', 'id', 'decided_by');
create trigger guard_shop_change before insert or update on public.shop_changes for each row execute function public.guard_shop_change();
create trigger log_act after insert or update or delete on public.shop_changes for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('shop-change', 'id', 'registration_number address former_registration_number former_address');

create trigger a_clean_texts before insert or update of address, registration_number, decision_note on public.vendor_details
  for each row execute function public.clean_texts('address', 'registration_number', 'decision_note');
create trigger guard_shop_details before update of phone, address, registration_number on public.vendor_details for each row execute function public.guard_shop_details();
create trigger log_act after insert or delete or update on public.vendor_details
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('shop-detail', 'vendor_id', 'phone address registration_number');
