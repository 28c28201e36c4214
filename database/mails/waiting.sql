select 'email_log', status, 'chief', count(*)::integer from public.email_logs
  -- Its words are kept for 30 days, and a link that opens an account has run out by then.
  where (select rights.has_role('chief')) and status = 'failed' and kind not like 'auth-%' and created_at > now() - interval '30 days' group by status;
