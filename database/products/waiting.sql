select 'question', 'asked', 'shop', count(*)::integer from public.judged_questions
  where vendor_id = (select rights.my_vendor_id()) and answer is null and hidden_at is null having count(*) > 0
union all
select 'question', 'reported', 'content', count(*)::integer from public.judged_questions
  where reported_at is not null and judged_at is null and (select rights.keeps_content()) having count(*) > 0;
