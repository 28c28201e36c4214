-- Audit, settings with effective dates, and messages between people.
create table public.audit_log (
  id bigint generated always as identity primary key,
  actor_id uuid,
  action text not null check (action ~ '^[a-z-]+\.[a-z-]+$'),
  subject_type text not null,
  subject_id uuid,
  before jsonb,
  after jsonb,
  at timestamptz not null default now()
);
comment on table public.audit_log is 'Every privileged act: who, what, before, after. Append-only; read by the chief and coordinators.';
create index audit_log_newest on public.audit_log (at desc);
create index audit_log_subject on public.audit_log (subject_type, subject_id);
create index audit_log_actor on public.audit_log (actor_id, at desc);

create table public.settings (
  key text not null check (key ~ '^[a-z][a-z0-9_]{2,60}$'),
  value jsonb not null,
  effective_from timestamptz not null default now(),
  note text not null default '' check (char_length(note) <= 300),
  created_by uuid references public.profiles (id),
  created_at timestamptz not null default now(),
  primary key (key, effective_from)
);
comment on table public.settings is 'The value in force is the newest whose effective_from has passed. Changes of the reward programme take effect 30 days after the notice at the earliest.';

create function public.setting(setting_key text) returns jsonb language sql stable security definer set search_path = '' as
$$ select value from public.settings where key = setting_key and effective_from <= now() order by effective_from desc limit 1 $$;

-- The first value of each key is in force from the beginning of time.
insert into public.settings (key, value, effective_from, note) values
  ('buyer_fee_bps', '250', '-infinity', 'Buyer transaction fee 2.5%'),
  ('vendor_fee_bps', '500', '-infinity', 'Vendor platform fee 5%'),
  ('referral_bps', '50', '-infinity', 'Referral reward 0.5%'),
  ('late_leave_charge_bps', '1000', '-infinity', 'Charge for leaving after the free time, 10% of goods'),
  ('bulk_hold_minutes', '30', '-infinity', 'An unpaid checkout holds stock this long'),
  ('market_opened_at', 'null', '-infinity', 'Opening day of the market; the first profile when null');

create function public.guard_setting() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if rights.seeding() then return new; end if;
  if new.key in ('referral_bps') and new.effective_from < now() + interval '30 days' then
    raise exception 'Changes of the reward programme need 30 days'' notice' using errcode = 'PT400';
  end if;
  if new.effective_from < now() - interval '1 minute' then
    raise exception 'A setting cannot take effect in the past' using errcode = 'PT400';
  end if;
  if not exists (select from public.settings where key = new.key) then raise exception 'Unknown setting %', new.key using errcode = 'PT400'; end if;
  if (new.key like '%\_bps' or new.key like '%\_minutes') and (jsonb_typeof(new.value) <> 'number'
    or (new.value #>> '{}')::numeric not between 0 and 10000 or (new.value #>> '{}')::numeric % 1 <> 0) then
    raise exception 'This setting is a whole number from 0 to 10000' using errcode = 'PT400';
  end if;
  new.created_by := auth.uid();
  insert into public.audit_log (actor_id, action, subject_type, before, after)
  values (auth.uid(), 'setting.change', 'setting', jsonb_build_object(new.key, public.setting(new.key)),
    jsonb_build_object(new.key, new.value, 'effective_from', new.effective_from));
  return new;
end $$;
create trigger guard_setting before insert on public.settings for each row execute function public.guard_setting();

create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  subject text not null check (char_length(trim(subject)) between 1 and 160),
  order_id uuid references public.orders (id),
  bulk_order_id uuid references public.bulk_orders (id),
  created_by uuid not null references public.profiles (id),
  created_at timestamptz not null default now(),
  last_message_at timestamptz not null default now()
);
create unique index one_conversation_per_order on public.conversations (order_id, created_by) where order_id is not null;
create index conversations_newest on public.conversations (last_message_at desc);

create table public.conversation_members (
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  profile_id uuid not null references public.profiles (id),
  display_name text not null check (char_length(display_name) between 1 and 120),
  last_read_at timestamptz,
  primary key (conversation_id, profile_id)
);
create index conversation_members_person on public.conversation_members (profile_id);
comment on column public.conversation_members.display_name is 'Name shown to the others: the person''s, or the shop''s for a vendor.';

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  sender_id uuid not null default auth.uid() references public.profiles (id),
  body text not null check (char_length(trim(body)) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index messages_of_conversation on public.messages (conversation_id, created_at);

create function rights.my_conversation_ids() returns setof uuid language sql stable security definer set search_path = '' as
$$ select conversation_id from public.conversation_members where profile_id = auth.uid() $$;

create function public.note_message() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.conversations set last_message_at = new.created_at where id = new.conversation_id;
  update public.conversation_members set last_read_at = new.created_at
  where conversation_id = new.conversation_id and profile_id = new.sender_id;
  return null;
end $$;
create trigger note_message after insert on public.messages for each row execute function public.note_message();

alter table public.audit_log enable row level security;
alter table public.settings enable row level security;
alter table public.conversations enable row level security;
alter table public.conversation_members enable row level security;
alter table public.messages enable row level security;

create policy chief_reads on public.audit_log for select to authenticated using ((select rights.has_role('chief', 'coordinator')));
create policy own_acts on public.audit_log for select to authenticated using (actor_id = (select auth.uid()));
create policy chief_reads on public.settings for select to authenticated using ((select rights.has_role('chief', 'coordinator')));
create policy chief_adds on public.settings for insert to authenticated with check ((select rights.has_role('chief')));
create policy members_read on public.conversations for select to authenticated using (id in (select rights.my_conversation_ids()));
create policy members_read on public.conversation_members for select to authenticated
  using (conversation_id in (select rights.my_conversation_ids()));
create policy own_reading on public.conversation_members for update to authenticated
  using (profile_id = (select auth.uid())) with check (profile_id = (select auth.uid()));
create policy members_read on public.messages for select to authenticated using (conversation_id in (select rights.my_conversation_ids()));
create policy members_write on public.messages for insert to authenticated
  with check (sender_id = (select auth.uid()) and conversation_id in (select rights.my_conversation_ids()));

grant select on public.audit_log, public.settings, public.conversations, public.conversation_members, public.messages to authenticated;
grant insert (key, value, effective_from, note) on public.settings to authenticated;
grant update (last_read_at) on public.conversation_members to authenticated;
grant insert (id, conversation_id, sender_id, body) on public.messages to authenticated;
grant select, insert on public.audit_log to service_role;
grant all on public.settings, public.conversations, public.conversation_members, public.messages to service_role;
grant execute on function public.setting(text), rights.my_conversation_ids() to anon, authenticated, service_role;
