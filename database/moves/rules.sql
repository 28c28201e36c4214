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

create function public.check_move(subject text, former text, state text, moved_by text) returns void language plpgsql stable security definer set search_path = '' as $$
declare
  began text := coalesce(former, 'new');
  permitted text[];
begin
  select m.causes into permitted from public.allowed_moves m where m.subject = check_move.subject and m.from_status = began and m.to_status = state;
  if permitted is null then
    raise exception '% cannot go from % to %', replace(subject, '_', ' '), began, state using errcode = 'PT409';
  end if;
  if moved_by is null or moved_by <> all (permitted) then
    raise exception '% cannot go from % to % by %', replace(subject, '_', ' '), began, state, coalesce(moved_by, 'nobody') using errcode = 'PT409';
  end if;
end $$;
comment on function public.check_move(text, text, text, text) is 'Refuses a move that is not among the allowed ones. former: null for how a row begins.';
