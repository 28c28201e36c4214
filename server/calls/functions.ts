import type { AccountLookup } from '#domain/payouts/bank-account.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { callRefusals } from '#domain/refusals/call-refusals.ts'
import { readIdempotencyKey, withIdempotency } from '#platform/http/idempotency.ts'
import { addressGroup } from '#platform/http/requests/client-address.ts'
import { isWorthRetrying } from '#platform/postgres/sqlstate.ts'
import { boundWork } from '#platform/queues/bounded-work.ts'
import type { Queue } from '#platform/queues/queue.ts'
import { inSpan } from '#platform/traces/spans.ts'
import { requireActiveSession } from '#server/accounts/session-status.ts'
import { type AnyCommand, type Caller, toCaller } from '#server/command.ts'
import { RefusalError, unreadableKeyRefusal } from '#server/refusal-error.ts'
import { type CommandBatcher, createBatchers, runBatched } from './batch-commands.ts'
import {
  type CommandRequest,
  checkAccess,
  commandRateLimit,
  errorResponse,
  type FunctionsDeps,
  jsonResponse,
  refusalResponse,
  validateInput,
} from './call.ts'
import { refuseOwnCase } from './own-case.ts'

/**
 * `POST /functions/v1/<name>`: checks access, input and rate limits, then runs the command in one transaction under its
 * idempotency key.
 */
export function createFunctionsHandler(
  deps: FunctionsDeps,
  batches: ReadonlyMap<string, CommandBatcher> = createBatchers(deps),
): ((request: Request) => Promise<Response>) & Queue {
  const limiter = boundWork(CONCURRENCY)
  const byName = new Map<string, AnyCommand>(deps.commands.map((command) => [command.name, command]))
  const runSingle = (run: CommandRequest) => limiter.run(() => runCommand(run), run.request.signal)
  const batched = new Map(
    deps.commands.flatMap((command) => {
      const batcher = batches.get(command.name)
      return batcher ? [[command.name, runBatched(command, batcher, runSingle)]] : []
    }),
  )
  const handleRequest = async (request: Request) => {
    const name = new URL(request.url).pathname.slice('/functions/v1/'.length)
    const command = byName.get(name)
    if (!command) return refusalResponse(refuse('not_found', { message: `There is no command ${name.slice(0, 60)}.` }))
    if (request.method !== 'POST') return refusalResponse(refuse('method_not_allowed'))

    const identity = await deps.identify(request, { acceptEndedSessions: command.endsOwnSession === true })
    if (identity instanceof Response) return authenticationFailure(identity)
    const key = readIdempotencyKey(request.headers)
    if (key === undefined) return refusalResponse(unreadableKeyRefusal())
    const caller = toCaller(identity, deps.clientAddress(request))
    // Before the body is read: a call without access costs next to nothing.
    const denied = checkAccess(command, caller)
    if (denied) return refusalResponse(denied)
    const body = await deps.readBody(request)
    if (body instanceof Response) return body
    const run = { deps, command, caller, body, key, request }
    const response = await inSpan(`command ${command.name}`, {}, () => (batched.get(command.name) ?? runSingle)(run))
    return response ?? refusalResponse(refuse('busy'))
  }
  return Object.assign(handleRequest, { waiting: limiter.waiting })
}

/**
 * More running than there are connections, so that none is idle. A command takes some 5 ms, so even the last in the
 * queue runs in time.
 */
const CONCURRENCY = { maxRunning: 64, maxQueued: 1_000, maxQueuedMs: 10_000 }

/** Validates a request and runs its command; errors become responses. */
async function runCommand(run: CommandRequest): Promise<Response> {
  try {
    return await checkAndRun(run)
  } catch (error) {
    return errorResponse(error, run)
  }
}

