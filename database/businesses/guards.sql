create function public.guard_business() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'requested' then raise exception 'A company is verified by staff' using errcode = 'PT403'; end if;
    return new;
  end if;
  if old.status = 'closed' and new is distinct from old then
    raise exception 'A closed company stays closed' using errcode = 'PT409';
  end if;
  if new.status = 'closed' and old.status <> 'closed'
    and exists (select from public.business_members m where m.business_id = old.id and m.accepted_at is not null and m.ended_at is null) then
    raise exception 'A company is closed once its last person has left' using errcode = 'PT409';
  end if;
  if old.status = 'verified' and (new.name, new.tin, new.address) is distinct from (old.name, old.tin, old.address)
    and (new.name, new.tin, new.address) is distinct from (old.new_name, old.new_tin, old.new_address) then
    raise exception 'A verified company changes only as it has asked for' using errcode = 'PT409';
  end if;
  -- Also a change that is applied: it has been decided again.
  if (new.status = 'verified' and (new.status, new.name, new.tin, new.address) is distinct from (old.status, old.name, old.tin, old.address)
    or new.status = 'refused' and old.status <> 'refused') and new.decided_at is not distinct from old.decided_at then
    raise exception 'A company is verified by staff' using errcode = 'PT403';
  end if;
  if new.decided_at is distinct from old.decided_at and not rights.person_oversees(new.decided_by, old.state) then
    raise exception 'A company is verified by staff of its state' using errcode = 'PT403';
  end if;
  return new;
end $$;

create function public.guard_business_member() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' then
    if (new.business_id, new.role, new.email, new.phone, new.invited_by) is distinct from (old.business_id, old.role, old.email, old.phone, old.invited_by)
      or (old.accepted_at is not null and (new.person_id, new.accepted_at) is distinct from (old.person_id, old.accepted_at))
      or (old.ended_at is not null and new.ended_at is distinct from old.ended_at) then
      raise exception 'A membership stays what it is' using errcode = 'PT409';
    end if;
    -- The address served to accept the invitation, and would outlive an account.
    if new.ended_at is not null then
      new.email := null;
      new.phone := null;
    end if;
  end if;
  if new.role = 'buyer' and new.accepted_at is not null and (tg_op = 'INSERT' or old.accepted_at is null)
    and (new.ended_at is not null or not exists (select from rights.confirmed_addresses(new.person_id) u where u.email = new.email or u.phone = new.phone)) then
    raise exception 'Only the invited person accepts an invitation' using errcode = 'PT403';
  end if;
  return new;
end $$;

-- Chosen by the member and never by the caller of a join.
create function public.set_order_business() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.business_id := (select b.id from public.business_to_order_for(new.user_id) b (id));
  return new;
end $$;

create function public.keep_order_business() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  raise exception 'An order stays the company''s that it was placed for' using errcode = 'PT409';
end $$;

create trigger a_clean_texts before insert or update of name, tin, address, new_name, new_tin, new_address, decision_note on public.businesses
  for each row execute function public.clean_texts('name', 'tin', 'address', 'new_name', 'new_tin', 'new_address', 'decision_note');
create trigger announce_table after insert or update or delete or truncate on public.businesses for each statement execute function realtime.announce_table();
create trigger guard_business before insert or update on public.businesses for each row execute function public.guard_business();
create trigger guard_own_case before update on public.businesses for each row
  when (new.decided_at is distinct from old.decided_at) execute function public.guard_own_case('business', 'id', 'decided_by');
create trigger log_act after insert or update or delete on public.businesses for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('business', 'id', 'tin address new_tin new_address');

create trigger announce_table after insert or update or delete or truncate on public.business_members for each statement execute function realtime.announce_table();
create trigger guard_business_member before insert or update on public.business_members for each row execute function public.guard_business_member();
create trigger log_act after insert or update or delete on public.business_members for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('business-member', 'id', 'email phone');

create trigger set_order_business before insert on public.orders for each row execute function public.set_order_business();
create trigger keep_order_business before update of business_id on public.orders for each row
  when (new.business_id is distinct from old.business_id) execute function public.keep_order_business();
