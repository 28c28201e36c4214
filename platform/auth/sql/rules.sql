-- The caller's identity for policies, read from the claims that each transaction sets.
create function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim', true), ''),
                  nullif(current_setting('request.jwt.claims', true), ''))::jsonb
$$;

create function auth.role() returns text language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.role', true), ''),
                  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role')
$$;

create function auth.email() returns text language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.email', true), ''),
                  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email')
$$;

-- Polled every second by each process, on a connection without a role.
create function auth.sessions_ended_since(since text) returns table (next text, ended uuid[])
language sql stable security definer set search_path = '' as $$
  select pg_snapshot_xmin(pg_current_snapshot())::text,
    coalesce((select array_agg(session_id) from auth.ended_sessions where ended_in >= since::xid8), '{}')
$$;

create function auth.without_loopback_port(uri text) returns text language sql immutable set search_path = '' as $$
  select regexp_replace(uri, '^(http://(?:127\.0\.0\.1|\[::1\])):\d{1,5}(?=[/?]|$)', '\1')
$$;
comment on function auth.without_loopback_port(text) is 'The system gives a program on the person''s machine its port (RFC 8252, 7.3): addresses of apps are compared without it.';
