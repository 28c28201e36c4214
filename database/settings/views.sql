-- Changes that can still be withdrawn without notice are not published.
create view public.planned_rates as
select key, value, effective_from, coalesce(notified_at, created_at) as announced_at from public.settings
where key like '%\_bps' and effective_from > now() and withdrawn_at is null and (notified_at is not null or not public.is_notified_rate(key));
comment on view public.planned_rates is 'Announced rates that are not yet in force. Public.';
