import { createHash } from 'node:crypto'

/** An id derived from kind and key, the same in every demo market, in the form of a random UUID (version 4). */
export function demoId(kind: string, key: string | number): string {
  const hex = createHash('sha256').update(`ajoja ${kind} ${key}`).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The id of the login and profile of `key`@ajoja.test. */
export function personId(key: string): string {
  return demoId('person', key)
}
