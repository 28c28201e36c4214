-- The argument names the subject. The actor is the claim `act`, because commands run as service_role. A batch of joins acts for
-- several people and has no such claim (server/group-buys/join-together.ts): for new rows of buyers the actor is the row's
-- person. Joined by hash: a statement moves up to some hundred rows, whatever the planner expects of its transition tables.
-- Inserted in key order.
create function public.log_status_change() returns trigger language plpgsql security definer set search_path = '' set enable_hashjoin = on as $$
declare
  moved_by text := rights.cause();
  actor uuid := coalesce((auth.jwt() ->> 'act')::uuid, auth.uid());
begin
  if tg_level = 'ROW' then
    if tg_op = 'UPDATE' and old.status = new.status then return null; end if;
    perform public.check_move(tg_argv[0], old.status, new.status, moved_by);
    insert into public.status_changes (subject, subject_id, from_status, to_status, cause, actor_id, reason)
    values (tg_argv[0], new.id, old.status, new.status, moved_by, actor, to_jsonb(new) ->> 'end_reason');
  elsif tg_op = 'INSERT' then
    perform public.check_move(tg_argv[0], null, s.status, moved_by) from (select distinct status from fresh) s;
    insert into public.status_changes (subject, subject_id, from_status, to_status, cause, actor_id)
    select tg_argv[0], f.id, null, f.status, moved_by, coalesce(actor, case when moved_by = 'buyer' then f.user_id end) from fresh f;
  else
    perform public.check_move(tg_argv[0], m.former, m.state, moved_by)
    from (select distinct o.status as former, f.status as state from fresh f join former o on o.id = f.id where o.status <> f.status) m;
    insert into public.status_changes (subject, subject_id, from_status, to_status, cause, actor_id)
    select tg_argv[0], f.id, o.status, f.status, moved_by, actor from fresh f join former o on o.id = f.id where o.status <> f.status order by f.id;
  end if;
  return null;
end $$;
comment on function public.log_status_change() is 'Logs one row, or all rows of a statement. Statement triggers are for tables that have a user_id and no reasons and whose ids never change.';

create trigger announce_table after insert or update or delete or truncate on public.allowed_moves for each statement execute function realtime.announce_table();
