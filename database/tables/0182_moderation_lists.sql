-- Orders in which lists of the content desk are read.
create index reviews_lowest on public.reviews (rating, created_at desc, id) where hidden_at is null;
drop index public.reviews_newest;
create index reviews_newest on public.reviews (created_at desc, id) where hidden_at is null;
create index reviews_by_verdict on public.reviews (judged_at desc nulls first, created_at desc, id) where reported_at is not null;
drop index public.product_questions_unanswered;
create index product_questions_unanswered on public.product_questions (asked_at, id) where answer is null and hidden_at is null;
create index product_questions_by_verdict on public.product_questions (judged_at desc nulls first, asked_at desc, id) where reported_at is not null;
