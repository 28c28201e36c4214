create policy chief_reads on public.reward_refusals for select to authenticated using ((select rights.has_role('chief')));
create policy second_step on public.reward_refusals as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.reward_refusals to authenticated, service_role;
grant insert on public.reward_refusals to service_role;

grant select on public.own_peps_balance to authenticated, service_role;
grant select on public.own_peps to authenticated, service_role;
grant select on public.own_returns to authenticated, service_role;
grant select on public.own_return_totals to authenticated, service_role;
grant select on public.own_rewards to authenticated, service_role;
grant select on public.reward_terms to anon, authenticated, service_role;

grant execute on function public.is_referred_through(uuid, uuid) to service_role;
grant execute on function public.phone_key(text) to authenticated, service_role;
grant execute on function public.are_one_person(uuid, uuid) to service_role;
grant execute on function public.is_behind_shop(uuid, uuid) to service_role;
grant execute on function rights.my_peps_account() to authenticated, service_role;
grant execute on function rights.my_owed_peps_kobo() to authenticated, service_role;
grant execute on function public.group_order_final_at(uuid) to service_role;
grant execute on function public.cart_order_final_at(uuid) to service_role;
grant execute on function public.pending_rewards_kobo(uuid) to service_role;
grant execute on function rights.my_pending_kobo() to authenticated, service_role;
grant execute on function rights.reward_final_at(uuid) to authenticated, service_role;
