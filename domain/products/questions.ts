// Questions about a product, asked and answered in public.
import { HOUR_MS } from '../calendar.ts'
import type { RefusalCode } from '../refusal.ts'
import { type Reader, text } from '../validation.ts'

/** Characters of a question and of its answer. */
export const QUESTION_LENGTH = { least: 8, most: 300 } as const
export const ANSWER_MOST = 1000

/** One person's questions about one product that wait for their answers. */
export const MOST_WAITING_QUESTIONS = 3

/** So long after answering, the vendor may still mend the answer. */
export const ANSWER_CHANGES_MS = 24 * HOUR_MS

/** What everybody will read: without line breaks, and without a telephone number that strangers would call. */
export function publicText(rule: { label: string; least: number; most: number; lines?: boolean }): Reader<string> {
  const reads = text(rule)
  return (raw) => {
    const read = reads(raw)
    if ('value' in read && hasPhoneNumber(read.value))
      return { error: `${rule.label}: please leave telephone numbers out. Everybody reads this.` }
    return read
  }
}

/** Whether a Nigerian mobile number stands in the text, however it is written apart. Prices and weights are none. */
export function hasPhoneNumber(words: string): boolean {
  return /(?:234|0)[789][01]\d{8}/.test(words.replace(/[\s().-]/g, ''))
}

/** "Ngozi": what others read of whoever asks. */
export function firstName(fullName: string): string {
  const [first = ''] = fullName.trim().split(/\s+/)
  return first.slice(0, 40) || 'A buyer'
}

interface QuestionFacts {
  isConfirmed: boolean
  /** Whether the asker sells the product. */
  isOwn: boolean
  /** On sale, in a shop that is open. */
  isOnSale: boolean
  /** The asker's questions about it that wait for their answers. */
  waiting: number
}

/** Why somebody may not ask about a product; null if they may. */
export function refuseAsking({ isConfirmed, isOwn, isOnSale, waiting }: QuestionFacts): RefusalCode | null {
  if (!isOnSale) return 'product_not_found'
  if (!isConfirmed) return 'asking_unconfirmed'
  if (isOwn) return 'own_product'
  return waiting >= MOST_WAITING_QUESTIONS ? 'questions_wait' : null
}

interface AnswerFacts {
  answeredAt: Date | null
  isReported: boolean
  isHidden: boolean
  now: Date
}

/** Why the vendor may not write this answer now; null if it is the first one, or the first one mended within a day. */
export function refuseAnswering({ answeredAt, isReported, isHidden, now }: AnswerFacts): RefusalCode | null {
  if (isHidden) return 'question_not_found'
  if (!answeredAt) return null
  if (isReported) return 'answer_reported'
  return now.getTime() - answeredAt.getTime() > ANSWER_CHANGES_MS ? 'answer_stands' : null
}
