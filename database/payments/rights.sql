create policy own_payments on public.payments for select to authenticated using (user_id = (select auth.uid()));
create policy payments_in_view on public.payments for select to authenticated using ((select rights.has_role('chief', 'coordinator')));
create policy second_step on public.payments as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.payments to authenticated, service_role;
grant insert, update on public.payments to service_role;
grant execute on function public.is_under_way(public.payments) to authenticated, service_role;

create policy parts_with_payment on public.payment_parts for select to authenticated
  using (exists (select from public.payments p where p.id = payment_id));
grant select on public.payment_parts to authenticated, service_role;
grant insert on public.payment_parts to service_role;

create policy refunds_with_payment on public.refunds for select to authenticated using (exists (select from public.payments p where p.id = payment_id));
grant select, insert, update on public.refunds to service_role;
grant select (id, payment_id, order_id, amount_kobo, reason, status, expected_by, processed_at, created_at, updated_at) on public.refunds to authenticated;

grant select, insert, update on public.gateway_events to service_role;

create policy returns_with_order on public.partial_refunds for select to authenticated
  using (exists (select from public.orders o where o.id = order_id));
create policy second_step on public.partial_refunds as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, insert on public.partial_refunds to service_role;
grant select (id, order_id, goods_kobo, fee_kobo, delivery_kobo, payer, reason, refund_id, created_at) on public.partial_refunds to authenticated;

create policy delivery_upgrades_with_payment on public.delivery_upgrades for select to authenticated using (exists (select from public.payments p where p.id = payment_id));
create policy second_step on public.delivery_upgrades as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, insert, update on public.delivery_upgrades to service_role;
grant select (payment_id, order_id, from_kobo, to_kobo, status, created_at) on public.delivery_upgrades to authenticated;

create policy chief_reads on public.disputes for select to authenticated using ((select rights.has_role('chief')));
create policy second_step on public.disputes as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.disputes to authenticated, service_role;
grant insert, update on public.disputes to service_role;

create policy chief_reads on public.passed_on_chargebacks for select to authenticated using ((select rights.has_role('chief')));
create policy second_step on public.passed_on_chargebacks as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.passed_on_chargebacks to authenticated, service_role;
grant insert, update (amount_kobo, passed_on_kobo) on public.passed_on_chargebacks to service_role;

grant select on public.overseen_refunds to authenticated, service_role;
grant select on public.overseen_odd_payments to authenticated, service_role;

grant execute on function public.is_being_paid(uuid) to service_role;
grant execute on function public.has_open_dispute(uuid) to service_role;
grant select on public.late_refunds to authenticated, service_role;
grant select on public.payment_list to authenticated, service_role;
grant execute on function public.payment_sums(timestamptz, timestamptz, text, text, bigint, bigint) to authenticated, service_role;
grant select on public.difference_payments to service_role;