async function checkAndRun({ deps, command, caller, body, key }: CommandRequest): Promise<Response> {
  const denied = checkAccess(command, caller)
  if (denied) return refusalResponse(denied)
  const { token, rest } = extractCaptchaToken(command, body)
  const checked = validateInput(command, rest)
  if (isRefusal(checked)) return refusalResponse(checked)
  const verifyCaptcha = command.requiresCaptcha && caller.role !== 'service_role' ? deps.verifyCaptcha : undefined
  if (verifyCaptcha && !token) return refusalResponse(refuse('captcha_failed'))
  const rateLimit = commandRateLimit(command, caller.userId ?? addressGroup(caller.address))
  if (command.who !== 'secret-key' && (await deps.rateLimits.take([rateLimit])) > 0) {
    return refusalResponse(refuse('too_many_requests'))
  }
  // Before the transaction: the captcha service may be remote.
  if (verifyCaptcha && !(await verifyCaptcha({ token, address: caller.address })))
    return refusalResponse(refuse('captcha_failed'))
  const account = command.accountToResolve?.(checked as never)
  const accountLookup = account ? await deps.context.resolveAccount(account) : undefined
  return runInTransaction({ deps, command, caller, input: checked, key, accountLookup })
}

interface TransactionInput {
  deps: FunctionsDeps
  command: AnyCommand
  caller: Caller
  input: unknown
  key: string | null
  accountLookup: AccountLookup | undefined
}

async function runInTransaction({
  deps,
  command,
  caller,
  input,
  key,
  accountLookup,
}: TransactionInput): Promise<Response> {
  const identity = { role: 'service_role', claims: { role: 'service_role', act: caller.userId } }
  for (let attempt = 1; ; attempt++) {
    try {
      return await deps.database.as(identity, async (tx) => {
        const runOnce = async () => {
          // Inside `work`, so that a retry still gets the stored response: deleting an account ends its own session.
          await requireActiveSession(tx, caller.claims, command)
          const ownCase = await refuseOwnCase(tx, {
            name: command.name,
            input: input as never,
            personId: caller.userId,
          })
          if (ownCase) throw new RefusalError(ownCase)
          const outcome = await command.run({ input: input as never, caller, tx, context: deps.context, accountLookup })
          if (isRefusal(outcome)) throw new RefusalError(outcome)
          return { status: 200, answer: outcome }
        }
        if (key === null || command.returnsSecrets) return jsonResponse(200, (await runOnce()).answer)
        const actor = caller.userId ?? caller.role
        const done = await withIdempotency(tx, { actor, route: command.name, key, body: input }, runOnce)
        if (done.outcome === 'refused') throw new RefusalError(refuse('idempotency_key_reused'))
        return jsonResponse(done.status, done.answer)
      })
    } catch (error) {
      if (!isWorthRetrying(error) || attempt === 3) throw error
    }
  }
}

/** The captcha token is not part of the idempotent body: a retry with a fresh token is the same request. */
function extractCaptchaToken(command: AnyCommand, body: unknown): { token: string; rest: unknown } {
  if (!command.requiresCaptcha || body === null || typeof body !== 'object') return { token: '', rest: body }
  const { captcha_token: token, ...rest } = body as Record<string, unknown>
  return { token: typeof token === 'string' ? token : '', rest: Array.isArray(body) ? body : rest }
}

/**
 * 503: sessions cannot be checked, and nothing was done. An invalid or expired token means that the user must sign in;
 * a wrong API key is an error of the client's developer.
 */
async function authenticationFailure(failure: Response): Promise<Response> {
  if (failure.status === 503) {
    const busy = refusalResponse(refuse('unavailable', { message: callRefusals.failed.unexpected_failure }))
    busy.headers.set('retry-after', failure.headers.get('retry-after') ?? '2')
    return busy
  }
  const challenge = failure.headers.get('www-authenticate')
  if (!challenge) {
    const { message } = (await failure.json()) as { message: string }
    return refusalResponse(refuse('invalid_api_key', { message }))
  }
  const response = refusalResponse(refuse('sign_in_required'))
  response.headers.set('www-authenticate', challenge)
  return response
}
