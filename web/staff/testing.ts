import type { tellAct } from './act-sentence.ts'

/** An act's sentence as plain text. */
export const plainText = ({ parts, reason }: ReturnType<typeof tellAct>): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.name)).join('') + (reason ? ` Reason: ${reason}` : '')
