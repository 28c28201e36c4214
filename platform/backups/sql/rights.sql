grant select (taken_at, kept_at, bytes, seconds) on site.backups to service_role;
