import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { audit } from '../audit.ts'
import type { Call } from '../auth.ts'
import { guard, limit } from '../limits.ts'
import { AuthRefusal } from '../refusals.ts'
import { insertUser } from '../users/users.ts'
import { openSession, type SessionResponse } from './sessions.ts'

/** An account without an address; it belongs to the holder of its session. */
export async function signUpAnonymously(call: Call, data: Record<string, unknown>): Promise<SessionResponse> {
  if (!call.auth.settings.anonymousEnabled) {
    throw new AuthRefusal(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  }
  await guard(call, [limit(call, 'anonymousPerAddress', call.network)])
  return call.auth.transact((tx) => create(tx, call, data))
}

async function create(tx: PoolClient, call: Call, data: Record<string, unknown>): Promise<SessionResponse> {
  const id = randomUUID()
  await insertUser(tx, { id, is_anonymous: true, raw_user_meta_data: data, raw_app_meta_data: {} })
  await audit(tx, call, { action: 'user_signedup', userId: id, details: { provider: 'anonymous' } })
  return openSession(tx, call, { userId: id, proof: { method: 'anonymous' } })
}
