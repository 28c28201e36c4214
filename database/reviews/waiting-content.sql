select 'rating', 'new', 'content', count(*)::integer from (select from public.judged_reviews r
  where r.hidden_at is null and r.created_at >= now() - interval '7 days' and (select rights.keeps_content()) limit 10000) few having count(*) > 0
union all
select 'rating', 'reported', 'content', count(*)::integer from public.judged_reviews
  where reported_at is not null and judged_at is null and (select rights.has_role('administrator', 'supervisor')) having count(*) > 0;
