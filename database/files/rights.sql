grant execute on function public.delete_unused_uploads() to service_role;
