-- Work that happens later: enqueued in the transaction that causes it, run at least once, soon taken over when its runner dies.
create schema jobs;

comment on schema jobs is 'Deferred and repeated work.';

grant usage on schema jobs to auth_admin, service_role;

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
-- Finds the few repeated jobs beside a long queue.
create index queue_by_task on jobs.queue (task, run_at) where failed_at is null;
alter table jobs.queue enable row level security;

create table jobs.schedules (
  task text primary key check (task ~ '^[a-z][a-z0-9_.:-]{0,99}$'),
  every_seconds integer not null check (every_seconds between 1 and 2592000),
  next_run_at timestamptz not null default now()
);
comment on table jobs.schedules is 'Repeated tasks and when each is due next; shared by all processes, so each turn happens once.';
alter table jobs.schedules enable row level security;
