-- Which notices also go by mail and by push, and when a person wants no sound. What is about their orders and money goes by mail
-- whatever they choose, so it has no column here.
create table public.notice_preferences (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  mail_prices boolean not null,
  mail_shops boolean not null,
  mail_messages boolean not null,
  mail_rewards boolean not null,
  push_orders boolean not null,
  push_prices boolean not null,
  push_shops boolean not null,
  push_messages boolean not null,
  push_rewards boolean not null,
  quiet_from time,
  quiet_to time,
  constraint both_ends_of_the_night check ((quiet_from is null) = (quiet_to is null) and quiet_from <> quiet_to)
);
comment on table public.notice_preferences is 'Only theirs. Who has no row has the defaults of notice_preferences_of().';
comment on column public.notice_preferences.quiet_from is 'Time of day in Lagos; null for no quiet hours. Later than quiet_to when the night lies between.';
create trigger log_act after insert or update or delete on public.notice_preferences for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('notice-preference', 'person_id', '');

create function public.notice_preferences_of(person uuid) returns public.notice_preferences language sql stable set search_path = '' as $$
  select p.* from public.notice_preferences p where p.person_id = person
  union all
  select person, true, false, true, true, true, true, true, true, false, time '21:00', time '07:00'
  where not exists (select from public.notice_preferences p where p.person_id = person)
$$;
comment on function public.notice_preferences_of(uuid) is 'What holds for a person: their own row, or the defaults. Mails of followed shops and pushes of rewards are what somebody must ask for.';
revoke execute on function public.notice_preferences_of(uuid) from public;
grant execute on function public.notice_preferences_of(uuid) to authenticated, service_role;

create view public.my_notice_preferences with (security_invoker = true) as
  select p.* from public.notice_preferences_of((select auth.uid())) p;
comment on view public.my_notice_preferences is 'What holds for whoever asks.';
grant select on public.my_notice_preferences to authenticated;

-- The clock is an argument: callers pass now().
create function public.after_quiet_hours(preferences public.notice_preferences, moment timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select case when quiet.is_now then (local.at::date + (preferences).quiet_to
    + case when local.at::time >= (preferences).quiet_to then interval '1 day' else interval '0' end) at time zone 'Africa/Lagos' else moment end
  from (select moment at time zone 'Africa/Lagos' as at) local,
    lateral (select case when (preferences).quiet_from < (preferences).quiet_to
      then local.at::time >= (preferences).quiet_from and local.at::time < (preferences).quiet_to
      else local.at::time >= (preferences).quiet_from or local.at::time < (preferences).quiet_to end as is_now) quiet
$$;
comment on function public.after_quiet_hours(public.notice_preferences, timestamptz) is 'The same moment, or the end of the quiet hours that it falls into.';
revoke execute on function public.after_quiet_hours(public.notice_preferences, timestamptz) from public;
grant execute on function public.after_quiet_hours(public.notice_preferences, timestamptz) to service_role;

-- `channel` is mail or push, `topic` one of domain/notices/topics.ts.
create function public.wants_notice(preferences public.notice_preferences, channel text, topic text) returns boolean
language sql stable set search_path = '' as $$
  select channel = 'mail' and topic = 'orders' or coalesce((to_jsonb(preferences) ->> (channel || '_' || topic))::boolean, false)
$$;
revoke execute on function public.wants_notice(public.notice_preferences, text, text) from public;
grant execute on function public.wants_notice(public.notice_preferences, text, text) to service_role;

alter table public.notice_preferences enable row level security;
create policy own_preferences on public.notice_preferences for select to authenticated using (person_id = (select auth.uid()));
create policy own_preferences_add on public.notice_preferences for insert to authenticated with check (person_id = (select auth.uid()));
create policy own_preferences_edit on public.notice_preferences for update to authenticated
  using (person_id = (select auth.uid())) with check (person_id = (select auth.uid()));
create policy second_step on public.notice_preferences as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, insert, update on public.notice_preferences to authenticated;
grant select, insert, update, delete on public.notice_preferences to service_role;
