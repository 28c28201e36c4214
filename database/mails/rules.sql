create function rights.is_confirmed_address(address text) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (select from auth.users where lower(email) = lower(address) and email_confirmed_at is not null and deleted_at is null) $$;
comment on function rights.is_confirmed_address(text) is 'Whether somebody has shown that this address is theirs. For the service alone: it says who is registered.';
