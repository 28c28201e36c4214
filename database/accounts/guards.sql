create function public.touch_updated_at() returns trigger language plpgsql set search_path = '' as
$$ begin new.updated_at := now(); return new; end $$;

-- Creates the profile of a new login.
create function public.open_profile() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  requested_role text := public.requested_role(new.raw_user_meta_data);
begin
  insert into public.profiles (id, role, full_name, referral_code)
  values (new.id, requested_role, public.sent_name(new.raw_user_meta_data), case when requested_role = 'customer' then public.new_referral_code() end)
  on conflict (id) do nothing;
  perform public.note_referrer(new.id, new.raw_user_meta_data);
  return null;
end $$;

-- A sign-up that is repeated before confirmation replaces what it said about the person. An anonymous user has a session before
-- an address is confirmed: metadata that they write themselves later sets neither role nor referrer.
create function public.follow_sign_up() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  requested_role text := public.requested_role(new.raw_user_meta_data);
begin
  update public.profiles
  set role = requested_role, full_name = public.sent_name(new.raw_user_meta_data),
    referral_code = case when requested_role = 'customer' then coalesce(referral_code, public.new_referral_code()) end
  where id = new.id and role in ('customer', 'vendor');
  delete from public.referrals where referred_id = new.id and settled_at is null;
  perform public.note_referrer(new.id, new.raw_user_meta_data);
  return null;
end $$;

-- Enqueues the welcome mail in the transaction that confirms the account (design.md, section 7).
create function public.welcome_person() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (new.email_confirmed_at is not null or new.phone_confirmed_at is not null)
    and (tg_op = 'INSERT' or (old.email_confirmed_at is null and old.phone_confirmed_at is null)) then
    perform jobs.enqueue('send-welcome-mail', jsonb_build_object('user_id', new.id), now(), 'welcome:' || new.id);
  end if;
  return null;
end $$;

-- A change of role ends the person's sessions, so that neither an open page nor a stolen token keeps the old role's rights. A
-- customer whose shop is approved stays signed in: they requested the change, and it removes no right.
create function public.end_sessions_of_role() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where user_id = new.id;
  return null;
end
$$;

-- Writes go to the table with the writer's own rights. Its policies admit only the writer's own row, so no write can store the
-- shortened values that the view shows.
create function public.write_profile() returns trigger language plpgsql set search_path = '' as $$
begin
  if rights.is_service() then
    update public.profiles set role = new.role, full_name = new.full_name, points_balance = new.points_balance, referral_code = new.referral_code,
      hidden_from_boards = new.hidden_from_boards where id = old.id;
  else
    update public.profiles set full_name = new.full_name, hidden_from_boards = new.hidden_from_boards where id = old.id;
  end if;
  return case when found then new end;
end $$;

-- A vendor has no referral code, however they got the role. When a vendor loses the role, their shop is suspended; when a manager
-- loses it, their states are unassigned.
create function public.follow_role() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.role = 'vendor' then new.referral_code := null; end if;
  if old.role = 'chief' and new.role <> 'chief' and coalesce(current_setting('role', true), 'none') not in ('none', '')
    and not exists (select from public.profiles where role = 'chief' and id <> new.id and rights.can_sign_in(id)) then
    raise exception 'The last chief must remain chief.' using errcode = 'PT409';
  end if;
  return new;
end $$;

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

-- Name and other public details of a shop cannot change while it is suspended.
create function public.guard_shop() returns trigger language plpgsql security definer set search_path = '' as $$
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

-- Notifies every buyer with an unfinished order when a shop is suspended, whatever the reason and the caller. A job sends the
-- notices, because there may be many.
create function public.notify_of_suspension() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform jobs.enqueue('notify-of-suspension', jsonb_build_object('vendor_id', new.id), now(), 'suspension:' || new.id);
  return null;
end $$;

create function public.guard_shop_name() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.business_name is distinct from old.business_name then
    perform public.refuse_reserved_name(new.business_name);
  end if;
  return new;
end $$;

-- A signed-in person gets an error for a name that is not allowed. A sign-up, also through another provider, only loses the name,
-- because the person cannot correct it there.
create function public.guard_person_name() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.full_name is not distinct from old.full_name or not public.is_reserved_name(new.full_name) then return new; end if;
  if auth.uid() is not null then perform public.refuse_reserved_name(new.full_name); end if;
  new.full_name := '';
  return new;
end $$;

create function public.guard_typed_name() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  typed text := to_jsonb(new) ->> tg_argv[0];
begin
  if typed is not null and (tg_op = 'INSERT' or typed is distinct from to_jsonb(old) ->> tg_argv[0]) then
    perform public.refuse_reserved_name(typed);
  end if;
  return new;
end $$;
comment on function public.guard_typed_name() is 'Argument: the column with the name that the person entered.';

create trigger a_clean_texts before insert or update of full_name on public.profiles
  for each row execute function public.clean_profile_texts();
create trigger announce_table after insert or update or delete or truncate on public.profiles for each statement execute function realtime.announce_table();
create trigger end_sessions after update of role on public.profiles for each row
  when (old.role is distinct from new.role and not (old.role = 'customer' and new.role = 'vendor'))
  execute function public.end_sessions_of_role();
