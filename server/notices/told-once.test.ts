import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { matchSavedSearches } from './match-saved-searches.ts'
import { notifyOfRestock } from './notify-of-restock.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const deps = () => ({ database: market.db.database, siteUrl: 'https://market.test' })
const notices = async (person: string) =>
  (
    await market.db.owner.query<{ kind: string; link: string }>(
      'select kind, link from public.notices where person_id = $1 order by created_at',
      [person],
    )
  ).rows
const queued = async (productId: string) =>
  (await market.db.owner.query(`select from jobs.queue where job_key = 'restock:' || $1`, [productId])).rowCount
const stock = (productId: string, quantity: number) =>
  market.db.owner.query('update public.products set available_quantity = $2 where id = $1', [productId, quantity])
const wish = (person: string, productId: string) =>
  market.db.owner.query(
    `insert into public.follows (follower_id, product_id, wants_restock) values ($1, $2, true)
     on conflict on constraint followed_once do update set wants_restock = true`,
    [person, productId],
  )

test('a product that is back is told once, however often it comes and goes', async () => {
  const { vendorId, ownerId } = await market.shop()
  const productId = await market.product(vendorId, { available_quantity: 0, min_quantity: 2 })
  const [asked = '', follower = ''] = await Promise.all([market.person(), market.person()])
  await wish(asked, productId)
  await wish(ownerId, productId)
  await market.db.owner.query('insert into public.follows (follower_id, product_id) values ($1, $2)', [
    follower,
    productId,
  ])
  await stock(productId, 1)
  expect(await queued(productId)).toBe(0)
  await stock(productId, 2)
  expect(await queued(productId)).toBe(1)
  await stock(productId, 0)
  await notifyOfRestock(deps(), { product_id: productId })
  expect(await notices(asked)).toEqual([])
  await stock(productId, 5)
  await Promise.all([1, 2, 3].map(() => notifyOfRestock(deps(), { product_id: productId })))
  await stock(productId, 0)
  await stock(productId, 5)
  await notifyOfRestock(deps(), { product_id: productId })
  expect(await notices(asked)).toEqual([{ kind: 'product-back', link: `/products/${productId}` }])
  expect([await notices(follower), await notices(ownerId)]).toEqual([[], []])
})

test('a product between sharing days is back with its next day', async () => {
  const { vendorId } = await market.shop()
  const productId = await market.product(vendorId)
  const asked = await market.person()
  await market.db.owner.query(`update public.products set share_date = current_date - 3 where id = $1`, [productId])
  await wish(asked, productId)
  await market.db.owner.query(`update public.products set share_date = current_date + 9 where id = $1`, [productId])
  await notifyOfRestock(deps(), { product_id: productId })
  expect(await notices(asked)).toHaveLength(1)
})

test('a saved search is told once, when a product matches exactly', async () => {
  const { vendorId } = await market.shop()
  const person = await market.person()
  const save = (words: string) =>
    market.db.owner.query('insert into public.saved_searches (person_id, words) values ($1, $2)', [person, words])
  await save('zobo')
  await save('kilishi')
  await matchSavedSearches(deps())
  expect(await notices(person)).toEqual([])
  await market.product(vendorId, { name: 'Zobo leaves', category: 'vegetables' })
  await Promise.all([matchSavedSearches(deps()), matchSavedSearches(deps())])
  await matchSavedSearches(deps())
  expect(await notices(person)).toEqual([{ kind: 'search-found', link: '/search?q=zobo' }])
  const { rows } = await market.db.owner.query('select words from public.saved_searches where person_id = $1', [person])
  expect(rows).toEqual([{ words: 'kilishi' }])
})

test('a person has at most 20 saved searches, however many arrive at once', async () => {
  const person = await market.person()
  const saved = await Promise.allSettled(
    Array.from({ length: 30 }, (_, n) =>
      market.db.owner.query('insert into public.saved_searches (person_id, words) values ($1, $2)', [
        person,
        `food ${n}`,
      ]),
    ),
  )
  expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
})
