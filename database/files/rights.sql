grant execute on function public.forget_unused_uploads() to service_role;
