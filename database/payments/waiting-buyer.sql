select 'payment', status, 'buyer', count(*)::integer from public.payments
  where user_id = (select auth.uid()) and status = 'initiated' and expires_at > now() group by status;
