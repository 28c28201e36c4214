-- A statement moves up to some hundred rows: each is found in both lists at once, whatever the caller has told the planner of its own tables.
alter function public.watch_moved_statuses() set enable_hashjoin = on;
