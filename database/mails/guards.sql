-- Mails and notices that one statement writes are logged and announced once for all of them.
create function public.log_mail() returns trigger language plpgsql security definer set search_path = '' set enable_seqscan = off as $$
begin
  insert into public.email_logs (user_id, template_id, recipient_email, subject, content, kind, message_id)
  select (select p.id from auth.users u join public.profiles p on p.id = u.id where u.email = lower(f.recipient) and not u.is_sso_user),
    (select t.id from public.email_templates t where t.type = f.kind),
    f.recipient,
    -- Whoever reads the log must not get into the account by it. What comes by the contact form is kept in its inbox.
    case when f.kind like 'auth-%' then regexp_replace(f.subject, '\d{4,}', '······', 'g') else f.subject end,
    case when f.kind like 'auth-%' or f.kind in ('hand-over-code', 'contact') then '' else coalesce(f.text, '') end,
    f.kind, f.id
  from fresh f;
  return null;
end $$;

-- A statement moves up to some hundred rows: each is found in both lists at once, whatever the caller has told the planner of its own tables.
-- The rows of a statement move in whatever order the planner finds them; what is kept of it always reads the same.
create function public.watch_moved_statuses() returns trigger language plpgsql security definer set search_path = '' set enable_hashjoin = on as $$
declare
  moved_by text := rights.cause();
  move record;
  permitted text[];
begin
  for move in select distinct o.status as former, f.status as state from fresh f join former o on o.id = f.id where o.status <> f.status loop
    select causes into permitted from public.allowed_moves where subject = tg_argv[0] and from_status = move.former and to_status = move.state;
    if permitted is null then
      raise exception '% cannot go from % to %', replace(tg_argv[0], '_', ' '), move.former, move.state using errcode = 'PT409';
    end if;
    if moved_by is null or moved_by <> all (permitted) then
      raise exception '% cannot go from % to % by %', replace(tg_argv[0], '_', ' '), move.former, move.state, coalesce(moved_by, 'nobody') using errcode = 'PT409';
    end if;
  end loop;
  insert into public.status_changes (subject, subject_id, from_status, to_status, cause, actor_id)
  select tg_argv[0], f.id, o.status, f.status, moved_by, coalesce((auth.jwt() ->> 'act')::uuid, auth.uid())
  from fresh f join former o on o.id = f.id where o.status <> f.status order by f.id;
  return null;
end $$;
comment on function public.watch_moved_statuses() is 'For tables without reasons, whose keys never change.';

create trigger log_mail after insert on mail.messages referencing new table as fresh for each statement execute function public.log_mail();
