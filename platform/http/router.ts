import { type Env, Hono } from 'hono'
import type { BlankEnv } from 'hono/types'

/** Routes whose faults go on to whoever logs and answers them, instead of being answered here. */
export function openRouter<E extends Env = BlankEnv>(): Hono<E> {
  const router = new Hono<E>()
  router.onError((error) => {
    throw error
  })
  return router
}
