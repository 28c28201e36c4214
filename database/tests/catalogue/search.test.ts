import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { queryWithCause } from '../setup/as-owner.ts'
import { asPerson } from '../setup/as-person.ts'
import { demoMarket } from '../setup/demo-market.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ seed: demoMarket })
})
afterAll(() => db?.drop())

interface Hit {
  kind: string
  title: string
  total: number
  is_near: boolean
  meant: string | null
  is_open: boolean
}

const search = async (q: string, most = 12, typing = false) =>
  (await asPerson(db, null, 'select * from public.search($1, $2, $3)', [q, most, typing])).rows as unknown as Hit[]
const titles = async (q: string, kind = 'product') =>
  (await search(q)).filter((hit) => hit.kind === kind && !hit.is_near).map(({ title }) => title)
const nearest = async (q: string, kind = 'product') =>
  (await search(q)).filter((hit) => hit.kind === kind && hit.is_near).map(({ title }) => title)
const stemsOf = async (said: string) => (await db.owner.query('select search.stems($1) as stems', [said])).rows[0].stems

describe('words', () => {
  test.each([
    ['garri', 'gari'],
    ['GAARI', 'gari'],
    ['tomatos', 'tomatoes'],
    ['Ẹ̀fọ́', 'efo'],
    ['ƙwai', 'kwai'],
    ['50kg', '50 kg'],
    ['mama\u2019s', 'mamas'],
    ['on\u200bions\u202e', 'onion'],
    ['1,000', '1 000'],
  ])('%s is %s', async (one, other) => expect(await stemsOf(one)).toEqual(await stemsOf(other)))

  test.each(['🙂', '%_*\\\'"', '\u202e\u200f', 'الأرز', '   '])('%j has none', async (text) =>
    expect(await stemsOf(text)).toEqual([]),
  )

  test('titus stays titus', async () => expect(await stemsOf('titus lagos')).toEqual(['titus', 'lago']))
})

describe('products are found', () => {
  test.each([
    ['gari', 'White garri'],
    ['garri ijebu', 'Ijebu garri (white, sour)'],
    ['gaari', 'Yellow garri'],
    ['tomatos', 'Plum tomatoes'],
    ['crayfsh', 'Crayfish'],
    ['onoin', 'Kano red onions'],
    ['alubosa', 'Kano red onions'],
    ['albasa', 'White onions from Sokoto'],
    ['plantin', 'Ripe plantain for dodo'],
    ['dodo', 'Unripe plantain, big bunch'],
    ['palm oyl', 'Edo red palm oil'],
    ['epo pupa', 'Edo red palm oil'],
    ['manja', 'Ogoni red palm oil'],
    ['ewa', 'Brown drum beans'],
    ['wake', 'Oloyin (honey beans)'],
    ['ewa oloyin', 'Honey beans, picked'],
    ['shinkafa', 'Abakaliki rice'],
    ['isu', 'Abuja yam, medium'],
    ['doya', 'Zaki Biam yam tubers, large'],
    ['ata', 'Tatashe (red bell pepper)'],
    ['scotch bonet', 'Ata rodo (scotch bonnet)'],
    ['ẹ̀fọ́', 'Ugu leaves (fluted pumpkin)'],
    ['efo tete', 'Efo tete (green amaranth)'],
    ['eja', 'Live catfish'],
    ['eran', 'Goat meat'],
    ['ewure', 'Goat meat'],
    ['kwai', 'Highland eggs'],
    ['okporoko', 'Stockfish (okporoko), medium'],
    ['rise', 'Ofada rice'],
    ['chiken', 'Chicken laps'],
    ['rice lagos', 'Kebbi long grain parboiled rice'],
    ['eko rice', 'Kebbi long grain parboiled rice'],
    ['yam in Abuja', 'Zaki Biam yam tubers, large'],
    ['where can I buy yam', 'Abuja yam, medium'],
    ['50kg rice', 'Abakaliki rice'],
    ['paint of garri', 'White garri'],
    ['mudu groundnut', 'Shelled groundnuts'],
    ['keg of palm oil', 'Ogoni red palm oil'],
    ['mama sade', 'Titus (mackerel)'],
    ['seafood', 'Fresh prawns'],
  ])('%s: %s', async (q, title) => {
    const found = await titles(q)
    expect(found).toContain(title)
  })

  test('under a narrower name, only those', async () => {
    expect(await titles('titus')).toEqual(['Titus (mackerel)'])
    expect((await titles('mackerel')).sort()).toEqual(['Kote (horse mackerel)', 'Titus (mackerel)'])
    expect(await titles('yam')).not.toContain('Orange sweet potatoes')
  })

  test('by a food in the shop’s name only if nothing else matches', async () => {
    expect((await titles('plantain')).sort()).toEqual(['Ripe plantain for dodo', 'Unripe plantain, big bunch'])
  })

  test('with the interpretation of the typed words', async () => {
    expect((await search('palm oyl'))[0]?.meant).toBe('palm oil')
    expect((await search('palm oil'))[0]?.meant).toBeNull()
  })

  test('while the last word is being typed', async () => {
    const found = (await search('pal', 12, true)).map(({ title }) => title)
    expect(found).toContain('Ogoni red palm oil')
    expect((await search('ponmo', 12, true)).length).toBe(0)
  })
})

