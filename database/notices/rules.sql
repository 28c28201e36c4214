-- The latest step that is due; null before the first, after the due time, and for a step that had passed when the order was made
-- or the buy extended (`since`). Steps as in domain/time/clocks.ts.
create function public.reminder_step(due_at timestamptz, since timestamptz, at timestamptz) returns integer
language sql immutable set search_path = '' as $$
  select case when at < due_at and since < due_at - make_interval(hours => s.hours) then s.hours end
  from (select min(hours) as hours from unnest(array[72, 24, 3]) hours where at >= due_at - make_interval(hours => hours)) s
$$;

-- Same rule as web/products/on-sale.ts.
create function public.is_orderable(product public.products) returns boolean language sql stable set search_path = '' as $$
  select product.archived_at is null and product.paused_until is null and product.available_quantity >= product.min_quantity
    and (product.share_date is null or product.share_date >= (now() at time zone 'Africa/Lagos')::date)
$$;
comment on function public.is_orderable(public.products) is 'In stock, not paused, and before its sharing day.';

create function public.notice_preferences_of(person uuid) returns public.notice_preferences language sql stable set search_path = '' as $$
  select p.* from public.notice_preferences p where p.person_id = person
  union all
  select person, true, false, true, true, true, true, true, true, false, time '21:00', time '07:00'
  where not exists (select from public.notice_preferences p where p.person_id = person)
$$;
comment on function public.notice_preferences_of(uuid) is 'A person''s preferences: their own row, or the defaults. Mails of followed shops and pushes of rewards are opt-in.';

-- The time is an argument: callers pass now().
create function public.after_quiet_hours(preferences public.notice_preferences, moment timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select case when quiet.is_now then (local.at::date + (preferences).quiet_to
    + case when local.at::time >= (preferences).quiet_to then interval '1 day' else interval '0' end) at time zone 'Africa/Lagos' else moment end
  from (select moment at time zone 'Africa/Lagos' as at) local,
    lateral (select case when (preferences).quiet_from < (preferences).quiet_to
      then local.at::time >= (preferences).quiet_from and local.at::time < (preferences).quiet_to
      else local.at::time >= (preferences).quiet_from or local.at::time < (preferences).quiet_to end as is_now) quiet
$$;
comment on function public.after_quiet_hours(public.notice_preferences, timestamp with time zone) is 'The given time, or the end of the quiet hours that it falls into.';

-- `channel` is mail or push, `topic` one of domain/notices/topics.ts.
create function public.wants_notice(preferences public.notice_preferences, channel text, topic text) returns boolean
language sql stable set search_path = '' as $$
  select channel = 'mail' and topic = 'orders' or coalesce((to_jsonb(preferences) ->> (channel || '_' || topic))::boolean, false)
$$;

-- The browser as recorded by the auth service; no row if the session has ended.
create function public.session_for_push(person uuid, session uuid) returns setof text language sql stable security definer set search_path = '' as $$
  select left(coalesce(s.user_agent, ''), 400) from auth.sessions s where s.id = session and s.user_id = person
$$;
