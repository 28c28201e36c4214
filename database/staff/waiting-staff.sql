select 'amount', status, 'overseer', count(*)::integer from public.listed_amounts where may_decide group by status;
