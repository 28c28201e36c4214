-- A statement moves up to some hundred rows: each is found in both lists at once, whatever the caller has told the planner of its own tables.
-- The rows of a statement move in whatever order the planner finds them; what is kept of it always reads the same.
create or replace function public.watch_moved_statuses() returns trigger language plpgsql security definer set search_path = '' set enable_hashjoin = on as $$
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
