create function public.is_notified_rate(key text) returns boolean language sql immutable parallel safe set search_path = '' as
$$ select key in ('buyer_fee_bps', 'vendor_fee_bps', 'referral_bps', 'late_leave_charge_bps') $$;
comment on function public.is_notified_rate(text) is 'Whether people are notified of changes of this rate (domain/settings/settings.ts, rateNames).';

-- One call for a page that shows several settings. Runs with the caller's rights, as `setting` does.
create function public.settings_in_force(keys text[]) returns jsonb language sql stable security invoker set search_path = '' as
$$ select coalesce(jsonb_object_agg(k.key, public.setting(k.key)), '{}') from unnest(keys[1:20]) as k (key) $$;
comment on function public.settings_in_force(text[]) is 'The current values of up to 20 settings, by key.';

create function public.is_paused(what text) returns boolean language sql stable security definer set search_path = '' as
$$
  -- By the clock: a transaction that began before the pause, and waited for a lock meanwhile, is paused as well.
  select coalesce((select (s.value #>> '{}')::integer = 1 from public.settings s
    where s.key = 'pause_' || what and s.effective_from <= clock_timestamp() and s.withdrawn_at is null order by s.effective_from desc limit 1), false)
$$;
comment on function public.is_paused(text) is 'Whether a chief has paused it in the whole market: orders, group_buys or payouts.';
