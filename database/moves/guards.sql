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

create trigger announce_table after insert or update or delete or truncate on public.allowed_moves for each statement execute function realtime.announce_table();