describe('no food is taken for another', () => {
  test('each known name of a food means itself', async () => {
    const { rows } = await db.owner.query<{ name: string; meant: string }>(
      `select n.name, p.meant from search.names n join search.concepts c on c.concept = n.concept and c.kind = 'food',
         unnest(search.parts(n.name, false)) p where p.is_guess`,
    )
    expect(rows).toEqual([])
  })

  test.each(['shawa', 'sawa', 'zobo', 'kilishi', 'suya', 'bonga', 'kuta', 'aya', 'shawarma', 'ayamase', 'gbegiri'])(
    '%s finds no other food',
    async (q) => {
      const found = await search(q)
      expect(found.map(({ meant }) => meant).filter(Boolean)).toEqual([])
      expect(found.filter(({ kind, is_near }) => kind === 'product' && !is_near)).toEqual([])
    },
  )

  test('herring is sold under its names', async () => {
    const { rows } = await db.owner.query(`select concept from search.names where name in ('shawa', 'sawa', 'hering')`)
    expect(rows.map(({ concept }) => concept)).toEqual(['herring', 'herring', 'herring'])
  })
})

test('buys, shops and posts are found too, each with the total count', async () => {
  expect(await titles('tomatos', 'group_buy')).toEqual(['Fresh tomatoes, Kano big basket'])
  expect((await titles('mama sade', 'group_buy')).length).toBeGreaterThan(1)
  expect(await titles('mama sadi', 'shop')).toEqual(['Mama Sade Foodstuff'])
  expect(await titles('jos', 'shop')).toHaveLength(1)
  expect(await titles('onoin', 'post')).toEqual(['How to keep 100 kg of onions for six weeks without a store room'])
  const [first] = (await search('oil', 1)).filter(({ kind }) => kind === 'product')
  expect(first?.total).toBe(7)
})

test('exact words rank before related ones, and products on sale before others', async () => {
  expect((await titles('oil'))[0]).toMatch(/oil/)
  expect((await titles('eggs')).at(0)).toMatch(/eggs/i)
  const mine = (await search('benue')).filter(({ kind }) => kind === 'product')
  expect(mine.map(({ is_open }) => is_open)).toEqual([...mine.map(({ is_open }) => is_open)].sort().reverse())
  expect(mine.at(-1)?.title).toMatch(/mangoes/)
})

test('without an exact match, approximate matches are marked as such', async () => {
  expect(await titles('ponmo')).toEqual([])
  expect(await nearest('ponmo')).toContain('Cow leg (bokoto)')
  expect(await nearest('ponmo')).not.toContain('Eggs, large')
  expect(await nearest('kongo of egusi')).toContain('Egusi, hand-peeled')
  expect(await nearest('panla')).toContain('Fresh croaker')
  expect(await nearest('yam kano')).toContain('Abuja yam, medium')
  expect(await nearest('rice 999kg')).toContain('Ofada rice')
  expect(await search('zzzzqq')).toEqual([])
})

describe('entries follow changes of', () => {
  const isFound = async (q: string, title: string, kind = 'product') => (await titles(q, kind)).includes(title)
  const run = (sql: string, cause = 'manager') => queryWithCause(db.owner, cause, sql, [])

  test('a product that is renamed, archived and back', async () => {
    await run(`update public.products set name = 'Zobo leaves' where name = 'Sweet banana'`)
    expect(await isFound('zobo', 'Zobo leaves')).toBe(true)
    expect(await titles('banana')).toEqual([])
    await run(`update public.products set archived_at = now() where name = 'Zobo leaves'`)
    expect(await isFound('zobo', 'Zobo leaves')).toBe(false)
    await run(`update public.products set archived_at = null where name = 'Zobo leaves'`)
    expect(await isFound('zobo', 'Zobo leaves')).toBe(true)
  })

  test('stock that ends', async () => {
    const open = async () => (await search('pineapple')).find(({ kind }) => kind === 'product')?.is_open
    expect(await open()).toBe(true)
    await run(`update public.products set available_quantity = 0 where name = 'Pineapples'`)
    expect(await open()).toBe(false)
  })

  test('a shop that is renamed, and one that is suspended with all it sells', async () => {
    await run(`update public.vendors set business_name = 'Chikwado Stores' where business_name = 'Mama Sade Foodstuff'`)
    expect(await isFound('chikwado', 'Titus (mackerel)')).toBe(true)
    expect(await isFound('chikwado', 'Titus (mackerel)', 'group_buy')).toBe(true)
    await run(`update public.vendors set status = 'suspended' where business_name = 'Chikwado Stores'`)
    expect(await search('chikwado')).toEqual([])
    await run(`update public.vendors set status = 'active' where business_name = 'Chikwado Stores'`)
    expect(await isFound('chikwado', 'Titus (mackerel)')).toBe(true)
  })

  test('a buy that ends', async () => {
    expect(await isFound('titus', 'Titus (mackerel)', 'group_buy')).toBe(true)
    await run(
      `update public.group_buys set end_date = now() - interval '1 minute' where product_name = 'Titus (mackerel)' and status = 'active'`,
    )
    expect(await isFound('titus', 'Titus (mackerel)', 'group_buy')).toBe(false)
  })

  test('a post that becomes a draft, and its tags', async () => {
    const slug = 'what-moves-tomato-prices'
    const post = () => titles('tomatos', 'post')
    expect(await post()).toHaveLength(1)
    await run(`insert into public.blog_tags (name, slug) values ('Wahala', 'wahala')`)
    await run(
      `insert into public.blog_post_tags select b.id, t.id from public.blog_posts b, public.blog_tags t where b.slug = '${slug}' and t.slug = 'wahala'`,
    )
    expect(await titles('wahala', 'post')).toHaveLength(1)
    await run(`update public.blog_posts set status = 'draft' where slug = '${slug}'`, 'content')
    expect(await titles('wahala', 'post')).toEqual([])
  })

  test('everything: a rebuild gives the same entries', async () => {
    const entries = async () =>
      (
        await db.owner.query(
          'select * from public.search_entries order by kind, title, coalesce(product_id, group_buy_id, shop_id, post_id)',
        )
      ).rows
    const stored = await entries()
    await db.owner.query('select search.rebuild()')
    expect(await entries()).toEqual(stored)
  })
})

