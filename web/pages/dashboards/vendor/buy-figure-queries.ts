import type { Api } from '#api/api.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { lastMonths } from '#web/desk/figures/months.ts'
import { ROWS_A_PAGE } from '#web/list-page.ts'
import { readBatches } from '#web/lists/read-all-rows.ts'
import { type OrderKey, orderCursor } from '#web/orders/find-orders.ts'

/** Rows of a batch of the CSV: orders are counted for each. */
const BATCH = 100

interface FigureQuery {
  /** 'YYYY-MM', the month of the last day; empty for the last twelve. */
  month: string
  after: OrderKey | null
}

/** The months to choose from, newest first. */
export const figureMonths = (now: Date): string[] =>
  lastMonths(lagosDate(now))
    .reverse()
    .map((month) => month.slice(0, 7))

async function readFigures(api: Api, { month, after, size }: FigureQuery & { size: number }) {
  const oldest = figureMonths(new Date()).at(-1) ?? ''
  const { data, error } = await api.tables.rpc('shop_buy_figures', {
    since: monthStart(month || oldest),
    most: size,
    ...(month && { until: monthStart(monthAfter(month)) }),
    ...(after && { after_at: after.created_at, after_id: after.id }),
  })
  return { rows: data ?? [], failure: error?.message ?? null }
}

export type BuyFigureRow = Awaited<ReturnType<typeof readFigures>>['rows'][number]

/** A page of the shop's group buys with their figures, and the key of the next page. */
export async function listBuyFigures(api: Api, query: FigureQuery) {
  const { rows, failure } = await readFigures(api, { month: query.month, after: query.after, size: ROWS_A_PAGE + 1 })
  const shown = rows.slice(0, ROWS_A_PAGE)
  const last = shown.at(-1)
  const older = last && rows.length > ROWS_A_PAGE ? orderCursor({ id: last.id, created_at: last.end_date }) : null
  return { rows: shown, newer: null, older, failure }
}

/** All of them in batches, for the CSV. */
export const readBuyFigureBatches = (api: Api, month: string) =>
  readBatches<BuyFigureRow>(async (last) => {
    const after = last && { id: last.id, created_at: last.end_date }
    const { rows, failure } = await readFigures(api, { month, after, size: BATCH })
    return { data: rows, error: failure === null ? null : { message: failure } }
  }, BATCH)

const monthStart = (month: string): string => `${month}-01T00:00:00+01:00`

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}
