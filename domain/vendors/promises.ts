// Shown to a vendor before a pause or closed days are saved: what was promised stays.
import { formatDay } from '#domain/time/date-text.ts'

export interface Promises {
  /** Orders due on days that would become closed. */
  orders: { day: string; orders: number }[]
  /** Running group buys: all of them before a pause, else those shared on such a day. The first ones by sharing day. */
  buys: { id: string; product_name: string; share_date: string | null; people: number }[]
  /** All group buys, named or not. */
  buyCount: number
}

/** The number that the vendor accepts. A later order makes it larger, and the vendor is asked again. */
export const countPromises = ({ orders, buyCount }: Promises): number =>
  orders.reduce((sum, one) => sum + one.orders, 0) + buyCount

/** "3 orders are due on Fri 25 Dec." */
export const dueText = ({ day, orders }: Promises['orders'][number]): string =>
  `${orders === 1 ? '1 order is' : `${orders} orders are`} due on ${formatDay(day)}.`

/** "2 group buys go on." */
export const goingOnText = ({ buyCount }: Promises): string =>
  buyCount === 1 ? '1 group buy goes on.' : `${buyCount} group buys go on.`

export const promisesText = (promises: Promises): string =>
  [
    ...promises.orders.map(dueText),
    ...(promises.buyCount > 0 ? [goingOnText(promises)] : []),
    'What you promised stays. Accept it, and save again.',
  ].join(' ')

/** Reads the promises from the refusal that names them. */
export function readPromises(
  lines: readonly Readonly<Record<string, string | number | null>>[],
  buyCount: number,
): Promises {
  return {
    orders: lines.flatMap(({ day, orders }) => (day && orders ? [{ day: String(day), orders: Number(orders) }] : [])),
    buys: lines.flatMap(({ id, product_name, share_date, people }) =>
      id
        ? [
            {
              id: String(id),
              product_name: String(product_name),
              share_date: share_date === null ? null : String(share_date),
              people: Number(people),
            },
          ]
        : [],
    ),
    buyCount,
  }
}
