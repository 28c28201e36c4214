import type { AnyCommand } from '#server/command.ts'
import { KEYS, type TestWire } from '#server/testing/wire.ts'
import { acts } from './acts/acts.ts'

const secretKey = { apikey: KEYS.secret, authorization: `Bearer ${KEYS.secret}` }

/** A command on a separate market, and a function that sends it with one idempotency key. */
export async function senderOf({ market, tokenOf, request }: TestWire, command: AnyCommand) {
  const act = await acts[command.name](market)
  const key = crypto.randomUUID()
  const token =
    act.as &&
    (await tokenOf(act.as, { session_id: act.session ?? crypto.randomUUID(), ...(act.aal && { aal: act.aal }) }))
  const session = token ? { authorization: `Bearer ${token}` } : {}
  const send = (body: Record<string, unknown>) =>
    request(`/functions/v1/${command.name}`, {
      method: 'POST',
      ...(act.as && { as: act.as }),
      headers: { ...(command.who === 'secret-key' && secretKey), 'idempotency-key': key, ...session },
      body: JSON.stringify(body),
    })
  return { act, send }
}
