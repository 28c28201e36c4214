-- A command that acts for its person in another part than their role's says so: a vendor who joins a buy is its buyer.
create function public.caused_by(cause text) returns text language sql set search_path = '' as
$$ select set_config('request.jwt.claims', (coalesce(auth.jwt(), '{}') || jsonb_build_object('cause', cause))::text, true) $$;
comment on function public.caused_by(text) is 'Every later move of this transaction has this cause. Counts for the service alone.';

create function rights.cause_of(person uuid) returns text language sql stable security definer set search_path = '' as $$
  select case role when 'customer' then 'buyer' when 'administrator' then 'content' when 'supervisor' then 'content' else role end
  from public.profiles where id = person
$$;
comment on function rights.cause_of(uuid) is 'What somebody moves things as, by their role.';

-- The auth service acts for whoever called it, who is often nobody yet.
create function rights.cause() returns text language sql stable security definer set search_path = '' as $$
  select case
    when rights.is_service() then coalesce(auth.jwt() ->> 'cause', rights.cause_of((auth.jwt() ->> 'act')::uuid), 'operator')
    when current_setting('role', true) = 'auth_admin' then 'operator'
    else rights.cause_of(auth.uid()) end
$$;
comment on function rights.cause() is 'What moves a status in this transaction: what its command or job said, else the role of the person behind it, else `operator`.';
