import { randomUUID } from 'node:crypto'

/**
 * A UUID of version 7, which begins with the time (RFC 9562, 5.7), for tables with many new rows: their indexes grow at
 * the end. A random id goes to a page of its own, which PostgreSQL writes whole to its log after each checkpoint.
 */
export function orderedUuid(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
