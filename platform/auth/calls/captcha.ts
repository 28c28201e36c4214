import { type Call, jsonResponse } from '../auth.ts'
import { guard, limit } from '../limits.ts'
import { AuthRefusal } from '../refusals.ts'

/** GET /captcha: a fresh task for the browser, if this service sets its own. An addition to the protocol. */
export async function captchaTask(call: Call): Promise<Response> {
  const { captcha } = call.auth
  if (!captcha?.createTask) throw new AuthRefusal(404, 'not_found', 'No captcha tasks are set here')
  await guard(call, [limit(call, 'verifyPerAddress', `captcha:${call.network}`)])
  return jsonResponse(await captcha.createTask())
}
