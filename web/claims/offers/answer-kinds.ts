import type { ClaimCosts } from './offer-queries.ts'

/** The vendor's possible answers to a claim. */
const ANSWER_KINDS = ['accept', 'part', 'replacement', 'contest'] as const
export type AnswerKind = (typeof ANSWER_KINDS)[number]

export const isAnswerKind = (value: string): value is AnswerKind => (ANSWER_KINDS as readonly string[]).includes(value)

/** A chosen answer before it is sent, with its cost. */
export interface AnswerReview {
  answer: AnswerKind
  costs: ClaimCosts | null
}

export const reviewOf = (result: object | undefined): AnswerReview | undefined =>
  result && 'review' in result ? (result.review as AnswerReview) : undefined
