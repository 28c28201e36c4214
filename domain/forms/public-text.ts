import { type Reader, text } from './validation.ts'

/** Reads text that will be public: rejects phone numbers. */
export function publicText(rule: { label: string; min: number; max: number; lines?: boolean }): Reader<string> {
  const reads = text(rule)
  return (raw) => {
    const read = reads(raw)
    if ('value' in read && hasPhoneNumber(read.value))
      return { error: `${rule.label}: please leave telephone numbers out. Everybody reads this.` }
    return read
  }
}

/** True if the text contains a Nigerian mobile number, in any notation. Prices and weights do not match. */
export function hasPhoneNumber(words: string): boolean {
  return /(?:234|0)[789][01]\d{8}/.test(words.replace(/[\s().-]/g, ''))
}
