grant select, insert, update (status, answer), delete on public.idempotency_keys to service_role;
