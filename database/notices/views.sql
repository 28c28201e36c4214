create view public.my_notice_preferences with (security_invoker = true) as
  select p.* from public.notice_preferences_of((select auth.uid())) p;
comment on view public.my_notice_preferences is 'What holds for whoever asks.';

create view public.my_push_devices with (security_invoker = true) as
  select s.id, s.user_agent, s.created_at, s.session_id = ((select auth.jwt()) ->> 'session_id')::uuid as is_this
  from public.push_subscriptions s;
comment on view public.my_push_devices is 'Where the person who asks is told, and whether it is the session that they ask from.';
