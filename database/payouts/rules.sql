create function public.bank_account_usable_from(since timestamptz) returns timestamptz language sql immutable parallel safe set search_path = '' as
$$ select since + interval '48 hours' $$;
comment on function public.bank_account_usable_from(timestamp with time zone) is 'A new account waits, the first one of a shop too.';
