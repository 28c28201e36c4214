import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTarget, type Person, type Target } from '../open-target.ts'

// Any customer read the referral codes and balances of authors and of people on the boards, a visitor their full names.

let target: Target
let people: Record<'reader' | 'author' | 'referrer', Person>
beforeAll(async () => {
  target = await openTarget()
  people = {
    reader: await target.signIn(),
    author: await target.signIn({ role: 'administrator' }),
    referrer: await target.signIn(),
  }
  const { owner } = target
  await owner.query(`update public.profiles set points_balance = 700, full_name = 'Bisi Okonkwo' where id = $1`, [
    people.referrer.id,
  ])
  await owner.query('insert into public.referrals (referrer_id, referred_id) values ($1, $2)', [
    people.referrer.id,
    people.reader.id,
  ])
  const post = { slug: 'rice', title: 'On rice', status: 'published' }
  const made = await target.request('/rest/v1/blog_posts', {
    method: 'POST',
    token: people.author.token,
    body: JSON.stringify(post),
  })
  expect(made.status).toBe(201)
})
afterAll(() => target?.close())

it('a customer reads neither balances nor names, a visitor a shortened name', async () => {
  const all = await target.request(`/rest/v1/profiles?select=*&id=neq.${people.reader.id}`, {
    token: people.reader.token,
  })
  const rows = await all.json()
  expect(rows).toHaveLength(2)
  for (const row of rows) expect(row).toMatchObject({ points_balance: null, referral_code: null })
  const visitor = await target.request(
    `/rest/v1/profiles?select=id,full_name,points_balance&id=eq.${people.referrer.id}`,
  )
  expect(await visitor.json()).toEqual([{ id: people.referrer.id, full_name: 'Bisi O.', points_balance: null }])
  const guessed = await target.request('/rest/v1/profiles?select=id&points_balance=gt.1', {
    token: people.reader.token,
  })
  expect(await guessed.json()).toEqual([])
  const embedded = await target.request('/rest/v1/blog_posts?select=author:profiles(full_name,referral_code)', {
    token: people.reader.token,
  })
  expect(await embedded.json()).toEqual([{ author: { full_name: 'Ngozi Bello', referral_code: null } }])
})
