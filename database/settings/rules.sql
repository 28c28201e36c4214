create function public.is_told_rate(key text) returns boolean language sql immutable parallel safe set search_path = '' as
$$ select key in ('buyer_fee_bps', 'vendor_fee_bps', 'referral_bps', 'late_leave_charge_bps') $$;
comment on function public.is_told_rate(text) is 'Rates that people are told of (domain/settings.ts, rateNames).';

-- One call for a page that names several settings. Runs with the rights of the caller, as `setting` does.
create function public.settings_in_force(keys text[]) returns jsonb language sql stable security invoker set search_path = '' as
$$ select coalesce(jsonb_object_agg(k.key, public.setting(k.key)), '{}') from unnest(keys[1:20]) as k (key) $$;
comment on function public.settings_in_force(text[]) is 'The values in force of up to 20 settings, by their keys.';
