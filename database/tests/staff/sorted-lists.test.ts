import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
  // Rows of every status, without the acts and the people that lead to them.
  await db.owner.query(`
    begin; set local session_replication_role = replica;
    insert into public.advertisements (page, position, title, status, start_date, end_date)
    select 'home', 'top', 'Advert ' || n % 997, case when n % 3 = 0 then 'deleted' else 'active' end,
      now() + n * interval '1 minute', now() + (n + 99) * interval '7 minutes'
    from generate_series(1, 4000) n;
    insert into public.featured_deals (name, base_price, unit, status, created_at)
    select 'Deal ' || n % 997, 100, 'bag', case when n % 3 = 0 then 'deleted' else 'active' end, now() - n * interval '1 hour'
    from generate_series(1, 4000) n;
    insert into public.blog_posts (slug, title, status, author_id, created_at)
    select 'post-' || n, 'Post ' || n % 997, case when n % 3 = 0 then 'draft' else 'published' end,
      gen_random_uuid(), now() - n * interval '1 hour'
    from generate_series(1, 4000) n;
    insert into public.reviews (vendor_id, author_id, order_id, rating, created_at, hidden_at, reported_at, report_reason, judged_at, judge_reason)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1 + n % 5, now() - n * interval '1 hour',
      case when n % 100 = 0 then now() end, case when n % 10 = 0 then now() end, case when n % 10 = 0 then 'It is rude' end,
      case when n % 20 = 0 then now() end, case when n % 20 = 0 then 'It is rude' end
    from generate_series(1, 4000) n;
    insert into public.product_questions (product_id, vendor_id, asker_id, asker_name, question, asked_at, reported_at, report_reason)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'Ada', 'Is it the new rice?', now() - n * interval '1 hour',
      case when n % 10 = 0 then now() end, case when n % 10 = 0 then 'It is rude' end
    from generate_series(1, 4000) n;
    commit`)
  await db.owner.query('analyze')
})
afterAll(() => db?.drop())

const adverts = `from public.advertisements where status = 'active'`
const deals = `from public.featured_deals where status = 'active'`
// Listed ones have an index of their own for the home page.
const deletedDeals = `from public.featured_deals where status = 'deleted'`
const ratings = 'from public.reviews where hidden_at is null'
const reportedRatings = 'from public.reviews where reported_at is not null'
const unanswered = 'from public.product_questions where answer is null and hidden_at is null'
const reportedQuestions = 'from public.product_questions where reported_at is not null'
const dueCalls = `from public.staff_notes where next_call_on <= current_date and next_call_on is not null and done_at is null`
const solved = `from public.support_cases where status = 'solved'`

test.each([
  [`${adverts} order by end_date desc, id`, 'advertisements_by_end'],
  [`${adverts} order by start_date desc, id`, 'advertisements_by_start'],
  [`${adverts} order by title, id`, 'advertisements_by_title'],
  [`${deletedDeals} order by created_at desc, id`, 'featured_deals_by_day'],
  [`${deals} order by name, id`, 'featured_deals_by_name'],
  ['from public.blog_posts order by created_at desc, id', 'blog_posts_newest'],
  ['from public.blog_posts order by title, id', 'blog_posts_by_title'],
  [`from public.blog_posts where status = 'draft' order by created_at desc, id`, 'blog_posts_of_status'],
  [`${solved} order by created_at, id`, 'support_cases_by_first'],
  [`${solved} order by written_at, id`, 'support_cases_by_status'],
  ['from public.claims where ended_at is not null order by created_at desc, claim_no', 'claims_ended_newest'],
  ['from public.claims where ended_at is not null order by requested_kobo desc, claim_no', 'claims_ended_by_amount'],
  [
    `from public.ledger_accounts where kind = 'escrow' and may_have_money and balance_kobo <> 0 order by opened_at desc, id`,
    'accounts_with_money',
  ],
  [`${ratings} order by created_at desc, id`, 'reviews_newest'],
  [`${ratings} order by created_at, id desc`, 'reviews_newest'],
  [`${ratings} order by rating, created_at desc, id`, 'reviews_lowest'],
  [`${ratings} order by rating desc, created_at, id desc`, 'reviews_lowest'],
  [`${reportedRatings} order by judged_at desc nulls first, created_at desc, id`, 'reviews_by_verdict'],
  [`${unanswered} order by asked_at, id`, 'product_questions_unanswered'],
  [`${reportedQuestions} order by judged_at desc nulls first, asked_at desc, id`, 'product_questions_by_verdict'],
  // The views that the desks read.
  ['from public.judged_reviews where hidden_at is null order by created_at desc, id', 'reviews_newest'],
  ['from public.judged_reviews where hidden_at is null order by rating, created_at desc, id', 'reviews_lowest'],
  [
    'from public.judged_reviews where reported_at is not null order by judged_at desc nulls first, created_at desc, id',
    'reviews_by_verdict',
  ],
  [
    'from public.judged_questions where answer is null and hidden_at is null order by asked_at, id',
    'product_questions_unanswered',
  ],
  ['from public.buy_pictures order by created_at desc, id', 'buy_pictures_newest'],
  [`${dueCalls} order by next_call_on, id`, 'staff_notes_due'],
])('a page of %s is read in the order of %s', async (rows, index) => {
  // Without sorting, only an index in this very order is left; a table of few rows would be sorted otherwise.
  await db.owner.query('set enable_sort = off; set enable_seqscan = off; set enable_bitmapscan = off')
  const { rows: plan } = await db.owner.query(`explain select id ${rows} limit 25`)
  const text = plan.map((line) => line['QUERY PLAN']).join('\n')
  expect(text).toContain(index)
  expect(text).not.toMatch(/Sort {2}\(/)
})
