-- Orders that lists of desks can be sorted by.
create index advertisements_by_end on public.advertisements (status, end_date desc, id);
create index advertisements_by_start on public.advertisements (status, start_date desc, id);
create index advertisements_by_title on public.advertisements (status, title, id);
create index featured_deals_by_day on public.featured_deals (status, created_at desc, id);
create index featured_deals_by_name on public.featured_deals (status, name, id);
create index blog_posts_newest on public.blog_posts (created_at desc, id);
create index blog_posts_by_title on public.blog_posts (title, id);
create index blog_posts_of_status on public.blog_posts (status, created_at desc, id);
create index claims_ended_newest on public.claims (created_at desc, claim_no) where ended_at is not null;
create index claims_ended_by_amount on public.claims (requested_kobo desc, claim_no) where ended_at is not null;
create index support_cases_by_first on public.support_cases (status, created_at, id);
