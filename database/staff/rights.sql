grant select, insert, update on public.typed_amounts to service_role;

grant select on public.place_cash to authenticated, service_role;
grant select on public.listed_amounts to authenticated, service_role;
grant select on public.own_duties to authenticated, service_role;

grant execute on function rights.serves_shop(uuid, uuid) to service_role;
grant execute on function public.street_key(text, text, text) to service_role;
grant execute on function public.household(uuid) to service_role;
grant execute on function public.has_part_in(text, uuid, uuid, boolean) to service_role;
grant execute on function public.runs_shop_of(text, uuid, uuid) to service_role;
grant execute on function public.amount_bounds(text, uuid) to service_role;
grant execute on function rights.may_agree_to(uuid) to authenticated, service_role;
grant execute on function public.may_decide_amount(uuid, uuid) to service_role;
grant execute on function public.search_records(text, bigint, bigint, text, integer) to authenticated, service_role;
grant execute on function public.people_by_contact(uuid, text, text) to service_role;
