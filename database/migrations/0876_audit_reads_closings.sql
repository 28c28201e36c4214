-- The nightly audit compares closing balances with the movements, under the service role.
grant select on sums.closing_balances to service_role;
