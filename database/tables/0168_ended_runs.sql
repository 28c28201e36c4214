-- Overseers list the runs of the last day, of all states.
create index delivery_runs_ended on public.delivery_runs (ended_at) where status = 'ended';