describe('rights', () => {
  const refused = async (sql: string) => (await asPerson(db, null, sql)).errorCode
  test('entries are public, and no user writes them', async () => {
    expect(await refused('select * from public.search_entries')).toBeNull()
    expect(await refused(`delete from public.search_entries`)).toBe('42501')
    expect(await refused(`update public.search_entries set title = 'x'`)).toBe('42501')
    expect(
      await refused(
        `insert into public.search_entries (kind, title, title_stems, words) values ('shop', 'x', '{}', '')`,
      ),
    ).toBe('42501')
  })
  test.each([
    'select * from search.words',
    'select * from search.names',
    'select search.rebuild()',
    `select search.learn('x', true)`,
  ])('%s is not for visitors', async (sql) => expect(await refused(sql)).toBe('42501'))
  test('entries contain only what visitors may see', async () => {
    const { rows } = await db.owner.query(`
      select e.title from public.search_entries e left join public.products p on p.id = e.product_id left join public.group_buys g on g.id = e.group_buy_id
        left join public.vendors v on v.id = coalesce(e.shop_id, p.vendor_id, g.vendor_id) left join public.blog_posts b on b.id = e.post_id
      where v.status <> 'active' or p.archived_at is not null or g.status <> 'active' or b.status <> 'published'`)
    expect(rows).toEqual([])
  })
})

test.each([
  'x'.repeat(10_000),
  'rice '.repeat(2_000),
  "'; drop table public.products; --",
  `gari' | 'x`,
  '!(gari) & | <-> :*',
  'n:A* ~gari',
  '%%%___',
  '\u202e\u2066gari\u2069',
  '😀'.repeat(500),
  'for in of the',
  `a${'\u0300'.repeat(500)}`,
])('hostile text %#', async (text) => {
  const answer = await asPerson(db, null, 'select * from public.search($1, 1000000, true)', [text])
  expect(answer.errorCode).toBeNull()
  expect(answer.rows.length).toBeLessThanOrEqual(48)
  expect((await asPerson(db, null, `select * from public.search_query($1, 'product')`, [text])).errorCode).toBeNull()
})

test('shops that add the same new words concurrently do not deadlock', async () => {
  const { rows } = await db.owner.query('select id from public.vendors order by id limit 6')
  const words = ['zobo', 'kuli', 'okpa', 'abacha', 'fura', 'masa', 'nono'].map((word) => `${word}x`)
  const written = rows.flatMap(({ id }: { id: string }, shop) =>
    [0, 1].map((turn) => {
      const turned = [...words.slice(shop + turn), ...words.slice(0, shop + turn)]
      const said = turn === 0 ? turned : turned.reverse()
      return db.owner.query(
        `insert into public.products (vendor_id, name, description, category, base_price, unit, vendor_location)
         values ($1, $2, $3, 'grains', 10, 'bag', 'Lagos'), ($1, $3, $2, 'grains', 10, 'bag', 'Lagos')`,
        [id, said.slice(0, 4).join(' '), said.slice(4).join(' ')],
      )
    }),
  )
  expect((await Promise.allSettled(written)).filter(({ status }) => status === 'rejected')).toEqual([])
  const known = await db.owner.query('select word from search.words where is_named and shown = any ($1)', [words])
  expect(known.rows).toHaveLength(words.length)
})
