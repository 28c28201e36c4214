-- Notices on a phone that is not looking at the market: Web Push (docs/decisions/0058-notices-by-push.md).
create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references public.profiles (id) on delete cascade,
  -- Of another schema, whose rows end in more ways than one: the trigger below follows them all.
  session_id uuid not null,
  endpoint text not null unique check (endpoint ~ '^https://[^/\s@]+/\S*$' and char_length(endpoint) <= 1000),
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  user_agent text check (char_length(user_agent) <= 400),
  created_at timestamptz not null default now(),
  -- Refusals in a row by the push service.
  refusals integer not null default 0
);
comment on table public.push_subscriptions is 'Browsers that a person asked us to tell. Goes with the session in which it was asked for.';
comment on column public.push_subscriptions.endpoint is 'Address at the browser''s push service: whoever knows it may send there, so nobody reads it back.';
create index push_subscriptions_of_person on public.push_subscriptions (person_id, created_at);
create index push_subscriptions_of_session on public.push_subscriptions (session_id);
create trigger log_act after insert or update or delete on public.push_subscriptions for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('push-subscription', 'id', 'endpoint');

alter table public.push_subscriptions enable row level security;
create policy own_subscriptions on public.push_subscriptions for select to authenticated using (person_id = (select auth.uid()));
create policy own_subscriptions_remove on public.push_subscriptions for delete to authenticated using (person_id = (select auth.uid()));
create policy second_step on public.push_subscriptions as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select (id, person_id, session_id, user_agent, created_at) on public.push_subscriptions to authenticated;
grant delete on public.push_subscriptions to authenticated;
grant select, insert, update, delete on public.push_subscriptions to service_role;

create view public.my_push_devices with (security_invoker = true) as
  select s.id, s.user_agent, s.created_at, s.session_id = ((select auth.jwt()) ->> 'session_id')::uuid as is_this
  from public.push_subscriptions s;
comment on view public.my_push_devices is 'Where the person who asks is told, and whether it is the session that they ask from.';
grant select on public.my_push_devices to authenticated;

-- Every end of a session stands in auth.ended_sessions: sign-out, a new password, a ban, another role.
create function public.forget_pushes_of_session() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.push_subscriptions where session_id = new.session_id;
  return null;
end $$;
revoke execute on function public.forget_pushes_of_session() from public;
create trigger forget_pushes after insert on auth.ended_sessions for each row execute function public.forget_pushes_of_session();

-- The browser as the auth service saw it; no row when the session has ended.
create function public.session_for_push(person uuid, session uuid) returns setof text language sql stable security definer set search_path = '' as $$
  select left(coalesce(s.user_agent, ''), 400) from auth.sessions s where s.id = session and s.user_id = person
$$;
revoke execute on function public.session_for_push(uuid, uuid) from public;
grant execute on function public.session_for_push(uuid, uuid) to service_role;

create table public.pushes (
  id bigint generated always as identity primary key,
  -- No foreign keys: they would lock the subscription after what the transaction tells of (decision 0013).
  subscription_id uuid not null,
  notice_id uuid not null,
  title text not null check (char_length(title) between 1 and 120),
  body text not null check (char_length(body) <= 200),
  link text not null check (link ~ '^/[a-z]' and char_length(link) <= 300),
  is_urgent boolean not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null default now()
);
comment on table public.pushes is 'Pushes to be sent, each once to a browser. They go when they are sent, read meanwhile, or given up.';
create index pushes_due on public.pushes (next_attempt_at);
alter table public.pushes enable row level security;
grant select, insert, update, delete on public.pushes to service_role;
create trigger log_act after insert or update or delete on public.pushes for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('push', 'id', 'title body');
