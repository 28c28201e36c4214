-- A repeated task keeps its turn. Enqueued again before it ran, it used to move to the end of the queue, and behind a long one it never ran.
create or replace function jobs.enqueue_due_schedules(tasks text[]) returns integer language plpgsql security definer set search_path = '' as $$
declare
  due text;
  count integer := 0;
begin
  for due in
    update jobs.schedules s
    set next_run_at = greatest(s.next_run_at + pg_catalog.make_interval(secs => s.every_seconds), pg_catalog.clock_timestamp())
    where s.task in (
      select d.task from jobs.schedules d where d.task = any (tasks) and d.next_run_at <= pg_catalog.clock_timestamp() for update skip locked)
    returning s.task
  loop
    insert into jobs.queue as q (task, job_key) values (due, 'every:' || due)
    on conflict on constraint queue_job_key_key do update set
      run_at = least(q.run_at, excluded.run_at), attempts = 0, revision = q.revision + 1, last_error = null, failed_at = null;
    count := count + 1;
  end loop;
  if count > 0 then perform pg_catalog.pg_notify('jobs_enqueued', ''); end if;
  return count;
end
$$;

-- Finds the few repeated jobs beside a long queue.
create index queue_by_task on jobs.queue (task, run_at) where failed_at is null;
