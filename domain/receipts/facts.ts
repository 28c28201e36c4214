// Contents of documents, stored unchanged in `documents.facts`. Amounts are in kobo.
import type { VatClass } from '#domain/products/vat.ts'

export type DocumentKind = 'receipt' | 'invoice' | 'credit_note'

/** A party to a document: name, and further lines such as the address. */
export interface Party {
  name: string
  lines: string[]
}

export interface ReceiptFacts {
  market: Party
  payer: Party
  reference: string
  paidAt: string
  /** The gateway's payment channel: card, bank_transfer ...; null if paid in PEPS only. */
  way: string | null
  nairaKobo: number
  pepsKobo: number
  /** Part of the received naira that pays no order and is refunded. */
  goesBackKobo: number
  orders: { orderNo: number; what: string; shop: string; amountKobo: number }[]
  /** The month that a payment into a circle of ajo is for; it has no orders. */
  contribution?: { circle: string; month: number; amountKobo: number }
}

export interface SoldLine {
  name: string
  quantity: number
  unit: string
  unitPriceKobo: number
  amountKobo: number
  vatClass: VatClass
  vatBps: number
  vatKobo: number
}

/** A charge of the market: its fee or delivery. */
export interface Charge {
  name: string
  amountKobo: number
  vatBps: number
  vatKobo: number
}

export interface InvoiceFacts {
  market: Party
  seller: Party
  buyer: Party
  orderNo: number
  orderedAt: string
  lines: SoldLine[]
  charges: Charge[]
  totalKobo: number
  paidKobo: number
  /** Refunded difference between payment and total. */
  returnedKobo: number
}

export interface CreditNoteFacts extends Omit<InvoiceFacts, 'paidKobo' | 'returnedKobo'> {
  invoiceNumber: string
  reason: string
  /** Part of the invoice's total that is not refunded, such as the charge for leaving late. */
  retainedKobo: number
}

export type DocumentFacts =
  | { kind: 'receipt'; facts: ReceiptFacts }
  | { kind: 'invoice'; facts: InvoiceFacts }
  | { kind: 'credit_note'; facts: CreditNoteFacts }
