import { readFile } from 'node:fs/promises'
import type { QueryResult } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { inEmptyDatabase } from '../../../tests/trials/setup/empty-database.ts'
import { checkBalances } from '../balances.ts'
import type { SimulatedMarket } from '../open-market.ts'
import { reportPage } from '../report.ts'
import {
  AuditFailed,
  type Month,
  type MonthProgress,
  type MonthSettings,
  type PlantedMistake,
  simulateMonth,
} from './month.ts'

const SMALL: MonthSettings = { seed: 1, days: 3, buyers: 20, vendors: 3, buys: 6 }

const small = (
  mistake?: PlantedMistake,
  options: { seed?: number; onStep?: (step: MonthProgress) => void } = {},
): Promise<Month> =>
  inEmptyDatabase((database) => simulateMonth({ ...SMALL, ...options, ...database, ...(mistake && { mistake }) }))

describe('a small month', () => {
  let month: Month
  beforeAll(async () => {
    month = await small()
  })

  test('adds up to the kobo in spite of network faults', async () => {
    expect(checkBalances(month.figures.sums).filter(({ holds }) => !holds)).toEqual([])
    expect(month.figures.sums.ledgerInKobo).toBeGreaterThan(0)
    expect(month.figures.troubles.length).toBeGreaterThan(3)
    const page = reportPage(month, await readFile('web/theme/theme.css', 'utf8'))
    expect(page).toContain('In = out + held, to the kobo.')
    expect(page).not.toMatch(/<script|https?:|undefined|NaN/)
  })

  test('is deterministic', async () => expect((await small()).figures).toEqual(month.figures))

  test('differs with another seed', async () => {
    expect((await small(undefined, { seed: 2 })).figures).not.toEqual(month.figures)
  })

  test.each<[string, string, PlantedMistake['make']]>([
    [
      'a payment booked twice',
      'L8 paid',
      ({ owner }) =>
        rowsOf(
          owner.query(`select ledger.post('payment:again', jsonb_build_array(jsonb_build_object('kind', 'payment', 'credit', id, 'amount_kobo', charged_kobo)))
            from public.orders where status = 'paid' order by id limit 1`),
        ),
    ],
    [
      'a refund that is marked as done and was never sent',
      'L9 refunds',
      (market) => writeUnguarded(market, `update public.refunds set status = 'processed' where id = (${ONE_REFUND})`),
    ],
    [
      'a refund without its record',
      'L9 orphans',
      (market) => writeUnguarded(market, `delete from public.refunds where id = (${ONE_REFUND})`),
    ],
  ])('with %s stops at once', async (_, rule, make) => {
    let plantedAt: Date | undefined
    const mistake: PlantedMistake = {
      hour: 50,
      async make(market) {
        const rows = await make(market)
        if (rows > 0) plantedAt = market.now()
        return rows
      },
    }
    const steps: MonthProgress[] = []
    const broken = await small(mistake, { onStep: (step) => steps.push(step) }).catch((error: unknown) => error)
    expect(broken).toBeInstanceOf(AuditFailed)
    expect(String(broken)).toContain(rule)
    const sound = steps.at(-1)
    expect(String(broken)).toContain(`after hour ${sound?.hour} (day 3, `)
    expect(plantedAt?.getTime()).toBe((sound?.at.getTime() ?? 0) + 3_600_000)
  })

  test('fails if the planted mistake finds no row', async () => {
    await expect(small({ hour: 0, make: async () => 0 })).rejects.toThrow('nothing was planted')
  })

  test('does not add up if the gateway refunds on its own', async () => {
    const make = ({ owner }: SimulatedMarket) =>
      rowsOf(
        owner.query(`insert into local_gateway.refunds (reference, amount_kobo, status, note)
          select reference, 100, 'processed', 'by hand' from local_gateway.payments where status = 'success' order by reference limit 1`),
      )
    const { figures } = await small({ hour: 60, make })
    expect(checkBalances(figures.sums).filter(({ holds }) => !holds)).toEqual([
      expect.objectContaining({ label: 'The gateway has sent back what the ledger says' }),
    ])
  })
})

const rowsOf = async (query: Promise<QueryResult>): Promise<number> => (await query).rowCount ?? 0

/** Disables triggers, which would reject the write. */
async function writeUnguarded({ owner, queryAs }: SimulatedMarket, sql: string): Promise<number> {
  await owner.query('alter table public.refunds disable trigger user')
  const rows = await rowsOf(queryAs('gateway', sql))
  await owner.query('alter table public.refunds enable trigger user')
  return rows
}

const ONE_REFUND = `select id from public.refunds where status <> 'processed' order by id limit 1`
