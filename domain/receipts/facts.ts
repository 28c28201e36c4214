// What a document says, frozen as it is written (`documents.facts`). Amounts are whole kobo.
import type { VatClass } from './vat.ts'

export type DocumentKind = 'receipt' | 'invoice' | 'credit_note'

/** Who appears on a document: their name, and lines under it. */
export interface Party {
  name: string
  lines: string[]
}

export interface ReceiptFacts {
  market: Party
  payer: Party
  reference: string
  paidAt: string
  /** The gateway's word for how it was paid: card, bank_transfer ...; null if PEPS paid all. */
  way: string | null
  nairaKobo: number
  pepsKobo: number
  /** Of the naira that came in: what pays nothing and goes back. */
  goesBackKobo: number
  orders: { orderNo: number; what: string; shop: string; amountKobo: number }[]
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

/** What the market charges for itself: its fee, and delivery. */
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
  /** The difference between what was paid and the total, which came back. */
  returnedKobo: number
}

export interface CreditNoteFacts extends Omit<InvoiceFacts, 'paidKobo' | 'returnedKobo'> {
  invoiceNumber: string
  reason: string
  /** Of the invoice's total: what is not given back, such as the charge for leaving late. */
  keptKobo: number
}

export type DocumentFacts =
  | { kind: 'receipt'; facts: ReceiptFacts }
  | { kind: 'invoice'; facts: InvoiceFacts }
  | { kind: 'credit_note'; facts: CreditNoteFacts }
