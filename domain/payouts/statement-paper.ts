// A shop's statement of one or several months: opening balance, one line per movement, closing balance.

import { formatNaira } from '#domain/money.ts'
import type { DocumentPaper } from '#domain/receipts/paper.ts'
import { marketParty } from '#domain/receipts/parties.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { formatDatedMoment, formatDay } from '#domain/time/date-text.ts'
import { movementText } from './movement-text.ts'
import { periodText, type StatementPeriod } from './statement-period.ts'

export interface StatementRow {
  posted_at: string
  kind: string
  order_no: number | null
  product_name: string | null
  reference: string | null
  last_four: string | null
  fee_kobo: number
  amount_kobo: number
  balance_kobo: number | null
}

interface Statement {
  shopName: string
  period: StatementPeriod
  openingKobo: number
}

interface StatementSums {
  grossKobo: number
  feeKobo: number
  returnedKobo: number
  payoutKobo: number
}

/** The lines of a statement, added batch by batch, with what is carried forward after each. */
interface StatementLines {
  lines: string[][]
  carried: string[][]
  sums: StatementSums
}

export const openStatementLines = (): StatementLines => ({
  lines: [],
  carried: [],
  sums: { grossKobo: 0, feeKobo: 0, returnedKobo: 0, payoutKobo: 0 },
})

/** Goods handed over, before our fee; 0 for money that went out. */
export const grossKobo = ({ kind, amount_kobo: amount, fee_kobo: fee }: StatementRow): number =>
  isEarned(kind) ? amount + fee : 0

export function addStatementLine({ lines, carried, sums }: StatementLines, row: StatementRow): void {
  const { kind, amount_kobo: amount, fee_kobo: fee, balance_kobo: balance } = row
  const gross = grossKobo(row)
  sums.grossKobo += gross
  sums.feeKobo += fee
  if (isPayout(kind)) sums.payoutKobo += amount
  else if (!isEarned(kind)) sums.returnedKobo += amount
  lines.push([
    formatDay(lagosDate(new Date(row.posted_at))),
    // The reference is shown in the bank's own statement.
    row.reference ? `${movementText(row)}\n${row.reference}` : movementText(row),
    gross === 0 ? '–' : formatNaira(gross),
    fee === 0 ? '–' : formatNaira(fee),
    formatNaira(amount),
    formatNaira(balance ?? 0),
  ])
  const net = sums.grossKobo - sums.feeKobo + sums.returnedKobo + sums.payoutKobo
  carried.push([formatNaira(sums.grossKobo), formatNaira(sums.feeKobo), formatNaira(net), formatNaira(balance ?? 0)])
}

const isPayout = (kind: string) => kind.startsWith('payout_')
const isEarned = (kind: string) => /^(vendor_earned|vendor_delivery_earned|late_leave_charge)$/.test(kind)

export function statementPaper(
  { shopName, period, openingKobo }: Statement,
  { lines, carried, sums }: StatementLines,
  now: Date,
): DocumentPaper {
  const opening = formatNaira(openingKobo)
  const { grossKobo: gross, feeKobo: fee, returnedKobo: returned, payoutKobo: paid } = sums
  const closing = formatNaira(openingKobo + gross - fee + returned + paid)
  return {
    title: `Statement ${periodText(period)}`,
    kindText: 'Statement',
    issuedText: `As it stood on ${formatDatedMoment(now)}`,
    market: marketParty,
    parties: [{ title: 'Shop', party: { name: shopName, lines: [] } }],
    rows: [
      [period.from === period.until ? 'Month' : 'Months', periodText(period)],
      ['Balance at the beginning', opening],
      ['Balance at the end', closing],
    ],
    columns: [
      { title: 'Day', share: 1.2 },
      { title: 'What', share: 3 },
      { title: 'Sold', share: 1.4, isAmount: true },
      { title: 'Our fee', share: 1.3, isAmount: true },
      { title: 'Amount', share: 1.5, isAmount: true },
      { title: 'Balance', share: 1.6, isAmount: true },
    ],
    lines: [[formatDay(`${period.from}-01`), 'Balance at the beginning', '', '', '', opening], ...lines],
    carried: {
      forward: 'Carried forward',
      brought: 'Brought forward',
      amounts: [['', '', '', opening], ...carried],
    },
    sums: [
      { label: 'Balance at the beginning', amount: opening },
      { label: 'Sold and handed over', amount: formatNaira(gross) },
      { label: 'Our fee', amount: formatNaira(-fee) },
      { label: 'Given back to buyers', amount: formatNaira(returned) },
      { label: 'Payouts, less what came back', amount: formatNaira(paid) },
      { label: 'Balance at the end', amount: closing, isTotal: true },
    ],
    notes: [
      'Our fee is taken from an order before its amount comes to your balance. Days are days in Lagos.',
      ...(lines.length === 0 ? ['Nothing moved in this time.'] : []),
    ],
  }
}
