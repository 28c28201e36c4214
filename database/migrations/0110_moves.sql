-- What every status may become, and by whose doing (docs/decisions/0001). domain/*/states.ts holds the same rows, and a test compares the two.
create table public.allowed_moves (
  subject text not null,
  from_status text not null,
  to_status text not null,
  causes text[] not null check (cardinality(causes) > 0 and causes <@ array['buyer', 'vendor', 'hub', 'manager', 'coordinator', 'chief',
    'content', 'clock', 'gateway', 'operator']),
  primary key (subject, from_status, to_status)
);
comment on table public.allowed_moves is 'Every other change of status is refused by trigger. from_status `new`: how a row may begin.';
comment on column public.allowed_moves.causes is 'Who may bring the move about.';
insert into public.allowed_moves (subject, from_status, to_status, causes)
select subject, from_status, unnest(string_to_array(to_statuses, ' ')), string_to_array(causes, ' ') from (values
  ('group_buy', 'new', 'draft active', 'vendor'),
  ('group_buy', 'draft', 'active cancelled', 'vendor'),
  ('group_buy', 'active', 'closed', 'clock'),
  ('group_buy', 'active', 'cancelled', 'vendor manager coordinator chief'),
  ('group_buy', 'closed', 'active settling', 'clock'),
  ('group_buy', 'closed', 'cancelled', 'vendor manager coordinator chief'),
  ('group_buy', 'settling', 'confirmed', 'clock vendor'),
  ('group_buy', 'settling', 'failed', 'clock'),
  ('group_buy', 'confirmed', 'ready', 'vendor hub'),
  ('group_buy', 'confirmed', 'cancelled', 'vendor manager coordinator chief'),
  ('group_buy', 'ready', 'completed', 'clock'),
  ('order', 'new', 'pending', 'buyer'),
  ('order', 'pending', 'paid', 'gateway buyer'),
  ('order', 'pending', 'expired', 'clock'),
  ('order', 'pending', 'cancelled', 'buyer vendor manager coordinator chief'),
  ('order', 'paid', 'confirmed', 'clock'),
  ('order', 'paid', 'ready', 'vendor'),
  ('order', 'paid', 'refunding', 'buyer clock vendor manager coordinator chief'),
  ('order', 'confirmed', 'ready', 'vendor hub'),
  ('order', 'confirmed', 'refunding', 'buyer vendor manager coordinator chief'),
  ('order', 'ready', 'collected delivered', 'hub'),
  ('order', 'ready', 'refunding', 'vendor hub clock coordinator chief'),
  ('order', 'collected', 'completed', 'clock'),
  ('order', 'delivered', 'completed', 'clock'),
  ('order', 'collected', 'refunding', 'clock vendor coordinator chief'),
  ('order', 'delivered', 'refunding', 'clock vendor coordinator chief'),
  ('order', 'refunding', 'refunded', 'gateway'),
  ('checkout', 'new', 'open', 'buyer'),
  ('checkout', 'open', 'paid', 'gateway buyer'),
  ('checkout', 'open', 'expired', 'clock'),
  ('checkout', 'open', 'cancelled', 'buyer'),
  ('payment', 'new', 'initiated', 'buyer'),
  ('payment', 'initiated', 'pending succeeded failed', 'gateway'),
  ('payment', 'pending', 'succeeded failed abandoned', 'gateway'),
  ('payment', 'succeeded', 'reversed', 'gateway'),
  ('refund', 'new', 'requested', 'buyer clock vendor manager coordinator chief'),
  ('refund', 'requested', 'sent', 'gateway'),
  ('refund', 'sent', 'processed needs_attention failed', 'gateway'),
  ('refund', 'needs_attention', 'sent', 'operator'),
  ('refund', 'failed', 'sent', 'gateway'),
  ('claim', 'new', 'open', 'buyer'),
  ('claim', 'open', 'answered', 'vendor'),
  ('claim', 'open', 'upheld', 'clock'),
  ('claim', 'answered', 'disputed upheld', 'vendor'),
  ('claim', 'answered', 'withdrawn', 'buyer'),
  ('claim', 'disputed', 'proposed', 'manager'),
  ('claim', 'proposed', 'upheld rejected', 'coordinator'),
  ('claim', 'upheld', 'appealed', 'buyer vendor'),
  ('claim', 'rejected', 'appealed', 'buyer vendor'),
  ('claim', 'appealed', 'upheld_final rejected_final', 'chief'),
  ('vendor', 'new', 'pending', 'buyer vendor'),
  ('vendor', 'pending', 'active', 'manager coordinator chief'),
  ('vendor', 'pending', 'rejected', 'buyer vendor manager coordinator chief'),
  ('vendor', 'active', 'suspended', 'vendor manager coordinator chief'),
  ('vendor', 'suspended', 'active', 'manager coordinator chief'),
  ('vendor', 'rejected', 'pending', 'buyer vendor'),
  ('deal', 'new', 'active', 'content'),
  ('deal', 'active', 'deleted', 'content'),
  ('deal', 'deleted', 'active', 'content'),
  ('advert', 'new', 'active', 'content'),
  ('advert', 'active', 'deleted', 'content'),
  ('advert', 'deleted', 'active', 'content'),
  ('post', 'new', 'draft scheduled published', 'content'),
  ('post', 'draft', 'scheduled published', 'content'),
  ('post', 'scheduled', 'published', 'clock content'),
  ('post', 'scheduled', 'draft', 'content'),
  ('post', 'published', 'draft', 'content'),
  ('email_log', 'new', 'pending', 'clock operator'),
  ('email_log', 'pending', 'sent failed', 'clock operator'),
  ('email_log', 'failed', 'sent', 'clock operator')
) as moves (subject, from_status, to_statuses, causes);

create table public.status_changes (
  id bigint generated always as identity primary key,
  subject text not null,
  subject_id uuid not null,
  from_status text,
  to_status text not null,
  cause text not null,
  actor_id uuid,
  reason text,
  at timestamptz not null default clock_timestamp()
);
comment on table public.status_changes is 'Append-only history of every move.';
comment on column public.status_changes.from_status is 'Null for how the row began.';
comment on column public.status_changes.actor_id is 'Null when the clock or a payment event moved it.';
create index status_changes_subject on public.status_changes (subject_id, at);

-- A command that acts for its person in another part than their role's says so: a vendor who joins a buy is its buyer.
create function public.caused_by(cause text) returns text language sql set search_path = '' as
$$ select set_config('request.jwt.claims', (coalesce(auth.jwt(), '{}') || jsonb_build_object('cause', cause))::text, true) $$;
comment on function public.caused_by is 'Every later move of this transaction has this cause. Counts for the service alone.';

create function rights.cause_of(person uuid) returns text language sql stable security definer set search_path = '' as $$
  select case role when 'customer' then 'buyer' when 'administrator' then 'content' when 'supervisor' then 'content' else role end
  from public.profiles where id = person
$$;
comment on function rights.cause_of is 'What somebody moves things as, by their role.';

create function rights.cause() returns text language sql stable security definer set search_path = '' as $$
  select case
    when rights.is_service() then coalesce(auth.jwt() ->> 'cause', rights.cause_of((auth.jwt() ->> 'act')::uuid), 'operator')
    else rights.cause_of(auth.uid()) end
$$;
comment on function rights.cause() is 'What moves a status in this transaction: what its command or job said, else the role of the person behind it, else `operator`.';

-- The trigger's argument names the subject. The person behind a command is the claim `act`, because commands run as service_role.
create function public.watch_status() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  former text := case when tg_op = 'UPDATE' then old.status end;
  moved_by text;
  permitted text[];
begin
  if former = new.status then return null; end if;
  moved_by := rights.cause();
  select causes into permitted from public.allowed_moves
  where subject = tg_argv[0] and from_status = coalesce(former, 'new') and to_status = new.status;
  if permitted is null then
    raise exception '% cannot go from % to %', replace(tg_argv[0], '_', ' '), coalesce(former, 'new'), new.status using errcode = 'PT409';
  end if;
  if moved_by is null or moved_by <> all (permitted) then
    raise exception '% cannot go from % to % by %', replace(tg_argv[0], '_', ' '), coalesce(former, 'new'), new.status, coalesce(moved_by, 'nobody')
      using errcode = 'PT409';
  end if;
  insert into public.status_changes (subject, subject_id, from_status, to_status, cause, actor_id, reason)
  values (tg_argv[0], new.id, former, new.status, moved_by, coalesce((auth.jwt() ->> 'act')::uuid, auth.uid()), to_jsonb(new) ->> 'end_reason');
  return null;
end $$;

alter table public.allowed_moves enable row level security;
alter table public.status_changes enable row level security;
create policy moves_are_public on public.allowed_moves for select using (true);
grant select on public.allowed_moves to anon, authenticated, service_role;
grant select on public.status_changes to authenticated;
grant select, insert on public.status_changes to service_role;
grant execute on function public.caused_by(text) to service_role;
grant execute on function rights.cause() to authenticated, service_role;
