create policy queue_mail on mail.messages for insert to auth_admin with check (status = 'queued' and attempts = 0);
grant select, insert, update, delete on mail.messages to service_role;
grant insert (id, kind, recipient, subject, text, html, headers, lane) on mail.messages to auth_admin;
