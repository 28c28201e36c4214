import type { Api } from '#api/api.ts'
import { startOfLagosDay } from '#domain/time/calendar.ts'
import { readAllRows } from '#web/lists/read-all-rows.ts'
import type { PastLine } from './reorder.ts'

/** The calendar month in Lagos before the one of this day ('YYYY-MM-DD'): its first instant and that of the next. */
export function lastMonth(today: string): { from: Date; until: Date } {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const [before, last] = month === 1 ? [year - 1, 12] : [year, month - 1]
  return { from: firstOf(before, last), until: firstOf(year, month) }
}

const firstOf = (year: number, month: number) => startOfLagosDay(`${year}-${String(month).padStart(2, '0')}-01`)

interface BoughtLine extends PastLine {
  boughtAt: string
}

/** Adds up the lines of one product; its name and price are those of the last order. */
export function addUp(lines: readonly BoughtLine[]): PastLine[] {
  const byProduct = new Map<string, BoughtLine>()
  for (const line of [...lines].sort((a, b) => (a.boughtAt < b.boughtAt ? -1 : 1))) {
    const quantity = (byProduct.get(line.product_id)?.quantity ?? 0) + line.quantity
    byProduct.set(line.product_id, { ...line, quantity })
  }
  return [...byProduct.values()].map(({ boughtAt: _, ...line }) => line)
}

/** Orders that count as bought: paid, and not ended before the goods came. */
const BOUGHT = ['paid', 'confirmed', 'ready', 'collected', 'delivered', 'completed']

/**
 * All that was bought between two instants: for the company, by whichever of its people, if the viewer orders for one;
 * else the viewer's own.
 */
export async function listBoughtLines(
  api: Api,
  { userId, businessId, from, until }: { userId: string; businessId: string | null; from: Date; until: Date },
) {
  const { rows, failure } = await (businessId === null
    ? readAllRows((first, last) =>
        api.tables
          .from('orders')
          .select('created_at, lines:order_lines(product_id, product_name, unit, image_url, quantity, unit_price)')
          .eq('user_id', userId)
          .is('business_id', null)
          .in('status', BOUGHT)
          .gte('created_at', from.toISOString())
          .lt('created_at', until.toISOString())
          .order('created_at')
          .order('id')
          .range(first, last),
      )
    : readAllRows((first, last) =>
        api.tables
          .from('business_orders')
          .select('created_at, lines')
          .eq('business_id', businessId)
          .in('status', BOUGHT)
          .gte('created_at', from.toISOString())
          .lt('created_at', until.toISOString())
          .order('created_at')
          .order('id')
          .range(first, last)
          .overrideTypes<{ created_at: string; lines: PastLine[] }[], { merge: false }>(),
      ))
  const lines = rows.flatMap((row) =>
    (row.lines ?? []).map((line): BoughtLine => ({ ...line, boughtAt: row.created_at })),
  )
  return { lines: addUp(lines), failure }
}
