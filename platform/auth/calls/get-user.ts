import { type Call, jsonResponse } from '../auth.ts'
import { requireCaller } from '../sessions/bearer.ts'
import { presentUser } from '../users/users.ts'

/** GET /user: the caller, as they are now. */
export async function getUser(call: Call): Promise<Response> {
  const { user } = await call.auth.transact((tx) => requireCaller(tx, call))
  return jsonResponse(presentUser(user))
}
