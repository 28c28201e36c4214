create policy own_documents on public.documents for select to authenticated using (user_id = (select auth.uid()));
create policy documents_of_the_shop on public.documents for select to authenticated using (vendor_id = (select rights.my_vendor_id()));
create policy documents_of_the_business on public.documents for select to authenticated using (business_id in (select rights.my_business_ids()));
create policy documents_in_view on public.documents for select to authenticated using ((select rights.has_role('chief')));
create policy second_step on public.documents as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, insert (kind, cause, user_id, vendor_id, payment_id, order_id, invoice_id, amount_kobo, facts, business_id, buyer_tin) on public.documents to service_role;
grant select (id, kind, number, user_id, vendor_id, payment_id, order_id, invoice_id, amount_kobo, facts, buyer_tin, seller_tin, irn, irn_qr, issued_at, business_id) on public.documents to authenticated;

grant select on public.vat_report to authenticated, service_role;

grant execute on function public.vat_within(bigint, integer) to authenticated, service_role;
grant execute on function public.vat_rate_on(timestamp with time zone) to authenticated, service_role;
grant execute on function public.document_gaps(integer) to authenticated, service_role;
grant execute on function public.document_days(date, date) to authenticated, service_role;
