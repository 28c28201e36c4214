grant select on public.mail_records to authenticated, service_role;
