select 'question', 'asked', 'shop', count(*)::integer from public.judged_questions
  where vendor_id = (select rights.my_vendor_id()) and answer is null and hidden_at is null having count(*) > 0;
