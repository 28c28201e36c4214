import type { Context } from 'hono'

/** Sets it on the answer itself where that can be: otherwise its body becomes a stream, and leaves in two pieces. */
export function setHeader(c: Context, name: string, value: string): void {
  try {
    c.res.headers.set(name, value)
  } catch {
    c.header(name, value)
  }
}
