import { isCalendarDate } from '#domain/time/calendar.ts'
import { isId } from '#web/list-page.ts'
import type { Batch } from '../rows.ts'

/** A shop's sharing day, with all its buys and the orders from the cart. */
export interface SharingDay {
  shopId: string
  /** Null for goods without a sharing day. */
  date: string | null
}

/** The key of a day, used like that of a batch in addresses of sheets: "day-2026-12-04-<shop>", or "day-any-<shop>". */
export const dayKey = ({ shopId, date }: SharingDay): string => `day-${date ?? 'any'}-${shopId}`

/** Null for the key of a batch, and for a malformed one. */
export function readDayKey(key: string): SharingDay | null {
  const [, date = '', shopId = ''] = /^day-(any|\d{4}-\d{2}-\d{2})-(.{36})$/.exec(key) ?? []
  if (!isId(shopId) || !(date === 'any' || isCalendarDate(date))) return null
  return { shopId, date: date === 'any' ? null : date }
}

interface DayFilter<Query> {
  eq(column: 'share_date', date: string): Query
  is(column: 'share_date', value: null): Query
}

/** Keeps the rows of a sharing day. */
export const ofDay = <Query extends DayFilter<Query>>(query: Query, date: string | null): Query =>
  date === null ? query.is('share_date', null) : query.eq('share_date', date)

/** All batches of a day as one; null for none. */
export function wholeDay(day: SharingDay, batches: readonly Batch[]): Batch | null {
  const [first] = batches
  if (!first) return null
  const sum = (of: (batch: Batch) => number) => batches.reduce((all, batch) => all + of(batch), 0)
  const isOneUnit = batches.every(({ unit }) => unit !== null && unit === first.unit)
  return {
    batch: dayKey(day),
    vendor_id: day.shopId,
    shop: first.shop,
    group_buy_id: null,
    batch_name: 'Everything of the day',
    share_date: day.date,
    orders: sum(({ orders }) => orders),
    lines: sum(({ lines }) => lines),
    packed_lines: sum(({ packed_lines: lines }) => lines),
    open_orders: sum(({ open_orders: orders }) => orders),
    waiting_orders: sum(({ waiting_orders: orders }) => orders),
    unpacked_lines: sum(({ unpacked_lines: lines }) => lines),
    units: sum(({ units }) => units),
    packed_units: sum(({ packed_units: units }) => units),
    unit: isOneUnit ? first.unit : null,
  }
}

/** Batches by the key of their day, in their order. */
export function batchesByDay<Row extends Pick<Batch, 'vendor_id' | 'share_date'>>(batches: readonly Row[]) {
  const days = new Map<string, Row[]>()
  for (const batch of batches) {
    const key = dayKey({ shopId: batch.vendor_id, date: batch.share_date })
    days.set(key, [...(days.get(key) ?? []), batch])
  }
  return days
}
