import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { asPerson } from '#database/tests/setup/as-person.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { publishDuePosts } from './publish-due-posts.ts'

let market: TestMarket
let editor: string
beforeAll(async () => {
  market = await openTestMarket()
  editor = await market.person({ role: 'administrator' })
})
afterAll(() => market.close())

const NEEDS_TEXT = 'A post needs a text before it is published or scheduled'

test.each(['', ' \n\t', ' '])('a post without a text is a draft only: %j', async (content) => {
  const insert = (status: string) =>
    asPerson(
      market.db,
      editor,
      `insert into public.blog_posts (slug, title, content, status, published_at) values ($1, 'How to store yams', $2, $3, now() + interval '1 day') returning id`,
      [`post-${crypto.randomUUID()}`, content, status],
    )
  expect((await insert('published')).message).toBe(NEEDS_TEXT)
  expect((await insert('scheduled')).message).toBe(NEEDS_TEXT)
  expect((await insert('draft')).count).toBe(1)
})

test('a draft is published with a text, which it does not lose after that', async () => {
  const id = crypto.randomUUID()
  await market.moved(
    'content',
    `insert into public.blog_posts (id, slug, title, author_id) values ($1, 'storing-yams', 'How to store yams', $2)`,
    [id, editor],
  )
  const set = async (values: string) =>
    (await asPerson(market.db, editor, `update public.blog_posts set ${values} where id = '${id}'`)).message
  const write = (values: string) => market.moved('content', `update public.blog_posts set ${values} where id = '${id}'`)
  expect(await set(`status = 'published'`)).toBe(NEEDS_TEXT)
  expect(await set(`status = 'published', content = 'In the shade.'`)).not.toBe(NEEDS_TEXT)
  await write(`status = 'published', content = 'In the shade.'`)
  await expect(write(`content = ' '`)).rejects.toThrow(NEEDS_TEXT)
  // Taken back to a draft, it may be emptied.
  await write(`status = 'draft', content = ''`)
})

test('a scheduled post from before the rule stops no other', async () => {
  const schedule = (slug: string, content: string) =>
    withoutTriggers(market.db.owner, (client) =>
      client.query(
        `insert into public.blog_posts (slug, title, content, status, published_at, author_id) values ($1, 'How to store yams', $2, 'scheduled', now() - interval '1 minute', $3)`,
        [slug, content, editor],
      ),
    )
  await schedule('empty', '')
  await schedule('full', 'In the shade.')
  await publishDuePosts(market.db.database)
  const { rows } = await market.db.owner.query(
    `select slug, status from public.blog_posts where slug in ('empty', 'full') order by slug`,
  )
  expect(rows).toEqual([
    { slug: 'empty', status: 'scheduled' },
    { slug: 'full', status: 'published' },
  ])
})
