grant select on public.judged_reviews to authenticated, service_role;
grant select on public.product_ratings to anon, authenticated, service_role;
