create policy people_in_it on public.price_rises for select to authenticated using (exists (
  select from public.orders o where o.group_buy_id = price_rises.group_buy_id and o.user_id = (select auth.uid())));
create policy of_shop_and_overseers on public.price_rises for select to authenticated using (exists (
  select from public.group_buys g where g.id = group_buy_id and (g.vendor_id = (select rights.my_vendor_id()) or g.vendor_id in (select rights.overseen_vendor_ids()))));
create policy second_step on public.price_rises as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select (id, group_buy_id, rise_naira, reason, former_base_price, base_price, former_price_tiers, price_tiers, former_ceiling_price, ceiling_price, people, status, asked_at,
  ends_at, ended_at) on public.price_rises to authenticated;
grant select, insert, update (status, requested_by, reminded_at, ended_at, finished_at) on public.price_rises to service_role;

create policy own_answers on public.price_answers for select to authenticated using (person_id = (select auth.uid()));
create policy second_step on public.price_answers as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.price_answers to authenticated, service_role;
grant insert, update (answer, answered_at, returned_at) on public.price_answers to service_role;

create policy price_payments_with_payment on public.price_payments for select to authenticated
  using (exists (select from public.payments p where p.id = payment_id));
create policy second_step on public.price_payments as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.price_payments to authenticated, service_role;
grant insert, update (status) on public.price_payments to service_role;

grant select on public.price_rise_answers to authenticated, service_role;
grant execute on function public.price_vote_until(public.group_buys) to anon, authenticated, service_role;
grant execute on function public.most_rise_naira(public.group_buys) to authenticated, service_role;
grant execute on function public.own_price_questions(uuid, uuid) to authenticated, service_role;
grant execute on function public.apply_price_rise(uuid) to service_role;
