// The months of a statement, as calendar months in Lagos.
import { addDays } from '#domain/time/calendar.ts'
import { formatLongDate } from '#domain/time/date-text.ts'

/** 'YYYY-MM', both inclusive. */
export interface StatementPeriod {
  from: string
  until: string
}

const MOST_MONTHS = 24

export const PERIOD_FAULT = `A statement is of whole months from 2020 to this month, at most ${MOST_MONTHS} of them.`

/** The requested months; this month if none is requested. Null for months that do not exist or are too many. */
export function readPeriod(params: { get(name: string): string | null }, today: string): StatementPeriod | null {
  const thisMonth = today.slice(0, 7)
  const from = params.get('month') || thisMonth
  const until = params.get('until') || from
  const areMonths = [from, until].every((month) => /^20[2-9]\d-(0[1-9]|1[0-2])$/.test(month) && month <= thisMonth)
  if (!areMonths || until < from || monthsBetween(from, until) >= MOST_MONTHS) return null
  return { from, until }
}

function monthsBetween(from: string, until: string): number {
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number)
  const [year = 0, month = 0] = until.split('-').map(Number)
  return (year - fromYear) * 12 + month - fromMonth
}

/** The day after the period. */
export const dayAfter = ({ until }: StatementPeriod): string => `${addDays(`${until}-28`, 7).slice(0, 7)}-01`

/** "November 2026", or "September 2026 to November 2026". */
export const periodText = ({ from, until }: StatementPeriod): string =>
  from === until ? monthText(from) : `${monthText(from)} to ${monthText(until)}`

const monthText = (month: string): string => formatLongDate(`${month}-01`).replace(/^1 /, '')

/** The address's parameters, and the part of a file's name. */
export const periodQuery = ({ from, until }: StatementPeriod): string =>
  from === until ? `month=${from}` : `month=${from}&until=${until}`

export const periodName = ({ from, until }: StatementPeriod): string => (from === until ? from : `${from}-${until}`)
