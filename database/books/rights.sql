create policy chief_reads on public.gateway_records for select to authenticated using ((select rights.has_role('chief')));
grant select on public.gateway_records to authenticated, service_role;
grant insert, update on public.gateway_records to service_role;

create policy chief_reads on public.book_comparisons for select to authenticated using ((select rights.has_role('chief')));
grant select on public.book_comparisons to authenticated, service_role;
grant insert on public.book_comparisons to service_role;

create policy chief_reads on public.book_differences for select to authenticated using ((select rights.has_role('chief')));
grant select on public.book_differences to authenticated, service_role;
grant insert, update on public.book_differences to service_role;

create policy chief_reads on public.audit_runs for select to authenticated using ((select rights.has_role('chief')));
grant select on public.audit_runs to authenticated, service_role;
grant insert on public.audit_runs to service_role;

grant execute on function ledger.chain(timestamp with time zone) to service_role;
