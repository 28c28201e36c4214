grant execute on function rights.is_confirmed_address(text) to service_role;
