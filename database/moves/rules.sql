-- For a command whose caller acts in a part other than their role's: a vendor who joins a buy acts as its buyer.
create function public.caused_by(cause text) returns text language sql set search_path = '' as
$$ select set_config('request.jwt.claims', (coalesce(auth.jwt(), '{}') || jsonb_build_object('cause', cause))::text, true) $$;
comment on function public.caused_by(text) is 'Sets the cause of all later moves of this transaction. Effective for the service role only.';

create function rights.cause_of(person uuid) returns text language sql stable security definer set search_path = '' as $$
  select case role when 'customer' then 'buyer' when 'administrator' then 'content' when 'supervisor' then 'content' else role end
  from public.profiles where id = person
$$;
comment on function rights.cause_of(uuid) is 'The cause under which a person moves things, by their role.';

-- The auth service acts for its caller, who often has no account yet.
create function rights.cause() returns text language sql stable security definer set search_path = '' as $$
  select case
    when rights.is_service() then coalesce(auth.jwt() ->> 'cause', rights.cause_of((auth.jwt() ->> 'act')::uuid), 'operator')
    when current_setting('role', true) = 'auth_admin' then 'operator'
    else rights.cause_of(auth.uid()) end
$$;
comment on function rights.cause() is 'The cause of a status change in this transaction: as set by its command or job, else the role of its person, else `operator`.';

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
comment on function public.check_move(text, text, text, text) is 'Raises an error for a move that is not allowed. former: null for a new row.';
