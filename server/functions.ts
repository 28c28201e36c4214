import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import type { PersonCheck } from '#platform/auth/captcha/person-check.ts'
import { readIdempotencyKey, withIdempotency } from '#platform/http/idempotency.ts'
import { isConnectionLost } from '#platform/postgres/connection-lost.ts'
import type { Database, Identity } from '#platform/postgres/database.ts'
import type { RateLimits } from '#platform/rate-limits/rate-limits.ts'
import { requireStanding, STAFF_NEED_SECOND_FACTOR } from './accounts/second-step.ts'
import type { AnyCommand, Caller, Shop } from './command.ts'
import { guardAnswer, mayRetry, Refused, statusOf } from './refused.ts'

export interface FunctionsDeps {
  commands: readonly AnyCommand[]
  database: Database
  identify: (request: Request) => Promise<Identity | Response>
  readBody: (request: Request) => Promise<unknown | Response>
  clientAddress: (request: Request) => string
  rateLimits: RateLimits
  /** The captcha; none when it is left out. */
  isPerson?: PersonCheck | undefined
  shop: Shop
  reportFault: (fault: unknown, request: Request) => void
}

/** `POST /functions/v1/<name>`: who may, what was sent, how often, then the command in one transaction under its key. */
export function createFunctionsHandler(deps: FunctionsDeps): (request: Request) => Promise<Response> {
  const byName = new Map<string, AnyCommand>(deps.commands.map((command) => [command.name, command]))
  return async (request) => {
    const name = new URL(request.url).pathname.slice('/functions/v1/'.length)
    const command = byName.get(name)
    if (!command) return answer(404, { code: 'not_found', message: `There is no command ${name.slice(0, 60)}.` })
    if (request.method !== 'POST')
      return answer(405, { code: 'method_not_allowed', message: 'Commands are called with POST.' })

    const identity = await deps.identify(request)
    if (identity instanceof Response) return identity
    const key = readIdempotencyKey(request.headers)
    if (key === undefined)
      return answer(400, { code: 'invalid_input', message: 'The Idempotency-Key header cannot be read.' })
    const body = await deps.readBody(request)
    if (body instanceof Response) return body
    const caller = callerOf(identity, deps.clientAddress(request))
    return runCommand({ deps, command, caller, body, key, request })
  }
}

export interface Run {
  deps: FunctionsDeps
  command: AnyCommand
  caller: Caller
  body: unknown
  /** Client-made key of this act; null when the client sent none. */
  key: string | null
  request: Request
}

/** Checks a call and runs it; also the way in for table calls that are answered by a command. */
async function runCommand(run: Run): Promise<Response> {
  try {
    return await checkAndRun(run)
  } catch (error) {
    if (error instanceof Refused) return refusalAnswer(error.refusal)
    const guarded = guardAnswer(error)
    if (guarded) return answer(guarded.status, { code: guarded.code, message: guarded.message })
    run.deps.reportFault(error, run.request)
    return isConnectionLost(error) ? answer(503, UNREACHED) : answer(500, FAILED)
  }
}

const FAILED = {
  code: 'unexpected_failure',
  message: 'Something failed on our side. Nothing was changed; please try again.',
}
/** It may have broken when all was said and done. The same key makes a second try safe. */
const UNREACHED = {
  code: 'unavailable',
  message: 'The connection to our books broke off. Please look whether it was done before you try again.',
}

async function checkAndRun({ deps, command, caller, body, key }: Run): Promise<Response> {
  const denied = deny(command, caller)
  if (denied) return refusalAnswer(denied)
  const { token, rest } = takeToken(command, body)
  const checked = checkBody(command, rest)
  if (checked instanceof Response) return checked
  const isPerson = command.asksPerson && caller.role !== 'service_role' ? deps.isPerson : undefined
  if (isPerson && !token) return refusalAnswer(refuse('captcha_failed'))
  const counted = `command:${command.name}:${caller.userId ?? caller.address}`
  if (command.who !== 'secret-key' && (await deps.rateLimits.take([{ key: counted, ...command.limit }])) > 0) {
    return answer(429, { code: 'too_many_requests', message: 'Too many attempts. Please try again later.' })
  }
  // Not within the transaction: the answer may come from another house.
  if (isPerson && !(await isPerson({ token, address: caller.address }))) return refusalAnswer(refuse('captcha_failed'))
  return inOneTransaction({ deps, command, caller, input: checked, key })
}

