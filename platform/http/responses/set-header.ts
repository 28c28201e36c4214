import type { Context } from 'hono'

/**
 * Sets the header on the response itself if possible: otherwise Hono copies the response, whose body becomes a stream
 * and is sent in two chunks.
 */
export function setHeader(c: Context, name: string, value: string): void {
  try {
    c.res.headers.set(name, value)
  } catch {
    c.header(name, value)
  }
}
