// Staff must not decide cases they are a party to (design.md 9). `public.parties_of` has the same subjects, and a test
// compares the two.

/**
 * Kinds of subjects of decisions, each with its parties. `difference`: one between the ledger and the gateway.
 * `amount`: one entered by staff. `person`: a profile. `support_case`: also by the id of its contact message.
 */
export const CASE_SUBJECTS = [
  'order',
  'hand_over',
  'line',
  'claim',
  'buy',
  'lot',
  'payment',
  'refund',
  'difference',
  'payout',
  'shop',
  'shop_change',
  'product',
  'place',
  'person',
  'review',
  'question',
  'shortfall',
  'amount',
  'business',
  'quantity_request',
  'support_case',
  'message_report',
  'ajo_circle',
] as const
type CaseSubject = (typeof CASE_SUBJECTS)[number]

/** The subject of a decision. */
export interface Case {
  subject: CaseSubject
  id: string
}
