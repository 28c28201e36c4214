select 'payout', status, 'chief', count(*)::integer from public.payouts
  where (select rights.has_role('chief')) and status = 'needs_attention' group by status;
