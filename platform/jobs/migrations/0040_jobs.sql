-- Work that happens later: enqueued in the transaction that causes it, run at least once, soon taken over when its runner dies.
create schema jobs;
comment on schema jobs is 'Deferred and repeated work.';
grant usage on schema jobs to service_role, auth_admin;

create table jobs.queue (
  id bigint generated always as identity primary key,
  task text not null check (task ~ '^[a-z][a-z0-9_.:-]{0,99}$'),
  payload jsonb not null default '{}',
  job_key text unique check (char_length(job_key) between 1 and 300),
  run_at timestamptz not null default now(),
  attempts integer not null default 0,
  revision integer not null default 0,
  held_by uuid,
  held_until timestamptz,
  last_error text,
  failed_at timestamptz,
  created_at timestamptz not null default now(),
  check ((held_by is null) = (held_until is null))
);
comment on table jobs.queue is 'Jobs to run; a finished one is deleted.';
comment on column jobs.queue.job_key is 'At most one job per key: enqueuing again replaces payload and time.';
comment on column jobs.queue.revision is 'Rises when a job is enqueued again, so that a run in progress does not swallow the newer request.';
comment on column jobs.queue.held_until is 'The runner pushes this ahead while it lives; past it, any runner may take the job.';
comment on column jobs.queue.failed_at is 'Set when all attempts are spent; the row stays for an operator to see.';
create index queue_due on jobs.queue (run_at, id) where failed_at is null;
create index queue_failed on jobs.queue (failed_at) where failed_at is not null;

create table jobs.schedules (
  task text primary key check (task ~ '^[a-z][a-z0-9_.:-]{0,99}$'),
  every_seconds integer not null check (every_seconds between 1 and 2592000),
  next_run_at timestamptz not null default now()
);
comment on table jobs.schedules is 'Repeated tasks and when each is due next; shared by all processes, so each turn happens once.';

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
  perform pg_catalog.pg_notify('jobs_enqueued', '');
  return job_id;
end
$$;
comment on function jobs.enqueue(text, jsonb, timestamptz, text) is 'Adds a job to the caller''s transaction and returns its id.';

create function jobs.cancel(job_key text) returns boolean language plpgsql security definer set search_path = '' as $$
begin
  delete from jobs.queue q where q.job_key = cancel.job_key and (q.held_until is null or q.held_until < pg_catalog.clock_timestamp());
  return found;
end
$$;
comment on function jobs.cancel(text) is 'Removes a job that is not running; tells whether there was one.';

create function jobs.enqueue_due_schedules(tasks text[]) returns integer language plpgsql security definer set search_path = '' as $$
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
    perform jobs.enqueue(due, '{}', pg_catalog.now(), 'every:' || due);
    count := count + 1;
  end loop;
  return count;
end
$$;
comment on function jobs.enqueue_due_schedules(text[]) is 'Enqueues the repeated tasks whose turn has come; missed turns are made up once, not one by one.';

alter table jobs.queue enable row level security;
alter table jobs.schedules enable row level security;
grant select, insert, update, delete on jobs.queue, jobs.schedules to service_role;
grant execute on function jobs.enqueue(text, jsonb, timestamptz, text) to service_role, auth_admin;
grant execute on function jobs.cancel(text) to service_role, auth_admin;
grant execute on function jobs.enqueue_due_schedules(text[]) to service_role;
