-- The wake-up is published after the commit as well, because NOTIFY within a transaction serialises commits.
create function jobs.enqueue(task text, payload jsonb default '{}', run_at timestamptz default now(), job_key text default null)
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  job_id bigint;
begin
  insert into jobs.queue as q (task, payload, run_at, job_key)
  values (enqueue.task, coalesce(enqueue.payload, '{}'), coalesce(enqueue.run_at, pg_catalog.now()), enqueue.job_key)
  on conflict on constraint queue_job_key_key do update set
    task = excluded.task, payload = excluded.payload, run_at = excluded.run_at, attempts = 0, revision = q.revision + 1,
    last_error = null, failed_at = null
  returning q.id into job_id;
  perform realtime.announce('jobs_enqueued', '{""}');
  return job_id;
end
$$;
comment on function jobs.enqueue(text, jsonb, timestamp with time zone, text) is 'Adds a job to the caller''s transaction and returns its id.';

create function jobs.cancel(job_key text) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  delete from jobs.queue q where q.job_key = cancel.job_key and (q.held_until is null or q.held_until < pg_catalog.clock_timestamp());
  return found;
end
$$;
comment on function jobs.cancel(text) is 'Removes a job that is not running; true if there was one.';

-- A repeated task keeps its position in the queue: with a later run_at, each enqueueing would move it behind a long queue, and it
-- would never run.
create function jobs.enqueue_due_schedules(tasks text[]) returns integer language plpgsql security definer set search_path = '' as $$
declare
  due text;
  count integer := 0;
begin
  for due in
    update jobs.schedules s
    set next_run_at = greatest(s.next_run_at + pg_catalog.make_interval(secs => s.every_seconds), pg_catalog.clock_timestamp())
    where s.task = any (array(
      select d.task from jobs.schedules d where d.task = any (tasks) and d.next_run_at <= pg_catalog.clock_timestamp() for update skip locked))
    returning s.task
  loop
    insert into jobs.queue as q (task, job_key) values (due, 'every:' || due)
    on conflict on constraint queue_job_key_key do update set
      run_at = least(q.run_at, excluded.run_at), attempts = 0, revision = q.revision + 1, last_error = null, failed_at = null;
    count := count + 1;
  end loop;
  if count > 0 then perform realtime.announce('jobs_enqueued', '{""}'); end if;
  return count;
end
$$;
comment on function jobs.enqueue_due_schedules(text[]) is 'Enqueues the repeated tasks that are due; missed runs are made up once, not one by one.';