interface Transaction {
  deps: FunctionsDeps
  command: AnyCommand
  caller: Caller
  input: unknown
  key: string | null
}

async function inOneTransaction({ deps, command, caller, input, key }: Transaction): Promise<Response> {
  const identity = { role: 'service_role', claims: { role: 'service_role', act: caller.userId } }
  for (let attempt = 1; ; attempt++) {
    try {
      return await deps.database.as(identity, async (tx) => {
        const work = async () => {
          // A retry of what was done is answered all the same: deleting an account ends its own session.
          await requireStanding(tx, claimsOf(caller), command)
          const outcome = await command.run({ input: input as never, caller, tx, shop: deps.shop })
          if (isRefusal(outcome)) throw new Refused(outcome)
          return { status: 200, answer: outcome }
        }
        if (key === null) return answer(200, (await work()).answer)
        const actor = caller.userId ?? caller.role
        const done = await withIdempotency(tx, { actor, route: command.name, key, body: input }, work)
        return answer(done.status, done.answer)
      })
    } catch (error) {
      if (!mayRetry(error) || attempt === 3) throw error
    }
  }
}

function claimsOf({ userId, aal, staffNeedSecondFactor }: Caller) {
  return { sub: userId, aal, [STAFF_NEED_SECOND_FACTOR]: staffNeedSecondFactor }
}

function callerOf(identity: Identity, address: string): Caller {
  const { sub, aal, session_id: sessionId } = identity.claims
  const userId = typeof sub === 'string' ? sub : null
  return {
    userId,
    role: identity.role,
    address,
    ...(typeof aal === 'string' && { aal }),
    ...(typeof sessionId === 'string' && { sessionId }),
    staffNeedSecondFactor: identity.claims[STAFF_NEED_SECOND_FACTOR] === true,
  }
}

function deny(command: AnyCommand, caller: Caller): Refusal | null {
  if (command.who === 'secret-key') return caller.role === 'service_role' ? null : refuse('not_allowed')
  if (command.who === 'signed-in' && !caller.userId) return refuse('sign_in_required')
  return null
}

/** The token is no part of what is done: a retry with a fresh one is the same act. */
function takeToken(command: AnyCommand, body: unknown): { token: string; rest: unknown } {
  if (!command.asksPerson || body === null || typeof body !== 'object') return { token: '', rest: body }
  const { captcha_token: token, ...rest } = body as Record<string, unknown>
  return { token: typeof token === 'string' ? token : '', rest: Array.isArray(body) ? body : rest }
}

function checkBody(command: AnyCommand, body: unknown): unknown | Response {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    return answer(400, { code: 'invalid_input', message: 'Send one JSON object.' })
  }
  const unknown = Object.keys(body).find((field) => !command.fields.includes(field))
  if (unknown !== undefined) {
    return answer(400, {
      code: 'invalid_input',
      message: `The field ${JSON.stringify(unknown.slice(0, 40))} is not taken here.`,
    })
  }
  const checked = command.check(body as Record<string, unknown>)
  if (checked.ok) return checked.value
  const [first] = Object.values(checked.errors)
  return answer(400, {
    code: 'invalid_input',
    message: first ?? 'Please check the marked fields.',
    errors: checked.errors,
  })
}

function refusalAnswer(refusal: Refusal): Response {
  const { code, message, details } = refusal
  return answer(statusOf(refusal), { code, message, ...(details && { details }) })
}

function answer(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  })
}
