-- Content staff look at what a shop leaves without an answer for a day. More than the pages of a list hold are not counted.
select 'question', 'unanswered', 'content', count(*)::integer from (select from public.judged_questions q
  where q.answer is null and q.hidden_at is null and q.asked_at < now() - interval '1 day' and (select rights.keeps_content()) limit 10000) few having count(*) > 0
union all
select 'question', 'reported', 'content', count(*)::integer from public.judged_questions
  where reported_at is not null and judged_at is null and (select rights.keeps_content()) having count(*) > 0;
