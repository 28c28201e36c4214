import { isBlank, type Reader } from './validation.ts'

/** Reads a Nigerian mobile number in any notation; returns +234 and ten digits. */
export function nigerianPhone(rule: { label: string }): Reader<string> {
  return (raw) => {
    if (isBlank(raw)) return { error: `${rule.label} is required.` }
    const typed = typeof raw === 'string' ? raw.trim() : ''
    const digits = typed.replace(/[\s().-]/g, '')
    const [, own] = /^(?:\+?234|00234)?0?([789][01]\d{8})$/.exec(digits) ?? []
    if (own && typed.length <= 30) return { value: `+234${own}` }
    return { error: `${rule.label} must be a Nigerian mobile number, such as 0803 123 4567.` }
  }
}

/** "0803 123 4567": the national notation. */
export function shownPhone(phone: string): string {
  const [, a, b, c] = /^\+234(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? []
  return a ? `0${a} ${b} ${c}` : phone
}
