// Layout of a document, shared by the page and the PDF.

import { formatNaira } from '#domain/money.ts'
import { countUnits } from '#domain/products/units.ts'
import { vatText } from '#domain/products/vat.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { formatDatedMoment, formatLongDate } from '#domain/time/date-text.ts'
import type { CreditNoteFacts, DocumentFacts, InvoiceFacts, Party, ReceiptFacts } from './facts.ts'

export type IssuedDocument = DocumentFacts & { number: string; issuedAt: string; irn?: string | null }

export interface DocumentPaper {
  /** "Receipt RC-2026-000123". */
  title: string
  kindText: string
  issuedText: string
  market: Party
  parties: { title: string; party: Party }[]
  rows: [label: string, value: string][]
  /** Before the lines. */
  tables?: PaperTable[]
  /** Heading of the lines. */
  linesTitle?: string
  columns: PaperTable['columns']
  lines: string[][]
  /** Shown if there are no lines. */
  empty?: string
  /** For each line the amounts after it, which are repeated where a page ends and the next one begins. */
  carried?: { forward: string; brought: string; amounts: readonly (readonly string[])[] }
  sums: { label: string; amount: string; isTotal?: boolean }[]
  notes: string[]
}

export interface PaperTable {
  title: string
  columns: { title: string; share: number; isAmount?: boolean }[]
  lines: string[][]
  empty: string
}

export const kindTexts: Record<DocumentFacts['kind'], string> = {
  receipt: /*i18n*/ 'Receipt',
  invoice: /*i18n*/ 'Invoice',
  credit_note: /*i18n*/ 'Credit note',
}

export function documentPaper(issued: IssuedDocument): DocumentPaper {
  const body =
    issued.kind === 'receipt'
      ? receiptBody(issued.facts)
      : issued.kind === 'invoice'
        ? invoiceBody(issued.facts)
        : creditBody(issued.facts)
  return {
    title: `${kindTexts[issued.kind]} ${issued.number}`,
    kindText: kindTexts[issued.kind],
    issuedText: `Issued ${formatLongDate(lagosDate(new Date(issued.issuedAt)))}`,
    market: issued.facts.market,
    ...body,
    rows: [...body.rows, ...(issued.irn ? [['Invoice reference number', issued.irn] satisfies [string, string]] : [])],
  }
}

type PaperBody = Omit<DocumentPaper, 'title' | 'kindText' | 'issuedText' | 'market'>

/** Text for a stored channel code: `bank_transfer` is "Bank transfer". */
function paymentChannelText(way: string | null): string {
  if (way === null) return 'PEPS'
  const words = way.replaceAll('_', ' ')
  return words === 'ussd' ? 'USSD' : words.charAt(0).toUpperCase() + words.slice(1)
}

function receiptBody({
  payer,
  reference,
  paidAt,
  way,
  nairaKobo,
  pepsKobo,
  goesBackKobo,
  orders,
  contribution,
}: ReceiptFacts): PaperBody {
  const paid = orders.reduce((sum, { amountKobo }) => sum + amountKobo, contribution?.amountKobo ?? 0)
  return {
    parties: [{ title: 'Received from', party: payer }],
    rows: [
      ['Paid on', formatDatedMoment(new Date(paidAt))],
      ['Paid by', paymentChannelText(way)],
      ['Payment reference', reference],
    ],
    columns: [
      { title: contribution ? 'Month' : 'Order', share: 1 },
      { title: 'For', share: 4 },
      { title: 'Amount', share: 1.5, isAmount: true },
    ],
    lines: contribution
      ? [[String(contribution.month), `Ajo: ${contribution.circle}`, formatNaira(contribution.amountKobo)]]
      : orders.map(({ orderNo, what, shop, amountKobo }) => [
          String(orderNo),
          `${what}, from ${shop}`,
          formatNaira(amountKobo),
        ]),
    sums: [
      ...(pepsKobo > 0 ? [{ label: 'Paid in PEPS', amount: formatNaira(pepsKobo) }] : []),
      { label: 'Paid in naira', amount: formatNaira(nairaKobo) },
      {
        label: contribution ? 'Received for the circle' : 'Received for these orders',
        amount: formatNaira(paid),
        isTotal: true,
      },
      ...(goesBackKobo > 0 ? [{ label: 'Came in as well, and goes back', amount: formatNaira(goesBackKobo) }] : []),
    ],
    notes: [
      contribution
        ? 'We hold this money for you. It pays for your own orders in the circle, and comes back to you if you leave it.'
        : 'Your money is held until your goods are handed over. An invoice with the final price follows when the price is fixed.',
      'Amounts contain our fee with its VAT. 1 PEP is 1 naira.',
    ],
  }
}

