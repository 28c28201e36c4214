grant execute on function limits.take(text[], integer[], integer[]) to service_role, auth_admin;
grant execute on function limits.return_token(text[], integer[], integer[]) to service_role, auth_admin;
grant execute on function limits.sweep() to service_role, auth_admin;
