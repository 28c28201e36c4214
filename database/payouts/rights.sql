create policy signed_in_read on public.banks for select to authenticated using (true);
grant select on public.banks to authenticated, service_role;
grant insert, update, delete on public.banks to service_role;

create policy own_bank_accounts on public.bank_accounts for select to authenticated using (vendor_id = (select rights.my_vendor_id()));
create policy chief_reads on public.bank_accounts for select to authenticated using ((select rights.has_role('chief')));
create policy second_step on public.bank_accounts as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, insert (id, vendor_id, bank_code, bank_name, account_number, account_name, added_by), update (payee_code, ended_at) on public.bank_accounts to service_role;
grant select (id, vendor_id, bank_code, bank_name, last_four, account_name, since, ended_at) on public.bank_accounts to authenticated;

create policy own_terms on public.payout_terms for select to authenticated using (vendor_id = (select rights.my_vendor_id()));
create policy chief_reads on public.payout_terms for select to authenticated using ((select rights.has_role('chief')));
create policy second_step on public.payout_terms as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, insert, update on public.payout_terms to service_role;
grant select (vendor_id, weekly_since, held_at, hold_reason) on public.payout_terms to authenticated;

create policy own_payouts on public.payouts for select to authenticated using (vendor_id = (select rights.my_vendor_id()));
create policy chief_reads on public.payouts for select to authenticated using ((select rights.has_role('chief')));
create policy second_step on public.payouts as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, insert (id, vendor_id, bank_account_id, amount_kobo, gateway, weekly_for, requested_by), update (status, trouble, trouble_text, tries, next_try_at, answered_at, unconfirmed_since, arrived_at) on public.payouts to service_role;
grant select (id, reference, vendor_id, bank_account_id, amount_kobo, weekly_for, status, trouble, trouble_text, answered_at, arrived_at, created_at, updated_at) on public.payouts to authenticated;

grant select on public.shop_balances to authenticated, service_role;
grant select on public.shop_movements to authenticated, service_role;
grant select on public.shop_order_parts to authenticated, service_role;
grant select on public.shop_waiting_money to authenticated, service_role;
grant select on public.shop_money to authenticated, service_role;

grant select on sums.earnings to service_role;
grant select on public.payout_orders to service_role;

grant execute on function ledger.disputed_kobo(uuid, uuid) to authenticated, service_role;
grant execute on function public.next_pay_day() to authenticated, service_role;
grant execute on function ledger.holds_disputed_money(uuid) to service_role;
grant execute on function public.bank_account_usable_from(timestamp with time zone) to authenticated, service_role;
grant select on public.payout_list to authenticated, service_role;
grant execute on function public.payout_sums(timestamptz, timestamptz, text, uuid[]) to authenticated, service_role;
