-- An access token outlives its session by up to its own lifetime. Whoever takes one asks this list whether the session has ended.
set local role auth_admin;

create table auth.ended_sessions (
  session_id uuid primary key,
  ended_at timestamptz not null default clock_timestamp(),
  ended_in xid8 not null default pg_current_xact_id()
);
comment on column auth.ended_sessions.ended_in is
  'The transaction that ended it. A reader asks for all from the oldest transaction on that was still running at its last look, and so misses none, however late it committed';
create index ended_sessions_ended_in_idx on auth.ended_sessions (ended_in);
create index ended_sessions_ended_at_idx on auth.ended_sessions (ended_at);

create function auth.note_ended_session() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into auth.ended_sessions (session_id) values (old.id) on conflict do nothing;
  return null;
end
$$;
create trigger note_ended after delete on auth.sessions for each row execute function auth.note_ended_session();
create trigger note_expired after update of not_after on auth.sessions for each row
  when (new.not_after <= now()) execute function auth.note_ended_session();

-- Whoever bans or deletes a login ends its sessions, also by hand.
create function auth.end_sessions_of_user() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where user_id = new.id;
  return null;
end
$$;
create trigger end_sessions after update of banned_until, deleted_at on auth.users for each row
  when (new.banned_until > now() or new.deleted_at is not null) execute function auth.end_sessions_of_user();

-- What a process reads every second, on a connection that has taken no role.
create function auth.sessions_ended_since(since text) returns table (next text, ended uuid[])
language sql stable security definer set search_path = '' as $$
  select pg_snapshot_xmin(pg_current_snapshot())::text,
    coalesce((select array_agg(session_id) from auth.ended_sessions where ended_in >= since::xid8), '{}')
$$;

revoke execute on function auth.note_ended_session(), auth.end_sessions_of_user(), auth.sessions_ended_since(text) from public;
grant usage on schema auth to authenticator;
grant execute on function auth.sessions_ended_since(text) to authenticator;

reset role;
