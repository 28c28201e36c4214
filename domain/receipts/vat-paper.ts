// The VAT of a month or quarter for an accountant: sums by rate, the numbers of documents, and the documents.
import { formatNaira } from '#domain/money.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { formatDatedMoment } from '#domain/time/date-text.ts'
import type { DocumentKind } from './facts.ts'
import { type DocumentPaper, kindTexts, type PaperTable } from './paper.ts'
import { marketParty } from './parties.ts'
import { type VatPeriod, vatPeriodDays, vatPeriodText } from './vat-period.ts'

/** Fee income of the period at one rate. */
interface VatSums {
  vat_bps: number | null
  buyer_fee_kobo: number | null
  vendor_fee_kobo: number | null
  delivery_kobo: number | null
  handling_kobo: number | null
  earned_kobo: number | null
  credited_kobo: number | null
  income_kobo: number | null
  vat_kobo: number | null
}

/** Documents of one kind and day, or of one kind. */
export interface DocumentSums {
  day: string
  kind: string
  documents: number
  first_number: string
  last_number: string
  amount_kobo: number
}

interface VatPaperDocument {
  number: string
  kind: DocumentKind
  issued_at: string
  orders: string
  buyer: string
  shop: string
  amount_kobo: number
}

interface VatPaperFacts {
  period: VatPeriod
  /** The name of its maker. */
  author: string
  rates: readonly VatSums[]
  days: readonly DocumentSums[]
  /** Each document in the order of issue; null if there are more than `MAX_LISTED_DOCUMENTS`. */
  documents: readonly VatPaperDocument[] | null
}

/** Papers of more lines take longer than a reader waits, and have no number of pages. */
export const MAX_LISTED_DOCUMENTS = 1_000

export const countDocuments = (days: readonly DocumentSums[]): number =>
  days.reduce((sum, { documents }) => sum + documents, 0)

export function vatPaper({ period, author, rates, days, documents }: VatPaperFacts, now: Date): DocumentPaper {
  const text = vatPeriodText(period)
  return {
    title: `VAT ${text}`,
    kindText: 'VAT report',
    issuedText: `As it stood on ${formatDatedMoment(now)}`,
    market: marketParty,
    parties: [{ title: 'Made by', party: { name: author, lines: [] } }],
    rows: [
      ['Period', vatPeriodDays(period)],
      ['Made on', formatDatedMoment(now)],
      ['Documents', String(countDocuments(days))],
    ],
    tables: [ratesTable(rates), accountsTable(rates), numbersTable(days)],
    ...(documents ? listedDocuments(documents) : documentsByDay(days)),
    sums: [],
    notes: documents ? [RULE] : [RULE, ONLY_DAYS],
  }
}

const RULE =
  'Fees contain VAT at the rate of the day on which they were earned, which is the day of hand-over. Credited fees were earned and given back. Days are days in Lagos.'

const ONLY_DAYS = `This paper lists at most ${MAX_LISTED_DOCUMENTS} documents, so it has the sums of each day. The CSV files of its months have each document.`

const rateText = ({ vat_bps }: VatSums) => `${(vat_bps ?? 0) / 100}%`

const sumOf = (rates: readonly VatSums[], amount: Exclude<keyof VatSums, 'vat_bps'>) =>
  rates.reduce((sum, rate) => sum + (rate[amount] ?? 0), 0)

/** A row for each rate, and their total if there are several. */
function withTotal(rates: readonly VatSums[], cells: (rates: readonly VatSums[]) => string[]): string[][] {
  const lines = rates.map((rate) => [rateText(rate), ...cells([rate])])
  return rates.length > 1 ? [...lines, ['Total', ...cells(rates)]] : lines
}

const amountColumn = (title: string) => ({ title, share: 1.4, isAmount: true })

