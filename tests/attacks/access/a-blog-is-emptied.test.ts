import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTarget, type Person, type Target } from '../open-target.ts'

// An administrator's token emptied the blog by one call, and nothing reported it.

let target: Target
let administrator: Person
beforeAll(async () => {
  target = await openTarget()
  administrator = await target.signIn({ role: 'administrator' })
  const posts = ['rice', 'beans', 'garri'].map((slug) => ({
    slug,
    title: `On ${slug}`,
    content: slug,
    status: 'published',
  }))
  expect((await write('POST', 'blog_posts', posts)).status).toBe(201)
})
afterAll(() => target?.close())

const count = async (sql: string, values: unknown[] = []) =>
  Number((await target.owner.query(`select count(*) as n from ${sql}`, values)).rows[0].n)
const write = (method: string, path: string, body?: unknown) =>
  target.request(`/rest/v1/${path}`, {
    method,
    token: administrator.token,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

it.each([
  ['DELETE', 'blog_posts?id=not.is.null', undefined],
  ['DELETE', 'blog_posts?or=(id.not.is.null,slug.eq.x)', undefined],
  ['DELETE', 'blog_categories?name=like.*', undefined],
  ['DELETE', 'blog_post_tags?tag_id=not.is.null', undefined],
  ['PATCH', 'blog_posts?status=eq.published', { status: 'draft' }],
  ['PATCH', 'advertisements?page=neq.x', { status: 'deleted' }],
  ['PATCH', 'featured_deals?status=eq.active', { base_price: 1 }],
])('%s %s is refused', async (method, path, body) => {
  const before = [await count('public.blog_posts'), await count(`public.advertisements where status = 'active'`)]
  expect(before[0]).toBeGreaterThan(0)
  const answer = await write(method, path, body)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: 'PT400', message: expect.stringContaining('Name the rows') })
  expect([await count('public.blog_posts'), await count(`public.advertisements where status = 'active'`)]).toEqual(
    before,
  )
})

it('a deletion by id is in the action log, with the deleted text', async () => {
  const { rows } = await target.owner.query('select id, title from public.blog_posts order by slug limit 1')
  const { id, title } = rows[0]
  expect((await write('DELETE', `blog_posts?id=eq.${id}`)).status).toBe(204)
  const acts = await target.owner.query(
    `select actor_id, action, subject_name, before from public.audit_log where subject_id = $1 and action <> 'post.add'`,
    [id],
  )
  expect(acts.rows).toEqual([
    {
      actor_id: administrator.id,
      action: 'post.remove',
      subject_name: title,
      before: expect.objectContaining({ title, content: expect.any(String) }),
    },
  ])
})

it('the secret key may write many rows, and each write is logged', async () => {
  const posts = await count('public.blog_posts')
  const answer = await target.request('/rest/v1/blog_posts?id=not.is.null', {
    method: 'DELETE',
    headers: { apikey: target.secretKey, authorization: `Bearer ${target.secretKey}` },
  })
  expect(answer.status).toBe(204)
  expect(await count(`public.audit_log where action = 'post.remove' and actor_id is null`)).toBe(posts)
})
