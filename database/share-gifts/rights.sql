-- People read them through own_share_gifts: the row has the address of somebody who may have no account.
create policy given_shares on public.share_gifts for select to authenticated using (giver_id = (select auth.uid()));
create policy second_step on public.share_gifts as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.share_gifts to authenticated, service_role;
grant insert, delete, update (status, receiver_id, turn_ends_at, ended_at, notified_of) on public.share_gifts to service_role;

grant select on public.own_share_gifts to authenticated, service_role;

grant execute on function rights.is_gift_for(public.share_gifts, uuid) to service_role;
grant execute on function rights.account_of_gift(public.share_gifts) to service_role;
grant execute on function public.take_over_fault(uuid, uuid, uuid) to service_role;
grant execute on function public.pass_gift_on(uuid) to service_role;
grant execute on function public.lapse_gifts(uuid) to service_role;
grant execute on function public.shared_gift(uuid) to anon, authenticated, service_role;
