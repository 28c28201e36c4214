// Nobody has a part in what they decide (design.md 9). `public.parties_of` knows the same subjects, and a test compares the two.

/** What a decision is about; its parties are those who have a part in it. */
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
] as const
type CaseSubject = (typeof CASE_SUBJECTS)[number]

/** A thing that somebody is about to decide. */
export interface Case {
  subject: CaseSubject
  id: string
}
