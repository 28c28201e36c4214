grant select (taken_at, stored_at, bytes, seconds) on site.backups to service_role;
