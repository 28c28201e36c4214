create function public.guard_books_hour() returns trigger language plpgsql set search_path = '' as $$
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric not in (select generate_series(0, 23)) then
    raise exception 'This setting is an hour from 0 to 23' using errcode = 'PT400';
  end if;
  return new;
end $$;

create trigger guard_own_case before update on public.book_differences for each row
  when (new.resolved_by is distinct from old.resolved_by) execute function public.guard_own_case('difference', 'id', 'resolved_by');
create trigger log_act after insert or delete or update on public.book_differences
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('book-difference', 'id', '');

create trigger log_act after insert or delete or update on public.gateway_records
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('gateway-record', 'id', '');

create trigger log_act after insert or delete or update on public.book_comparisons
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('book-comparison', 'id', '');

create trigger log_act after insert or delete or update on public.audit_runs
  for each row when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('audit-run', 'id', '');
