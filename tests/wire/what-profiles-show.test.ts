import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'

// Full profiles are readable by their person and the chief. Other users see the names of authors and of people on the
// boards, without balance or code.

let wire: TestWire
let people: Record<'reader' | 'author' | 'buyer' | 'chief' | 'manager' | 'coordinator', string>

beforeAll(async () => {
  wire = await openTestWire()
  const { market } = wire
  people = {
    reader: await market.person({ name: 'Rita Reader' }),
    author: await market.person({ role: 'administrator', name: 'Tola Editor' }),
    buyer: await market.person({ name: 'Bisi Okonkwo Ade' }),
    chief: await market.person({ role: 'chief', name: 'Chidi Chief' }),
    manager: await market.person({ role: 'manager', name: 'Musa Manager' }),
    coordinator: await market.person({ role: 'coordinator', name: 'Kemi Coordinator' }),
  }
  await market.db.owner.query('update public.profiles set points_balance = 700 where id = any ($1)', [
    [people.buyer, people.author],
  ])
  await market.db.owner.query('insert into public.referrals (referrer_id, referred_id) values ($1, $2)', [
    people.buyer,
    people.reader,
  ])
  await market.moved(
    'content',
    `insert into public.blog_posts (slug, title, content, status, author_id) values ('rice', 'On rice', 'Wash it.', 'published', $1)`,
    [people.author],
  )
})
afterAll(() => wire.stop())

const seen = async (person?: string) => {
  const columns = person ? 'id, role, full_name, points_balance, referral_code' : 'id, role, full_name, points_balance'
  const { data, error } = await (await wire.tables(person)).from('profiles').select(columns)
  expect(error).toBeNull()
  const rows = (data ?? []) as unknown as { id: string }[]
  return (id: string) => rows.find((row) => row.id === id)
}

test('balance and code are one’s own, names of board people are shortened', async () => {
  for (const person of [undefined, people.reader, people.manager, people.coordinator]) {
    const row = await seen(person)
    const nothing = { points_balance: null, ...(person && { referral_code: null }) }
    expect(row(people.author)).toEqual({
      id: people.author,
      role: 'administrator',
      full_name: 'Tola Editor',
      ...nothing,
    })
    expect(row(people.buyer)).toEqual({ id: people.buyer, role: null, full_name: 'Bisi O.', ...nothing })
    if (person !== people.chief) expect(row(people.chief)).toBeUndefined()
  }
  expect((await seen(people.buyer))(people.buyer)).toMatchObject({
    full_name: 'Bisi Okonkwo Ade',
    points_balance: 700,
    referral_code: expect.any(String),
  })
  expect((await seen(people.chief))(people.buyer)).toMatchObject({ full_name: 'Bisi Okonkwo Ade', points_balance: 700 })
  const coordinator = await seen(people.coordinator)
  expect(coordinator(people.manager)).toMatchObject({ full_name: 'Musa Manager', points_balance: null })
})

test('what is not shown cannot be guessed by filters, nor found through others', async () => {
  const client = await wire.tables(people.reader)
  const { rows } = await wire.market.db.owner.query('select referral_code from public.profiles where id = $1', [
    people.buyer,
  ])
  for (const [column, value] of [
    ['referral_code', rows[0].referral_code],
    ['full_name', 'Bisi Okonkwo Ade'],
    ['points_balance', 700],
  ] as const) {
    const { data } = await client.from('profiles').select('id').eq(column, value)
    expect([column, data]).toEqual([column, []])
  }
  const posts = await client
    .from('blog_posts')
    .select('title, author:profiles(full_name, points_balance, referral_code)')
  expect(posts.data).toEqual([
    { title: 'On rice', author: { full_name: 'Tola Editor', points_balance: null, referral_code: null } },
  ])
  const joined = await client
    .from('blog_posts')
    .select('author:profiles!blog_posts_author_id_fkey!inner(points_balance)')
  expect(joined.data).toEqual([{ author: { points_balance: null } }])
})

test('the specification’s two calls answer everybody', async () => {
  for (const person of [undefined, people.reader, people.chief]) {
    const client = await wire.tables(person)
    const referrers = await client
      .from('profiles')
      .select('id, full_name, points_balance, referrals:referrals!referrer_id(count)')
      .order('points_balance', { ascending: false })
      .limit(10)
    expect(referrers.error).toBeNull()
    expect(referrers.data?.find(({ id }) => id === people.buyer)?.referrals).toEqual([{ count: 1 }])
    expect((await client.from('profiles').select('id, full_name, bulk_orders(count)').limit(10)).error).toBeNull()
  }
})

test('one changes one’s own name, nobody else’s, and no balance', async () => {
  const own = await (await wire.tables(people.reader))
    .from('profiles')
    .update({ full_name: 'Rita R' })
    .eq('id', people.reader)
    .select('full_name')
  expect([own.data, own.error]).toEqual([[{ full_name: 'Rita R' }], null])
  for (const person of [people.reader, people.chief]) {
    const other = await (await wire.tables(person))
      .from('profiles')
      .update({ full_name: 'Taken' })
      .eq('id', people.buyer)
      .select('id')
    expect([other.data, other.error]).toEqual([[], null])
  }
  const rich = await (await wire.tables(people.reader))
    .from('profiles')
    .update({ points_balance: 9 })
    .eq('id', people.reader)
  expect(rich.error?.code).toBe('42501')
})

test('none of this was a fault', () => expect([wire.faults, wire.market.faults]).toEqual([[], []]))
