create function public.is_told_rate(key text) returns boolean language sql immutable parallel safe set search_path = '' as
$$ select key in ('buyer_fee_bps', 'vendor_fee_bps', 'referral_bps', 'late_leave_charge_bps') $$;
comment on function public.is_told_rate(text) is 'Rates that people are told of (domain/settings.ts, rateNames).';
