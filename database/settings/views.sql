-- What can still be withdrawn in silence is announced to nobody.
create view public.planned_rates as
select key, value, effective_from, coalesce(told_at, created_at) as announced_at from public.settings
where key like '%\_bps' and effective_from > now() and withdrawn_at is null and (told_at is not null or not public.is_told_rate(key));
comment on view public.planned_rates is 'Rates that are announced and not yet in force, for everybody to read.';
