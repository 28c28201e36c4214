import type { VatMonth } from './queries.ts'

/** A month or quarter at one rate of VAT. */
export type VatSpan = Omit<VatMonth, 'month'> & {
  /** "2026 Q1", or the month as shown. */
  span: string
  /** The name of its period, for addresses. */
  period: string
}

const AMOUNTS = [
  'buyer_fee_kobo',
  'vendor_fee_kobo',
  'delivery_kobo',
  'handling_kobo',
  'income_kobo',
  'vat_kobo',
  'earned_kobo',
  'credited_kobo',
] as const

/** "2026 Q1" from '2026-02-01'. */
const quarterOf = (month: string): string => `${month.slice(0, 4)} Q${Math.ceil(Number(month.slice(5, 7)) / 3)}`

/** Months added up by quarter and rate. The VAT is the sum of the months', which are what was declared. */
export function toQuarters(months: readonly VatMonth[]): VatSpan[] {
  const spans = new Map<string, VatSpan>()
  for (const { month, ...row } of months) {
    const span = quarterOf(month ?? '')
    const key = `${span} ${row.vat_bps}`
    const sum = spans.get(key)
    if (!sum) {
      spans.set(key, { span, period: span.replace(' ', '-'), ...row })
      continue
    }
    for (const amount of AMOUNTS) sum[amount] = (sum[amount] ?? 0) + (row[amount] ?? 0)
  }
  return [...spans.values()]
}

/** Months one by one. */
export const toMonths = (months: readonly VatMonth[], monthText: (month: string) => string): VatSpan[] =>
  months.map(({ month, ...row }) => {
    const period = (month ?? '').slice(0, 7)
    return { span: monthText(period), period, ...row }
  })
