select 'group_buy', status, 'overseer', count(*)::integer from public.group_buys
  where vendor_id in (select rights.overseen_vendor_ids()) and status = 'settling' and paid_participants > 0 group by status;