const SOLD_COLUMNS: PaperBody['columns'] = [
  { title: 'Goods and charges', share: 3.4 },
  { title: 'Quantity', share: 1.3, isAmount: true },
  { title: 'Price each', share: 1.5, isAmount: true },
  { title: 'VAT', share: 0.9, isAmount: true },
  { title: 'Amount', share: 1.6, isAmount: true },
]

type SoldFacts = Omit<InvoiceFacts, 'paidKobo' | 'returnedKobo'>

function soldLines({ lines, charges, market }: SoldFacts): string[][] {
  return [
    ...lines.map(({ name, quantity, unit, unitPriceKobo, vatClass, vatBps, amountKobo }) => [
      name,
      countUnits(quantity, unit),
      formatNaira(unitPriceKobo),
      vatText(vatClass, vatBps),
      formatNaira(amountKobo),
    ]),
    ...charges.map(({ name, vatBps, amountKobo }) => [
      `${name} (${market.name})`,
      '',
      '',
      vatText('standard', vatBps),
      formatNaira(amountKobo),
    ]),
  ]
}

/** Amounts that add up to the total; `vatSums` lists the VAT they contain. */
function soldSums({ lines, charges }: SoldFacts): PaperBody['sums'] {
  const goods = lines.reduce((sum, { amountKobo }) => sum + amountKobo, 0)
  return [
    { label: 'Goods', amount: formatNaira(goods) },
    ...charges.map(({ name, amountKobo }) => ({ label: name, amount: formatNaira(amountKobo) })),
  ]
}

function vatSums({ lines, charges }: SoldFacts): PaperBody['sums'] {
  const vatIn = (parts: readonly { vatKobo: number }[]) => parts.reduce((sum, { vatKobo }) => sum + vatKobo, 0)
  return [
    { label: 'VAT contained in goods', amount: formatNaira(vatIn(lines)) },
    { label: 'VAT contained in charges', amount: formatNaira(vatIn(charges)) },
  ]
}

const soldParties = ({ seller, buyer }: SoldFacts): PaperBody['parties'] => [
  { title: 'Seller of the goods', party: seller },
  { title: 'Buyer', party: buyer },
]

function invoiceBody(facts: InvoiceFacts): PaperBody {
  return {
    parties: soldParties(facts),
    rows: [
      ['Order', String(facts.orderNo)],
      ['Ordered on', formatDatedMoment(new Date(facts.orderedAt))],
    ],
    columns: SOLD_COLUMNS,
    lines: soldLines(facts),
    sums: [
      ...soldSums(facts),
      { label: 'Total', amount: formatNaira(facts.totalKobo), isTotal: true },
      ...vatSums(facts),
      { label: 'Paid', amount: formatNaira(facts.paidKobo) },
      ...(facts.returnedKobo > 0 ? [{ label: 'Comes back to you', amount: formatNaira(facts.returnedKobo) }] : []),
    ],
    notes: [sellerNote(facts)],
  }
}

function creditBody(facts: CreditNoteFacts): PaperBody {
  const back = facts.totalKobo - facts.retainedKobo
  return {
    parties: soldParties(facts),
    rows: [
      ['Corrects invoice', facts.invoiceNumber],
      ['Order', String(facts.orderNo)],
      ['Reason', facts.reason.charAt(0).toUpperCase() + facts.reason.slice(1)],
    ],
    columns: SOLD_COLUMNS,
    lines: soldLines(facts),
    sums: [
      ...soldSums(facts),
      ...(facts.retainedKobo > 0 ? [{ label: 'Not given back', amount: formatNaira(-facts.retainedKobo) }] : []),
      { label: 'Credited', amount: formatNaira(back), isTotal: true },
      ...vatSums(facts).map(({ label, amount }) => ({ label: `${label}, as invoiced`, amount })),
    ],
    notes: [sellerNote(facts)],
  }
}

const sellerNote = ({ seller, market }: SoldFacts): string =>
  `${seller.name} sells the goods and answers for them. ${market.name} holds the money, runs the group buy and charges its own fee. Prices contain VAT where a rate is shown.`
