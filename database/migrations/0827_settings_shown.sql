-- Limits that protect the market are no reading for those who look for a way around them: people read the rates that they are told of, and the
-- rest is for commands, guards and the desk of chiefs.
create function public.kept_setting(setting_key text) returns jsonb language sql stable security definer set search_path = '' as $$
  select value from public.settings where key = setting_key and effective_from <= now() and withdrawn_at is null order by effective_from desc limit 1
$$;
comment on function public.kept_setting(text) is 'The value in force by the database''s clock: the newest whose day has come and that was not withdrawn.';
create function public.shown_setting(setting_key text) returns jsonb language sql stable security definer set search_path = '' as $$
  select public.kept_setting(setting_key) where setting_key in ('buyer_fee_bps', 'vendor_fee_bps', 'referral_bps', 'late_leave_charge_bps', 'payout_weekday',
    'payout_least_naira', 'market_opened_at')
$$;
comment on function public.shown_setting(text) is 'The same of those settings that pages name.';
revoke execute on function public.kept_setting(text), public.shown_setting(text) from public;
grant execute on function public.kept_setting(text) to service_role;
grant execute on function public.shown_setting(text) to anon, authenticated, service_role;

-- With the rights of whoever calls: functions of the database that act for somebody read everything, people what is shown. In PL/pgSQL, which
-- asks for the right to call a function only when it calls it.
create or replace function public.setting(setting_key text) returns jsonb language plpgsql stable security invoker set search_path = '' as $$
begin
  if current_user in ('anon', 'authenticated') then return public.shown_setting(setting_key); end if;
  return public.kept_setting(setting_key);
end $$;
create or replace function public.whole_setting(setting_key text) returns integer language sql stable security invoker set search_path = '' as
$$ select (public.setting(setting_key) #>> '{}')::integer $$;
revoke execute on function public.unpaid_limits() from anon, authenticated, public;
