grant execute on function public.without_direction_marks(text) to anon, authenticated, service_role;
grant execute on function public.is_own_path(text) to anon, authenticated, service_role;
