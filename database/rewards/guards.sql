create trigger log_act after insert or update or delete on public.reward_refusals for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('reward-refusal', 'order_id', '');