create trigger follow_role before update of role on public.profiles for each row execute function public.follow_role();
create trigger delete_notices after delete on public.profiles for each row execute function public.delete_notices_of_person();
create trigger guard_name before insert or update of full_name on public.profiles for each row execute function public.guard_person_name();
create trigger guard_own_case before update of role on public.profiles for each row
  when (new.role is distinct from old.role and new.role not in ('customer', 'vendor')) execute function public.guard_own_case('person', 'id', 'act');
create trigger leave_role after update of role on public.profiles for each row when (old.role <> new.role) execute function public.leave_role();
create trigger log_act after insert or update or delete on public.profiles for each row
  when (pg_trigger_depth() <= 1 and rights.writes_by_secret_key()) execute function public.log_act('profile', 'id', 'full_name referral_code');
create trigger profiles_touch before update on public.profiles for each row execute function public.touch_updated_at();

create trigger follow_sign_up after update of raw_user_meta_data on auth.users for each row
  when (not old.is_anonymous and not new.is_anonymous
    and old.email_confirmed_at is null and old.phone_confirmed_at is null and new.email_confirmed_at is null and new.phone_confirmed_at is null
    and old.raw_user_meta_data is distinct from new.raw_user_meta_data)
  execute function public.follow_sign_up();
create trigger open_profile after insert on auth.users for each row execute function public.open_profile();
create trigger welcome_person after insert or update of email_confirmed_at, phone_confirmed_at on auth.users
  for each row execute function public.welcome_person();

create trigger write_profile instead of update on public_shown.profiles for each row execute function public.write_profile();

create trigger announce_table after insert or update or delete or truncate on public.manager_regions for each statement execute function realtime.announce_table();
create trigger guard_own_case before insert on public.manager_regions for each row execute function public.guard_own_case('person', 'manager_id', 'assigned_by');
create trigger log_act after insert or delete or update on public.manager_regions
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('manager-region', 'manager_id', '');

create trigger announce_table after insert or update or delete or truncate on public.nigerian_states for each statement execute function realtime.announce_table();
create trigger log_act after insert or delete or update on public.nigerian_states
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('state', 'name', '');

create trigger announce_table after insert or update or delete or truncate on public.referrals for each statement execute function realtime.announce_table();
create trigger log_act after insert or delete or update on public.referrals
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('referral', 'id', '');

create trigger announce_table after insert or update or delete or truncate on public.shown_names for each statement execute function realtime.announce_table();
create trigger log_act after insert or update or delete on public.shown_names for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('shown-name', 'id', '');

create trigger announce_table after insert or update or delete or truncate on public.reserved_names for each statement execute function realtime.announce_table();
create trigger log_act after insert or update or delete on public.reserved_names for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('reserved-name', 'skeleton', '');

-- The last check behind the commands: a suspension is decided once, and then only ends.
create function public.guard_suspension() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not rights.outranks(case tg_op when 'INSERT' then new.suspended_by else new.ended_by end, new.person_id) then
    raise exception 'An account is suspended and reinstated by staff of a higher role' using errcode = 'PT403';
  end if;
  if tg_op = 'INSERT' then
    new.by_chief := exists (select from public.profiles p where p.id = new.suspended_by and p.role = 'chief');
  elsif rights.waits_for_chief(new.ended_by, old.person_id) then
    raise exception 'A suspension by a chief is ended by a chief' using errcode = 'PT403';
  end if;
  if tg_op = 'UPDATE' and (old.ended_at is not null
    or (new.id, new.person_id, new.reason, new.suspended_by, new.suspended_at, new.by_chief)
      is distinct from (old.id, old.person_id, old.reason, old.suspended_by, old.suspended_at, old.by_chief)) then
    raise exception 'A suspension can only be ended, once' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- The ban ends every session and removes all rights (rights.is_disabled). The sign-in shows the reason.
create function public.ban_suspended() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update auth.users set banned_until = case when new.ended_at is null then timestamptz '9999-12-31' end,
    raw_app_meta_data = case when new.ended_at is null then raw_app_meta_data || jsonb_build_object('ban_reason', new.reason) else raw_app_meta_data - 'ban_reason' end
  where id = new.person_id;
  return null;
end $$;

create trigger a_clean_texts before insert or update of reason, end_reason on public.account_suspensions
  for each row execute function public.clean_texts('reason', 'end_reason');
create trigger ban_suspended after insert or update of ended_at on public.account_suspensions for each row execute function public.ban_suspended();
create trigger guard_own_case before insert on public.account_suspensions for each row execute function public.guard_own_case('person', 'person_id', 'suspended_by');
create trigger guard_own_case_of_end before update on public.account_suspensions for each row execute function public.guard_own_case('person', 'person_id', 'ended_by');
create trigger guard_suspension before insert or update on public.account_suspensions for each row execute function public.guard_suspension();
create trigger log_act after insert or update or delete on public.account_suspensions
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('account-suspension', 'person_id', '');
