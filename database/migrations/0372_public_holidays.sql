-- Nigerian public holidays: several are announced days before, so the chief keeps the list.
create table public.public_holidays (
  date date primary key,
  name text not null check (char_length(trim(name)) between 3 and 80),
  is_expected boolean not null default false,
  created_at timestamptz not null default now()
);
comment on table public.public_holidays is 'Days without bank business in Nigeria. Business days are Monday to Friday without these.';
comment on column public.public_holidays.is_expected is 'Not yet announced: by the moon, or in place of a day at the weekend.';
insert into public.public_holidays (date, name, is_expected) values
  ('2026-01-01', 'New Year', false), ('2026-03-20', 'Eid al-Fitr', true), ('2026-03-23', 'Eid al-Fitr, second day', true),
  ('2026-04-03', 'Good Friday', false), ('2026-04-06', 'Easter Monday', false), ('2026-05-01', 'Workers'' Day', false),
  ('2026-05-27', 'Eid al-Adha', true), ('2026-05-28', 'Eid al-Adha, second day', true), ('2026-06-12', 'Democracy Day', false),
  ('2026-08-26', 'Eid al-Mawlid', true), ('2026-10-01', 'Independence Day', false), ('2026-12-25', 'Christmas Day', false),
  ('2026-12-26', 'Boxing Day', false), ('2026-12-28', 'Boxing Day, work-free day', true),
  ('2027-01-01', 'New Year', false), ('2027-03-10', 'Eid al-Fitr', true), ('2027-03-11', 'Eid al-Fitr, second day', true),
  ('2027-03-26', 'Good Friday', false), ('2027-03-29', 'Easter Monday', false), ('2027-05-01', 'Workers'' Day', false), ('2027-05-03', 'Workers'' Day, work-free day', true),
  ('2027-05-17', 'Eid al-Adha', true), ('2027-05-18', 'Eid al-Adha, second day', true), ('2027-06-12', 'Democracy Day', false),
  ('2027-06-14', 'Democracy Day, work-free day', true),
  ('2027-08-16', 'Eid al-Mawlid', true), ('2027-10-01', 'Independence Day', false), ('2027-12-25', 'Christmas Day', false), ('2027-12-26', 'Boxing Day', false),
  ('2027-12-27', 'Christmas Day, work-free day', true), ('2027-12-28', 'Boxing Day, work-free day', true);

alter table public.public_holidays enable row level security;
create policy everybody_reads on public.public_holidays for select to authenticated using (true);
create policy chief_adds on public.public_holidays for insert to authenticated with check ((select rights.has_role('chief')));
create policy chief_removes on public.public_holidays for delete to authenticated using ((select rights.has_role('chief')));
create policy second_step on public.public_holidays as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, delete on public.public_holidays to authenticated;
grant insert (date, name, is_expected) on public.public_holidays to authenticated;
grant all on public.public_holidays to service_role;
create trigger log_act after insert or update or delete on public.public_holidays for each row
  when (pg_trigger_depth() = 0 and rights.writes_at_the_tables()) execute function public.log_act('public-holiday', 'date', '');
create trigger limit_changes after update on public.public_holidays referencing new table as written for each statement
  when (pg_trigger_depth() = 0 and current_setting('role', true) = 'authenticated') execute function public.limit_writes();
create trigger limit_removals after delete on public.public_holidays referencing old table as written for each statement
  when (pg_trigger_depth() = 0 and current_setting('role', true) = 'authenticated') execute function public.limit_writes();

-- The n-th business day after a day, as domain/calendar.ts counts (addBusinessDays).
create function public.add_business_days(from_day date, days integer) returns date language sql stable security definer set search_path = '' as $$
  select coalesce((select d::date from generate_series(from_day + 1, from_day + days * 2 + 40, interval '1 day') d
    where extract(isodow from d) < 6 and not exists (select from public.public_holidays h where h.date = d::date)
    order by d offset greatest(days, 1) - 1 limit case when days > 0 then 1 else 0 end), from_day)
$$;
revoke execute on function public.add_business_days(date, integer) from public;
grant execute on function public.add_business_days(date, integer) to service_role;

-- Five business days from the day a refund was asked for. What was promised stays: a holiday that is added later moves no promise.
alter table public.refunds alter column expected_by set default public.add_business_days((now() at time zone 'Africa/Lagos')::date, 5);
update public.refunds set expected_by = public.add_business_days((created_at at time zone 'Africa/Lagos')::date, 5);
alter table public.refunds alter column expected_by set not null;
comment on column public.refunds.expected_by is 'The fifth business day after the day it was asked for: what its buyer was told.';
create index refunds_on_their_way on public.refunds (expected_by) where status in ('requested', 'sent');

-- A refund past its day waits for the chief. Added to what the view counts already, whatever that is.
do $$
begin
  execute 'create or replace view public.waiting with (security_invoker = true) as '
    || rtrim(pg_get_viewdef('public.waiting'::regclass), ';') || $view$
    union all
    select 'refund', 'overdue', 'chief', count(*)::integer from public.refunds
      where (select rights.has_role('chief')) and status in ('requested', 'sent')
        and expected_by < (now() at time zone 'Africa/Lagos')::date having count(*) > 0 $view$;
end $$;
