import type { describeAct } from './act-sentence.ts'

/** An act's sentence as plain text. */
export const plainText = ({ parts, reason }: ReturnType<typeof describeAct>): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.name)).join('') + (reason ? ` Reason: ${reason}` : '')