function ratesTable(rates: readonly VatSums[]): PaperTable {
  return {
    title: 'Fees and the VAT in them',
    columns: [
      { title: 'VAT rate', share: 0.8 },
      ...['Earned', 'Credited', 'Income, gross', 'VAT included', 'Income, net'].map(amountColumn),
    ],
    lines: withTotal(rates, (some) => {
      const [gross, vat] = [sumOf(some, 'income_kobo'), sumOf(some, 'vat_kobo')]
      const [earned, credited] = [sumOf(some, 'earned_kobo'), sumOf(some, 'credited_kobo')]
      return [earned, credited, gross, vat, gross - vat].map(formatNaira)
    }),
    empty: 'No fees were earned in this time.',
  }
}

const ACCOUNTS = ['buyer_fee_kobo', 'vendor_fee_kobo', 'delivery_kobo', 'handling_kobo'] as const

function accountsTable(rates: readonly VatSums[]): PaperTable {
  return {
    title: 'Gross income by account',
    columns: [
      { title: 'VAT rate', share: 0.8 },
      ...['Buyers’ fees', 'Vendors’ fees', 'Delivery', 'Handling'].map(amountColumn),
    ],
    lines: withTotal(rates, (some) => ACCOUNTS.map((account) => formatNaira(sumOf(some, account)))),
    empty: 'No fees were earned in this time.',
  }
}

const kindText = (kind: string): string => kindTexts[kind as DocumentKind] ?? kind

const SUM_COLUMNS = [
  { title: 'First', share: 1.7 },
  { title: 'Last', share: 1.7 },
  { title: 'Documents', share: 1, isAmount: true },
  amountColumn('Amount'),
]

const sumCells = ({ first_number, last_number, documents, amount_kobo }: Omit<DocumentSums, 'day' | 'kind'>) => [
  first_number,
  last_number,
  String(documents),
  formatNaira(amount_kobo),
]

function numbersTable(days: readonly DocumentSums[]): PaperTable {
  const kinds = [...new Set(days.map(({ kind }) => kind))].sort()
  return {
    title: 'Numbers of documents',
    columns: [{ title: 'Kind', share: 1.2 }, ...SUM_COLUMNS],
    lines: kinds.map((kind) => {
      const own = days.filter((day) => day.kind === kind)
      const cells = sumCells({
        first_number: own.map(({ first_number }) => first_number).sort(byNumber)[0] ?? '',
        last_number:
          own
            .map(({ last_number }) => last_number)
            .sort(byNumber)
            .at(-1) ?? '',
        documents: countDocuments(own),
        amount_kobo: own.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0),
      })
      return [kindText(kind)].concat(cells)
    }),
    empty: NONE_ISSUED,
  }
}

/** Two documents issued at once around midnight may have numbers in the other order. A million has one digit more. */
const byNumber = (a: string, b: string) => a.length - b.length || a.localeCompare(b)

const NONE_ISSUED = 'No document was issued in this time.'

type ListPart = Pick<DocumentPaper, 'linesTitle' | 'columns' | 'lines' | 'empty'>

function listedDocuments(documents: readonly VatPaperDocument[]): ListPart {
  return {
    linesTitle: 'Documents',
    columns: [
      { title: 'Number', share: 2.1 },
      { title: 'Kind', share: 1.1 },
      { title: 'Issued', share: 1.3 },
      { title: 'Order', share: 0.8 },
      { title: 'Buyer', share: 1.6 },
      { title: 'Shop', share: 1.6 },
      { title: 'Amount', share: 1.3, isAmount: true },
    ],
    lines: documents.map(({ number, kind, issued_at, orders, buyer, shop, amount_kobo }) => [
      number,
      kindTexts[kind],
      lagosDate(new Date(issued_at)),
      orders,
      buyer,
      shop,
      formatNaira(amount_kobo),
    ]),
    empty: NONE_ISSUED,
  }
}

function documentsByDay(days: readonly DocumentSums[]): ListPart {
  return {
    linesTitle: 'Documents by day',
    columns: [
      { title: 'Day', share: 1.3 },
      { title: 'Kind', share: 1.1 },
    ].concat(SUM_COLUMNS),
    lines: days.map((sums) => [sums.day, kindText(sums.kind)].concat(sumCells(sums))),
  }
}
