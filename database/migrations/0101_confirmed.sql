-- Joining and buying need a confirmed e-mail address or phone number; only the auth service's own table knows.
create function rights.is_confirmed(person uuid) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (select from auth.users where id = person and (email_confirmed_at is not null or phone_confirmed_at is not null)) $$;
create function rights.email_of(person uuid) returns text language sql stable security definer set search_path = '' as
$$ select email from auth.users where id = person $$;
grant execute on function rights.is_confirmed(uuid), rights.email_of(uuid) to service_role;
