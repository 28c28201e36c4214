select 'email_log', status, 'chief', count(*)::integer from public.email_logs
  -- Texts are retained for 30 days; by then sign-in links have expired.
  where (select rights.has_role('chief')) and status = 'failed' and kind not like 'auth-%' and created_at > now() - interval '30 days' group by status;
