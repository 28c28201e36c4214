select 'rating', 'reported', 'overseer', count(*)::integer from public.judged_reviews
  where reported_at is not null and judged_at is null and vendor_id in (select rights.overseen_vendor_ids()) having count(*) > 0;
