// Public questions about a product, and their answers.

import type { RefusalCode } from '#domain/all-refusals.ts'
import { DAY_MS, HOUR_MS } from '#domain/time/calendar.ts'

/** Lengths of a question and of an answer in characters. */
export const QUESTION_LENGTH = { min: 8, max: 300 } as const
export const MAX_ANSWER_LENGTH = 1000

/** Maximum unanswered questions of one user about one product. */
export const MAX_OPEN_QUESTIONS = 3

/** How long a question may wait for its shop before content staff look at it, in ms. */
export const ANSWER_DUE_MS = DAY_MS

/** How long the vendor may edit an answer, in ms. */
export const ANSWER_EDIT_WINDOW_MS = 24 * HOUR_MS

/** "Ngozi": the public name of the user who asks. */
export function firstName(fullName: string): string {
  const [first = ''] = fullName.trim().split(/\s+/)
  return first.slice(0, 40) || 'A buyer'
}

interface QuestionFacts {
  isConfirmed: boolean
  /** True if the user is the product's vendor. */
  isOwn: boolean
  /** True if the product is on sale and its shop is open. */
  isOnSale: boolean
  /** Number of the user's unanswered questions about the product. */
  waiting: number
}

/** Refusal code if the user may not ask about a product, else null. */
export function refuseQuestion({ isConfirmed, isOwn, isOnSale, waiting }: QuestionFacts): RefusalCode | null {
  if (!isOnSale) return 'product_not_found'
  if (!isConfirmed) return 'asking_unconfirmed'
  if (isOwn) return 'own_product'
  return waiting >= MAX_OPEN_QUESTIONS ? 'too_many_open_questions' : null
}

interface AnswerFacts {
  answeredAt: Date | null
  isReported: boolean
  isHidden: boolean
  now: Date
}

/** Refusal code if the vendor may not save this answer, else null. The first answer can be edited for a day. */
export function refuseAnswer({ answeredAt, isReported, isHidden, now }: AnswerFacts): RefusalCode | null {
  if (isHidden) return 'question_not_found'
  if (!answeredAt) return null
  if (isReported) return 'answer_reported'
  return now.getTime() - answeredAt.getTime() > ANSWER_EDIT_WINDOW_MS ? 'already_answered' : null
}
