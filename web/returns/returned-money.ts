import type { I18n } from '@lingui/core'
import { lagosDate } from '#domain/time/calendar.ts'
import type { Fact } from '#web/ui/data-list.tsx'
import { awaitedDay, kobo } from '#web/ui/format.ts'

/** Money that came back or is coming: a row of the view `own_returns`. */
export interface ReturnedMoney {
  peps_kobo: number | null
  /** Naira that arrived where they were paid from. */
  arrived_kobo: number | null
  coming_kobo: number | null
  /** The last day on which a part that is coming is expected. */
  expected_by: string | null
}

export function addReturns(rows: readonly ReturnedMoney[]): ReturnedMoney {
  const sum = (pick: (row: ReturnedMoney) => number | null) => rows.reduce((all, row) => all + (pick(row) ?? 0), 0)
  return {
    peps_kobo: sum((row) => row.peps_kobo),
    arrived_kobo: sum((row) => row.arrived_kobo),
    coming_kobo: sum((row) => row.coming_kobo),
    expected_by: rows.reduce<string | null>(
      (last, { expected_by: day }) => (day && day > (last ?? '') ? day : last),
      null,
    ),
  }
}

/** PEPS, naira that arrived, and naira on their way, each with its amount; nothing for amounts of zero. */
export function returnedFacts(i18n: I18n, money: ReturnedMoney | null, now: string): Fact[] {
  if (!money) return []
  return [
    { label: i18n.t('Came back as PEPS'), amountKobo: money.peps_kobo ?? 0 },
    { label: i18n.t('Came back to where you paid from'), amountKobo: money.arrived_kobo ?? 0 },
    { label: comingText(i18n, money, now), amountKobo: money.coming_kobo ?? 0 },
  ].flatMap(({ label, amountKobo }) => (amountKobo > 0 ? [{ label, value: kobo(amountKobo) }] : []))
}

/** "On its way back, by Tuesday, 1 December", or that it is late. */
export function comingText(i18n: I18n, { expected_by: day }: Pick<ReturnedMoney, 'expected_by'>, now: string): string {
  if (!day) return i18n.t('On its way back to you')
  return day < lagosDate(new Date(now))
    ? i18n.t('On its way back, and late: it was expected by {day}. We are working on it.', { day: awaitedDay(day) })
    : i18n.t('On its way back, by {day}', { day: awaitedDay(day) })
}
