import { RouterContextProvider } from 'react-router'
import readXlsxFile from 'read-excel-file/universal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApi } from '#api/api.ts'
import { VISITOR } from '#api/session.ts'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { fileClaim, handOver } from '#server/testing/goods/handed-over.ts'
import { paidBuys } from '#server/testing/money/paid-buys.ts'
import { KEYS, ORIGIN, openTestWire, type TestWire } from '#server/testing/wire.ts'
import { loader as claimsSheet } from '#web/claims/staff/claims-sheet.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { loader as buysSheet } from '#web/group-buys/vendor/buys-sheet.ts'
import { loader as customersSheet } from '#web/orders/staff/customers-sheet.ts'
import { loader as productsSheet } from '#web/products/staff/products-sheet.ts'

const SHEETS = { claims: claimsSheet, products: productsSheet, customers: customersSheet, buys: buysSheet }

const FORMULA = '=HYPERLINK("https://elsewhere.test")'
/** The buyers' telephone numbers, and the digits that they share. */
const PHONES = { Lagos: '2348031234567', Kano: '2348031234568' }
const DIGITS = '803123456'

let wire: TestWire
let email: string
/** Two shops that sell in Lagos and in Kano, with a buyer, a claim and a group buy each. */
const shops: Record<'Lagos' | 'Kano', { ownerId: string }> = { Lagos: { ownerId: '' }, Kano: { ownerId: '' } }

beforeAll(async () => {
  wire = await openTestWire()
  const { market } = wire
  for (const state of ['Lagos', 'Kano'] as const) {
    const { ownerId, vendorId, buyId, productId, orders } = await paidBuys(market).settled(1, {
      buy: { min_participants: 1 },
    })
    shops[state] = { ownerId }
    const [order] = orders
    if (!order) throw new Error('Nobody has paid.')
    const { answer } = await fileClaim(market, await handOver(market, order))
    expect(answer.status).toBe(200)
    await withoutTriggers(market.db.owner, async (client) => {
      await client.query('update public.vendors set state = $2 where id = $1', [vendorId, state])
      await client.query('update public.products set name = $2 where id = $1', [productId, `${FORMULA} ${state}`])
      await client.query('update public.group_buys set product_name = $2 where id = $1', [buyId, `${FORMULA} ${state}`])
      await client.query('update public.orders set buyer_name = $2 where id = $1', [
        order.orderId,
        `${FORMULA} ${state}`,
      ])
      await client.query('update public.order_lines set product_name = $2 where order_id = $1', [
        order.orderId,
        `${FORMULA} ${state}`,
      ])
      await client.query('update auth.users set phone = $2 where id = $1', [order.buyer, PHONES[state]])
    })
    email = (await market.row<{ email: string }>('select email from auth.users where id = $1', [order.buyer])).email
  }
}, 60_000)
afterAll(() => wire.stop())

/** A list's file as this person downloads it. */
async function download(list: keyof typeof SHEETS, userId: string, { role = 'manager', ending = 'csv' } = {}) {
  const token = await wire.tokenOf(userId)
  const context = new RouterContextProvider()
  context.set(
    apiContext,
    createApi({
      origin: ORIGIN,
      publishableKey: KEYS.publishable,
      accessToken: () => token,
      fetch: (input, init) => wire.request(String(input).slice(ORIGIN.length), init ?? {}),
    }),
  )
  context.set(viewerContext, { ...VISITOR, userId, role })
  return SHEETS[list]({ url: new URL(`${ORIGIN}/area/${list}.${ending}`), context } as never)
}

const rowsOf = async (...args: Parameters<typeof download>) => {
  const answer = await download(...args)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  return (await answer.text()).trim().split('\r\n').slice(1)
}

for (const list of ['claims', 'products', 'customers'] as const) {
  test(`${list}: managers download the rows of their states, coordinators those of all, without contacts`, async () => {
    const [lagos, kano] = [await wire.market.manager('Lagos'), await wire.market.manager('Kano')]
    for (const [manager, state] of [
      [lagos, 'Lagos'],
      [kano, 'Kano'],
    ] as const) {
      const rows = await rowsOf(list, manager)
      expect(rows).toHaveLength(1)
      expect(rows[0]).toContain(state)
      expect(rows[0]).not.toContain(state === 'Lagos' ? 'Kano' : 'Lagos')
    }
    const nowhere = await wire.market.person({ role: 'manager' })
    expect(await rowsOf(list, nowhere)).toEqual([])
    const coordinator = await wire.market.person({ role: 'coordinator' })
    const all = await rowsOf(list, coordinator, { role: 'coordinator' })
    expect(all).toHaveLength(2)
    expect(all.join()).not.toContain(email)
    expect(all.join()).not.toContain(DIGITS)
  })

  test(`${list}: a name that looks like a formula is a text`, async () => {
    const manager = await wire.market.manager('Lagos')
    expect((await rowsOf(list, manager)).join()).toContain(`'=HYPERLINK(`)
    const answer = await download(list, manager, { ending: 'xlsx' })
    const [sheet] = await readXlsxFile(await answer.blob())
    expect(sheet?.data[1]).toContain(`${FORMULA} Lagos`)
  })
}

test('claims: their standing is in the words of the page', async () => {
  const [row] = await rowsOf('claims', await wire.market.manager('Lagos'))
  expect(row).toContain('Waiting for the vendor')
})

test('claims and customers: strangers download nothing', async () => {
  const stranger = await wire.market.person()
  for (const list of ['claims', 'customers'] as const)
    expect(await rowsOf(list, stranger, { role: 'customer' })).toEqual([])
})

test('group buys: a shop downloads its own, and no other', async () => {
  for (const state of ['Lagos', 'Kano'] as const) {
    const rows = await rowsOf('buys', shops[state].ownerId, { role: 'vendor' })
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatch(new RegExp(`^"'=HYPERLINK.* ${state}"`))
  }
  expect(await rowsOf('buys', await wire.market.person(), { role: 'customer' })).toEqual([])
})
