import { periodTexts } from '#domain/cycles/cycle-texts.ts'
import { countUnits } from '#domain/products/units.ts'
import { day, moment, plural } from '#web/ui/format.ts'
import type { OwnCycle } from './queries.ts'

export const periodText = ({ period }: Pick<OwnCycle, 'period'>): string => periodTexts[period]

/** When the next round opens, closes and is shared. */
export function nextRoundTexts(cycle: OwnCycle): string[] {
  const { next_opens_at: opens, next_end_date: ends, next_share_date: shareDate, round_status: round, end_date } = cycle
  const isLater = round === 'active' && end_date !== null && end_date > opens
  const opening = isLater ? 'Opens once this round has closed' : `Opens ${moment(opens)}`
  return [opening, `Closes ${moment(ends)}`, `Shared ${day(shareDate)}`]
}

/** "12 standing orders for 30 bags". */
export const standingText = ({ standing_orders: orders, standing_units: units, unit }: OwnCycle): string =>
  orders === 0 ? 'None yet' : `${plural(orders, 'standing order', 'standing orders')} for ${countUnits(units, unit)}`
