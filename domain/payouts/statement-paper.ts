// A shop's monthly statement: opening balance, one line per movement, closing balance.

import { formatNaira } from '#domain/money.ts'
import type { DocumentPaper } from '#domain/receipts/paper.ts'
import { marketParty } from '#domain/receipts/parties.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { formatDatedMoment, formatDay, formatLongDate } from '#domain/time/date-text.ts'
import { movementText } from './movement-text.ts'

interface StatementRow {
  posted_at: string
  kind: string
  order_no: number | null
  product_name: string | null
  reference: string | null
  fee_kobo: number
  amount_kobo: number
  balance_kobo: number | null
}

interface Statement {
  shopName: string
  /** 'YYYY-MM' in Lagos. */
  month: string
  openingKobo: number
  closingKobo: number
  rows: readonly StatementRow[]
}

/**
 * Maximum lines of a PDF: each takes some milliseconds to draw, which delays other documents. Longer months are
 * exported as a spreadsheet.
 */
export const MAX_STATEMENT_LINES = 500

export function statementPaper(statement: Statement, now: Date): DocumentPaper {
  const { shopName, month, openingKobo, closingKobo, rows } = statement
  const first = `${month}-01`
  return {
    title: `Statement ${monthText(month)}`,
    kindText: 'Statement',
    issuedText: `As it stood on ${formatDatedMoment(now)}`,
    market: marketParty,
    parties: [{ title: 'Shop', party: { name: shopName, lines: [] } }],
    rows: [
      ['Month', monthText(month)],
      ['Balance at the beginning', formatNaira(openingKobo)],
      ['Balance at the end', formatNaira(closingKobo)],
    ],
    columns: [
      { title: 'Day', share: 1.3 },
      { title: 'What', share: 3.3 },
      { title: 'Our fee', share: 1.4, isAmount: true },
      { title: 'Amount', share: 1.7, isAmount: true },
      { title: 'Balance', share: 1.7, isAmount: true },
    ],
    lines: [
      [formatDay(first), 'Balance at the beginning', '', '', formatNaira(openingKobo)],
      ...rows.map(statementLine),
    ],
    sums: statementSums(statement),
    notes: [
      'Our fee was taken from an order before its amount came to your balance: the amount is what was left. Days are days in Lagos.',
      ...(rows.length === 0 ? ['Nothing moved in this month.'] : []),
    ],
  }
}

const statementLine = (movement: StatementRow): string[] => [
  formatDay(lagosDate(new Date(movement.posted_at))),
  // The reference is shown in the bank's own statement.
  movement.reference ? `${movementText(movement)}\n${movement.reference}` : movementText(movement),
  movement.fee_kobo > 0 ? formatNaira(movement.fee_kobo) : '–',
  formatNaira(movement.amount_kobo),
  formatNaira(movement.balance_kobo ?? 0),
]

function statementSums({ openingKobo, closingKobo, rows }: Statement): DocumentPaper['sums'] {
  const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)
  const isPayout = ({ kind }: StatementRow) => kind.startsWith('payout_')
  const orders = rows.filter((row) => !isPayout(row)).map(({ amount_kobo }) => amount_kobo)
  const payouts = rows.filter(isPayout).map(({ amount_kobo }) => amount_kobo)
  return [
    { label: 'Balance at the beginning', amount: formatNaira(openingKobo) },
    { label: 'From orders, after our fee', amount: formatNaira(sum(orders)) },
    { label: 'Payouts, less what came back', amount: formatNaira(sum(payouts)) },
    { label: 'Balance at the end', amount: formatNaira(closingKobo), isTotal: true },
    { label: 'Our fee, taken before', amount: formatNaira(sum(rows.map(({ fee_kobo }) => fee_kobo))) },
  ]
}

/** "November 2026" from '2026-11'. */
const monthText = (month: string): string => formatLongDate(`${month}-01`).replace(/^1 /, '')
