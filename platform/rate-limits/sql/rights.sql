grant execute on function limits.take(text[], integer[], integer[]) to service_role, auth_admin;
grant execute on function limits.give_back(text[], integer[], integer[]) to service_role, auth_admin;
grant execute on function limits.sweep() to service_role, auth_admin;
