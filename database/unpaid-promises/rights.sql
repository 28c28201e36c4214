grant execute on function public.unpaid_limits() to service_role;
grant execute on function public.unpaid_standings(uuid[]) to service_role;
grant execute on function public.unpaid_standing(uuid) to service_role;
grant execute on function public.await_own_promises(uuid) to service_role;
grant execute on function public.hold_of(text, integer, jsonb) to service_role;
grant execute on function public.has_paid_before(uuid) to service_role;
grant execute on function public.held_by_new(uuid, integer, integer) to service_role;
grant execute on function public.most_of_new(integer, integer, jsonb) to service_role;
