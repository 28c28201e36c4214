import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { inEmptyDatabase } from '../../tests/trials/empty-database.ts'
import { balancesOf } from './adding-up.ts'
import { type Month, MonthBroken, type MonthWish, simulateMonth } from './month.ts'
import type { SimulatedMarket } from './open-market.ts'
import { reportPage } from './report.ts'

const SMALL: MonthWish = { seed: 1, days: 3, buyers: 20, vendors: 3, buys: 6 }

interface Mistake {
  hour: number
  make(market: SimulatedMarket): Promise<unknown>
}

const small = (mistake?: Mistake, wish = SMALL): Promise<Month> =>
  inEmptyDatabase((database) => simulateMonth({ ...wish, ...database, ...(mistake && { mistake }) }))

describe('a small month', () => {
  let month: Month
  beforeAll(async () => {
    month = await small()
  })

  test('adds up to the kobo, whatever goes wrong on the line', async () => {
    expect(balancesOf(month.figures.sums).filter(({ holds }) => !holds)).toEqual([])
    expect(month.figures.sums.ledgerInKobo).toBeGreaterThan(0)
    expect(month.figures.troubles.length).toBeGreaterThan(3)
    const page = reportPage(month, await readFile('web/theme/theme.css', 'utf8'))
    expect(page).toContain('In = out + held, to the kobo.')
    expect(page).not.toMatch(/<script|https?:|undefined|NaN/)
  })

  test('is the same each time', async () => expect((await small()).figures).toEqual(month.figures))

  test('is another one by another seed', async () => {
    expect((await small(undefined, { ...SMALL, seed: 2 })).figures).not.toEqual(month.figures)
  })

  test.each<[string, string, (market: SimulatedMarket) => Promise<unknown>]>([
    [
      'a payment booked twice',
      'L8 paid',
      ({ owner }) =>
        owner.query(`select ledger.post('payment:again', jsonb_build_array(jsonb_build_object('kind', 'payment', 'credit', id, 'amount_kobo', charged_kobo)))
          from public.orders where status = 'paid' order by id limit 1`),
    ],
    [
      'a refund that is called done and was never sent',
      'L9 refunds',
      ({ owner, caused }) =>
        owner
          .query(`alter table public.refunds disable trigger user`)
          .then(() => caused('gateway', `update public.refunds set status = 'processed' where id = (${ONE_REFUND})`)),
    ],
    [
      'a refund that nobody knows any more',
      'L9 orphans',
      ({ owner, caused }) =>
        owner
          .query(`alter table public.refunds disable trigger user`)
          .then(() => caused('gateway', `delete from public.refunds where id = (${ONE_REFUND})`)),
    ],
  ])('with %s stops at once', async (_, rule, make) => {
    const broken = await small({ hour: 60, make }).catch((error: unknown) => error)
    expect(broken).toBeInstanceOf(MonthBroken)
    expect(String(broken)).toContain(rule)
    expect(String(broken)).toContain('after hour 60 (day 3, 12:00) of seed 1')
  })

  test('whose gateway sends money back on its own does not add up', async () => {
    const make = ({ owner }: SimulatedMarket) =>
      owner.query(`insert into local_gateway.refunds (reference, amount_kobo, status, note)
        select reference, 100, 'processed', 'by hand' from local_gateway.payments where status = 'success' order by reference limit 1`)
    const { figures } = await small({ hour: 60, make })
    expect(balancesOf(figures.sums).filter(({ holds }) => !holds)).toEqual([
      expect.objectContaining({ says: 'The gateway has sent back what the ledger says' }),
    ])
  })
})

const ONE_REFUND = `select id from public.refunds where status <> 'processed' order by id limit 1`
