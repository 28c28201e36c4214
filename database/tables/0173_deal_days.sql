alter table public.featured_deals
  add column starts_at timestamptz,
  add column ends_at timestamptz,
  add constraint deal_ends_after_it_starts check (ends_at > starts_at),
  add constraint deal_is_within_reach check (starts_at >= '2000-01-01' and ends_at between '2000-01-01' and '2100-01-01'
    and coalesce(starts_at, '2000-01-01') <= '2100-01-01');
comment on column public.featured_deals.starts_at is 'Listed from then on; without one, at once.';
comment on column public.featured_deals.ends_at is 'Listed until then; without one, until it is deleted.';
-- For the calendar and the days ahead of the content desk.
-- What waits and what is new at the content desk, of all shops.
create index product_questions_unanswered on public.product_questions (asked_at) where answer is null and hidden_at is null;
create index reviews_newest on public.reviews (created_at desc) where hidden_at is null;
