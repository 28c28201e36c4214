-- What people ask about a product, in public: the shop's vendor answers once, and may mend the answer for a day. What is reported is looked at by
-- the content desk, which may hide it with a reason.
create table public.product_questions (
  id uuid primary key default gen_random_uuid(),
  product_id uuid not null references public.products (id) on delete cascade,
  vendor_id uuid not null references public.vendors (id) on delete cascade,
  asker_id uuid not null references public.profiles (id),
  asker_name text not null check (char_length(trim(asker_name)) between 1 and 60),
  question text not null check (char_length(trim(question)) between 8 and 300),
  asked_at timestamptz not null default clock_timestamp(),
  answer text check (char_length(trim(answer)) between 1 and 1000),
  answered_at timestamptz,
  answer_changed_at timestamptz,
  reported_at timestamptz,
  reported_by uuid references public.profiles (id),
  report_reason text check (char_length(report_reason) between 5 and 500),
  judged_at timestamptz,
  judged_by uuid references public.profiles (id),
  judge_reason text check (char_length(judge_reason) between 5 and 500),
  hidden_at timestamptz,
  constraint answered_once check ((answer is null) = (answered_at is null)),
  constraint answered_before_changed check (answer_changed_at is null or answered_at is not null),
  constraint reported_with_reason check (num_nonnulls(reported_at, report_reason) in (0, 2)),
  constraint judged_with_reason check (num_nonnulls(judged_at, judge_reason) in (0, 2)),
  constraint hidden_by_judgement check (hidden_at is null or judged_at is not null)
);
comment on table public.product_questions is 'Questions about a product, shown on its page and on those of its group buys.';
comment on column public.product_questions.vendor_id is 'Whose product it is: set by guard_question.';
comment on column public.product_questions.asker_name is 'First name of whoever asked, as it was then.';
comment on column public.product_questions.hidden_at is 'Nobody but the shop and the content desk sees it.';
create index product_questions_shown on public.product_questions (product_id, answered_at desc nulls last, asked_at desc) where hidden_at is null;
create index product_questions_vendor on public.product_questions (vendor_id, asked_at desc);
create index product_questions_open on public.product_questions (vendor_id) where answer is null and hidden_at is null;
create index product_questions_asker on public.product_questions (asker_id, asked_at desc);
create index product_questions_reported on public.product_questions (reported_at) where reported_at is not null and judged_at is null;

create function public.guard_question() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    select p.vendor_id into new.vendor_id from public.products p where p.id = new.product_id;
    return new;
  end if;
  if (new.product_id, new.vendor_id, new.asker_id, new.question, new.asked_at) is distinct from (old.product_id, old.vendor_id, old.asker_id, old.question, old.asked_at)
    or old.answered_at is not null and new.answered_at is distinct from old.answered_at
    or old.answer is not null and new.answer is distinct from old.answer and clock_timestamp() > old.answered_at + interval '24 hours' then
    raise exception 'What was asked and answered stays as it was written' using errcode = 'PT409';
  end if;
  if new.judged_by is distinct from old.judged_by
    and exists (select from public.vendors v where v.id = new.vendor_id and new.judged_by in (v.owner_id, new.asker_id)) then
    raise exception 'Nobody judges a question of their own' using errcode = 'PT403';
  end if;
  return new;
end $$;
revoke execute on function public.guard_question() from public;
create trigger guard_question before insert or update on public.product_questions for each row execute function public.guard_question();
create trigger log_act after insert or update or delete on public.product_questions for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('product-question', 'id', 'question answer asker_name');
create trigger announce_table after insert or update or delete or truncate on public.product_questions for each statement execute function realtime.announce_table();

alter table public.product_questions enable row level security;
create policy questions_of_active_shops on public.product_questions for select using (hidden_at is null and vendor_id in (select rights.active_vendor_ids()));
grant select (id, product_id, vendor_id, asker_name, question, asked_at, answer, answered_at) on public.product_questions to anon, authenticated;
grant all on public.product_questions to service_role;

-- All questions for their shop; those that were reported for the content desk. With the owner's rights; the conditions admit no others. Nobody is told who asked,
-- beyond the first name, or who reported.
create view public.judged_questions as
select q.id, q.product_id, p.name as product_name, q.vendor_id, v.business_name, q.asker_name, q.question, q.asked_at, q.answer, q.answered_at, q.answer_changed_at,
  q.reported_at, q.report_reason, q.judged_at, q.judge_reason, q.hidden_at
from public.product_questions q join public.vendors v on v.id = q.vendor_id join public.products p on p.id = q.product_id
where q.vendor_id = (select rights.my_vendor_id()) or q.reported_at is not null and (select rights.keeps_content());
grant select on public.judged_questions to authenticated, service_role;

-- What people wrote and cannot find by the table's own rights: for the file with their data.
create view public.my_questions as
select q.id, q.product_id, q.question, q.asked_at, q.answer, q.answered_at, q.hidden_at
from public.product_questions q where q.asker_id = (select auth.uid()) and not (select rights.owes_second_step());
grant select on public.my_questions to authenticated;

do $$
begin
  execute format('create or replace view public.waiting with (security_invoker = true) as %s union all %s',
    rtrim(pg_get_viewdef('public.waiting'::regclass), ';'),
    $view$
    select 'question', 'asked', 'shop', count(*)::integer from public.judged_questions
      where vendor_id = (select rights.my_vendor_id()) and answer is null and hidden_at is null having count(*) > 0
    union all
    select 'question', 'reported', 'content', count(*)::integer from public.judged_questions
      where reported_at is not null and judged_at is null and (select rights.keeps_content()) having count(*) > 0
    $view$);
end $$;
