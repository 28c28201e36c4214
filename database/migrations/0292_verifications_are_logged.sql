-- The command that verifies accounts records its act; what the secret key writes past it is told as well.
create trigger log_act after insert or update or delete on public.verified_accounts for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('verified-account', 'profile_id', '');
