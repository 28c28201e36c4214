grant select on ledger.account_kinds to service_role;

grant select on ledger.movements to service_role;

grant select on ledger.accounts to service_role;

grant select on ledger.journals to service_role;

grant select on ledger.transfers to service_role;

grant select on sums.closing_balances to service_role;

grant select on public.ledger_balances to authenticated;
grant select on public.ledger_accounts to authenticated;
grant select on public.ledger_entries to authenticated;
grant select on public.ledger_order_lines to authenticated;
grant select on public.ledger_buy_lines to authenticated;
grant select on public.ledger_payment_lines to authenticated;
grant select on public.ledger_account_lines to authenticated;
grant select on public.ledger_lines to authenticated;

grant execute on function ledger.id_of(text) to authenticated, service_role;
grant execute on function ledger.post(text, jsonb, text) to service_role;
grant execute on function ledger.balance_kobo(text, uuid) to service_role;
grant execute on function ledger.locked_balance_kobo(text, uuid) to service_role;
grant execute on function sums.close_days() to service_role;
grant execute on function sums.balances_at(date) to authenticated, service_role;
