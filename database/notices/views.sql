create view public.my_notice_preferences with (security_invoker = true) as
  select p.* from public.notice_preferences_of((select auth.uid())) p;
comment on view public.my_notice_preferences is 'The caller''s preferences or the defaults.';

create view public.my_push_devices with (security_invoker = true) as
  select s.id, s.user_agent, s.created_at, s.session_id = ((select auth.jwt()) ->> 'session_id')::uuid as is_this
  from public.push_subscriptions s;
comment on view public.my_push_devices is 'The caller''s push subscriptions, with a mark on the one of the current session.';
