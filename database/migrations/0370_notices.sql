-- Notices in the app: what a person is told by mail stands there as well, for people without an e-mail address too. The function that
-- queues a mail writes it, in the same transaction (server/mails/queue-system-mail.ts).
create table public.notices (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null,
  kind text not null check (kind ~ '^[a-z][a-z-]{2,60}$'),
  title text not null check (char_length(title) between 1 and 200),
  body text not null check (char_length(body) <= 1000),
  link text check (link ~ '^/[a-z]' and char_length(link) <= 300),
  created_at timestamptz not null default now(),
  read_at timestamptz
);
comment on table public.notices is 'What a person was told, in the words of that day. Only theirs to see and to mark as read; old ones go (setting notices_kept_days).';
comment on column public.notices.person_id is 'A profile. No foreign key: it would lock the person after their orders, against the order of locks (decision 0013).';
comment on column public.notices.kind is 'Name of the mail that says the same.';
comment on column public.notices.link is 'Path of the page with the rest.';
create index notices_of_person on public.notices (person_id, created_at desc);
create index notices_unread on public.notices (person_id) where read_at is null;
create index notices_by_age on public.notices (created_at);
create trigger announce after insert or update on public.notices for each row execute function realtime.announce_change();
create trigger log_act after insert or update or delete on public.notices for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('notice', 'id', 'title body');

create function public.forget_notices_of_person() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.notices where person_id = old.id;
  return null;
end $$;
revoke execute on function public.forget_notices_of_person() from public;
create trigger forget_notices after delete on public.profiles for each row execute function public.forget_notices_of_person();

alter table public.notices enable row level security;
create policy own_notices on public.notices for select to authenticated using (person_id = (select auth.uid()));
create policy own_reading on public.notices for update to authenticated
  using (person_id = (select auth.uid())) with check (person_id = (select auth.uid()));
create policy second_step on public.notices as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.notices to authenticated;
grant update (read_at) on public.notices to authenticated;
grant select, insert, delete on public.notices to service_role;

-- First values are in force from the beginning of time, which the guards allow to nobody later.
alter table public.settings disable trigger user;
insert into public.settings (key, value, effective_from, note) values
  ('notices_kept_days', '90', '-infinity', 'Notices in the app go after so many days');
alter table public.settings enable trigger user;
create function public.guard_kept_days() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric not between 7 and 3650 or (new.value #>> '{}')::numeric % 1 <> 0 then
    raise exception 'Notices are kept for 7 to 3650 whole days' using errcode = 'PT400';
  end if;
  return new;
end $$;
revoke execute on function public.guard_kept_days() from public;
create trigger guard_kept_days before insert on public.settings for each row when (new.key = 'notices_kept_days')
  execute function public.guard_kept_days();
