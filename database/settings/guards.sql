create function public.guard_setting() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.key in ('referral_bps') and new.effective_from < now() + interval '30 days' then
    raise exception 'Changes of the reward programme need 30 days'' notice' using errcode = 'PT400';
  end if;
  if new.effective_from < now() - interval '1 minute' then
    raise exception 'A setting cannot take effect in the past' using errcode = 'PT400';
  end if;
  if new.effective_from > now() + interval '10 years' then
    raise exception 'A setting takes effect within 10 years' using errcode = 'PT400';
  end if;
  if not exists (select from public.settings where key = new.key) then raise exception 'Unknown setting %', new.key using errcode = 'PT400'; end if;
  if (new.key like '%\_bps' or new.key like '%\_minutes') and (jsonb_typeof(new.value) <> 'number'
    or (new.value #>> '{}')::numeric not between 0 and 10000 or (new.value #>> '{}')::numeric % 1 <> 0) then
    raise exception 'This setting is a whole number from 0 to 10000' using errcode = 'PT400';
  end if;
  if new.key like 'pause\_%' and char_length(trim(new.note)) < 3 then raise exception 'A switch needs a reason' using errcode = 'PT400'; end if;
  -- The leaderboard reads this value as a time: an invalid one would make it fail for every user.
  if new.key = 'market_opened_at' and new.value <> 'null' then
    begin
      if jsonb_typeof(new.value) <> 'string' or (new.value #>> '{}')::timestamptz not between '2000-01-01T00:00:00Z' and now() + interval '10 years' then
        raise exception using errcode = '22007';
      end if;
    exception when data_exception then
      raise exception 'This setting is a day, such as "2026-11-01", or null' using errcode = 'PT400';
    end;
  end if;
  new.created_by := auth.uid();
  return new;
end $$;

-- Waits for payouts that are being handed to the gateway: once the pause is stored, none is sent any more. They hold this lock
-- for a second at most (server/payouts/hand-to-gateway.ts), which is less than this may wait.
create function public.wait_for_payouts() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('payouts-to-gateway', 0));
  return new;
end $$;

-- A command acts for a chief and writes its own log entry.
create function public.log_setting() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is null and auth.jwt() ? 'act' then return null; end if;
  insert into public.audit_log (actor_id, action, subject_type, before, after)
  values (auth.uid(), 'setting.change', 'setting',
    (select jsonb_build_object(key, value) from public.settings
     where key = new.key and effective_from <= now() and effective_from < new.effective_from and withdrawn_at is null order by effective_from desc limit 1),
    jsonb_build_object(new.key, new.value, 'effective_from', new.effective_from));
  return null;
end $$;

create function public.guard_withdrawal() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.withdrawn_at is not null or old.effective_from <= clock_timestamp() then
    raise exception 'Only a planned change can be withdrawn, before it takes effect' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- The vendor keeps 95% of every buy and order, whatever rates are planned.
create function public.guard_vendor_share() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (new.value #>> '{}')::numeric > 500 then
    raise exception 'The vendor keeps at least 95%%, so this fee is at most 5%%' using errcode = 'PT400';
  end if;
  return new;
end $$;

create function public.sign_setting() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.created_by := coalesce(new.created_by, (auth.jwt() ->> 'act')::uuid);
  return new;
end $$;

create function public.guard_setting_bounds() returns trigger language plpgsql security definer set search_path = '' as $$
declare bounds public.setting_bounds;
begin
  select * into bounds from public.setting_bounds where key = new.key;
  if bounds.key is not null and (jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric not between bounds.least and bounds.most
      or (new.value #>> '{}')::numeric % 1 <> 0) then
    if new.key like '%\_bps' then
      raise exception using errcode = 'PT400',
        message = format('This rate is at least %s%% and at most %s%%', trim_scale(bounds.least / 100), trim_scale(bounds.most / 100));
    end if;
    raise exception 'This setting is a whole number from % to %', bounds.least, bounds.most using errcode = 'PT400';
  end if;
  if public.is_notified_rate(new.key) and new.effective_from < now() + interval '1 hour' then
    raise exception 'A rate takes effect an hour after it was planned at the earliest' using errcode = 'PT400';
  end if;
  return new;
end $$;

create trigger a_clean_texts before insert or update of note on public.settings
  for each row execute function public.clean_texts('note');
create trigger announce_table after insert or update or delete or truncate on public.settings for each statement execute function realtime.announce_table();
create trigger guard_appeal_days before insert on public.settings for each row when (new.key = 'claim_appeal_days')
  execute function public.guard_appeal_days();
create trigger guard_books_hour before insert on public.settings for each row when (new.key = 'books_hour') execute function public.guard_books_hour();
create trigger guard_handling before insert on public.settings for each row when (new.key = 'resale_handling_bps') execute function public.guard_handling();
create trigger guard_notice_retention before insert on public.settings for each row when (new.key = 'notice_retention_days')
  execute function public.guard_notice_retention();
create trigger guard_lot_settings before insert on public.settings for each row when (new.key in ('lot_claims_least', 'lot_claims_percent'))
  execute function public.guard_lot_settings();
create trigger guard_payout_setting before insert on public.settings for each row when (new.key like 'payout\_%') execute function public.guard_payout_setting();
create trigger guard_setting before insert on public.settings for each row execute function public.guard_setting();
create trigger guard_unpaid_setting before insert on public.settings for each row when (new.key like 'unpaid\_%')
  execute function public.guard_unpaid_setting();
create trigger guard_unpaid_share before insert on public.settings for each row when (new.key = 'unpaid_new_share_percent') execute function public.guard_unpaid_share();
create trigger guard_vendor_share before insert on public.settings for each row when (new.key = 'vendor_fee_bps') execute function public.guard_vendor_share();
create trigger guard_withdrawal before update of withdrawn_at on public.settings for each row
  when (new.withdrawn_at is distinct from old.withdrawn_at) execute function public.guard_withdrawal();
-- The name sorts after the guards of single settings, whose messages are more specific.
create trigger keeps_its_bounds before insert on public.settings for each row execute function public.guard_setting_bounds();
-- log_setting logs new settings. Old ones are never changed by the product; any other change is logged here.
create trigger log_act after update or delete on public.settings for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('setting', 'key', '');
create trigger log_setting after insert on public.settings for each row execute function public.log_setting();
-- The name sorts after the guards of bounds.
create trigger loosens_with_notice before insert on public.settings for each row execute function public.guard_loosening();
create trigger wait_for_payouts before insert on public.settings for each row when (new.key = 'pause_payouts') execute function public.wait_for_payouts();
-- The name sorts after guard_setting, which writes the caller of a table call.
create trigger sign_setting before insert on public.settings for each row execute function public.sign_setting();

create trigger a_clean_texts before insert or update of name on public.public_holidays
  for each row execute function public.clean_texts('name');
create trigger limit_changes after update on public.public_holidays referencing new table as written for each statement
  when (pg_trigger_depth() = 0 and current_setting('role', true) = 'authenticated') execute function public.limit_writes();
create trigger limit_removals after delete on public.public_holidays referencing old table as written for each statement
  when (pg_trigger_depth() = 0 and current_setting('role', true) = 'authenticated') execute function public.limit_writes();
create trigger log_act after insert or update or delete on public.public_holidays for each row
  when (pg_trigger_depth() = 0 and rights.writes_at_the_tables()) execute function public.log_act('public-holiday', 'date', '');
