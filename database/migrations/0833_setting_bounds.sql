-- Rates and other settings have bounds that nobody presses past, and people are told of a rate an hour after it was planned, so that a slip is
-- withdrawn in silence. domain/setting-bounds.ts holds the same rows.
create table public.setting_bounds (
  key text primary key,
  least numeric not null,
  most numeric not null check (most >= least)
);
comment on table public.setting_bounds is 'What a setting may be, in its own unit: basis points, minutes, naira, days or a count.';
insert into public.setting_bounds (key, least, most) values
  ('buyer_fee_bps', 0, 250), ('vendor_fee_bps', 0, 500), ('referral_bps', 0, 100), ('late_leave_charge_bps', 0, 2000), ('resale_handling_bps', 0, 2500),
  ('vat_bps', 0, 1500), ('bulk_hold_minutes', 10, 1440), ('pay_to_join_hold_minutes', 10, 1440), ('unpaid_new_orders', 1, 100),
  ('unpaid_new_naira', 1000, 10000000), ('unpaid_known_after', 0, 1000), ('unpaid_known_orders', 1, 1000), ('unpaid_known_naira', 1000, 100000000),
  ('unpaid_verified_orders', 1, 10000), ('unpaid_verified_naira', 1000, 1000000000), ('unpaid_share_percent', 1, 100), ('unpaid_lapses', 1, 1000),
  ('unpaid_lapse_days', 1, 3650), ('payout_least_naira', 100, 1000000), ('payout_weekday', 1, 7), ('claim_appeal_days', 1, 20), ('lot_claims_least', 2, 1000),
  ('lot_claims_percent', 1, 100), ('notices_kept_days', 7, 3650), ('books_hour', 0, 23), ('amount_limit_act_naira', 1000, 1000000),
  ('amount_limit_day_naira', 1000, 5000000), ('unpaid_new_share_percent', 10, 100), ('shop_overrides_naira_a_day', 0, 10000000),
  ('shortfall_correct_minutes', 1, 1440), ('shortfall_alone_percent', 0, 100), ('shortfall_alone_naira', 0, 10000000), ('shortfall_answer_hours', 1, 72);
alter table public.setting_bounds enable row level security;
grant select on public.setting_bounds to service_role;

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
  if public.is_told_rate(new.key) and new.effective_from < now() + interval '1 hour' then
    raise exception 'A rate takes effect an hour after it was planned at the earliest' using errcode = 'PT400';
  end if;
  return new;
end $$;
create function public.is_told_rate(key text) returns boolean language sql immutable parallel safe set search_path = '' as
$$ select key in ('buyer_fee_bps', 'vendor_fee_bps', 'referral_bps', 'late_leave_charge_bps') $$;
comment on function public.is_told_rate is 'Rates that people are told of (domain/settings.ts, rateNames).';
revoke execute on function public.guard_setting_bounds(), public.is_told_rate(text) from public;
grant execute on function public.is_told_rate(text) to anon, authenticated, service_role;
-- By name after the guards of single settings, whose words are more exact.
create trigger keeps_its_bounds before insert on public.settings for each row execute function public.guard_setting_bounds();

alter table public.settings add column told_at timestamptz;
comment on column public.settings.told_at is 'Of a rate: when the people it concerns were told, an hour after it was planned.';
alter table public.settings disable trigger user;
update public.settings set told_at = created_at where public.is_told_rate(key);
alter table public.settings enable trigger user;
create index settings_to_tell on public.settings (created_at) where told_at is null and withdrawn_at is null;

-- What can still be withdrawn in silence is announced to nobody.
create or replace view public.planned_rates as
select key, value, effective_from, coalesce(told_at, created_at) as announced_at from public.settings
where key like '%\_bps' and effective_from > now() and withdrawn_at is null and (told_at is not null or not public.is_told_rate(key));
comment on view public.planned_rates is 'Rates that are announced and not yet in force, for everybody to read.';
