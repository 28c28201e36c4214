import { type Env, Hono } from 'hono'
import type { BlankEnv } from 'hono/types'

/** A router that rethrows errors to the request log, which responds to them. */
export function openRouter<E extends Env = BlankEnv>(): Hono<E> {
  const router = new Hono<E>()
  router.onError((error) => {
    throw error
  })
  return router
}
