import type { BankSays } from '#domain/payouts/bank-account.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { refusalTexts } from '#domain/texts/refusals.ts'
import { boundWork } from '#platform/http/bounded-work.ts'
import { addressGroup } from '#platform/http/client-address.ts'
import { readIdempotencyKey, withIdempotency } from '#platform/http/idempotency.ts'
import type { Queue } from '#platform/http/queue.ts'
import { isWorthRetrying } from '#platform/postgres/sqlstate.ts'
import { inSpan } from '#platform/traces/spans.ts'
import { requireActiveSession } from './accounts/session-status.ts'
import { answer, answerError, answerRefusal, checkBody, deny, type FunctionsDeps, limitOf, type Run } from './call.ts'
import { type AnyCommand, type Caller, callerOf } from './command.ts'
import { refuseOwnCase } from './own-case.ts'
import { Refused, unreadableKey } from './refused.ts'
import { type Batches, openBatches, takeTogether } from './take-together.ts'

/** `POST /functions/v1/<name>`: who may, what was sent, how often, then the command in one transaction under its key. */
export function createFunctionsHandler(
  deps: FunctionsDeps,
  batches: ReadonlyMap<string, Batches> = openBatches(deps),
): ((request: Request) => Promise<Response>) & Queue {
  const room = boundWork(AT_ONCE)
  const byName = new Map<string, AnyCommand>(deps.commands.map((command) => [command.name, command]))
  const alone = (run: Run) => room.run(() => runCommand(run), run.request.signal)
  const together = new Map(
    deps.commands.flatMap((command) => {
      const own = batches.get(command.name)
      return own ? [[command.name, takeTogether(command, own, alone)]] : []
    }),
  )
  const answerCall = async (request: Request) => {
    const name = new URL(request.url).pathname.slice('/functions/v1/'.length)
    const command = byName.get(name)
    if (!command) return answerRefusal(refuse('not_found', { message: `There is no command ${name.slice(0, 60)}.` }))
    if (request.method !== 'POST') return answerRefusal(refuse('method_not_allowed'))

    const identity = await deps.identify(request, { alsoEnded: command.endsOwnSession === true })
    if (identity instanceof Response) return answerStranger(identity)
    const key = readIdempotencyKey(request.headers)
    if (key === undefined) return answerRefusal(unreadableKey())
    const caller = callerOf(identity, deps.clientAddress(request))
    // Before the body is read: whoever may not do it costs next to nothing.
    const denied = deny(command, caller)
    if (denied) return answerRefusal(denied)
    const body = await deps.readBody(request)
    if (body instanceof Response) return body
    const run = { deps, command, caller, body, key, request }
    const answered = await inSpan(`command ${command.name}`, {}, () => (together.get(command.name) ?? alone)(run))
    return answered ?? answerRefusal(refuse('busy'))
  }
  return Object.assign(answerCall, { waiting: room.waiting })
}

/** More than connections, so that none is idle. A command takes some 5 ms, so that the last in the queue is still worth doing. */
const AT_ONCE = { running: 64, waiting: 1_000, waitMs: 10_000 }

/** Checks a call and runs it; also the way in for table calls that are answered by a command. */
async function runCommand(run: Run): Promise<Response> {
  try {
    return await checkAndRun(run)
  } catch (error) {
    return answerError(error, run)
  }
}

async function checkAndRun({ deps, command, caller, body, key }: Run): Promise<Response> {
  const denied = deny(command, caller)
  if (denied) return answerRefusal(denied)
  const { token, rest } = takeToken(command, body)
  const checked = checkBody(command, rest)
  if (isRefusal(checked)) return answerRefusal(checked)
  const isPerson = command.asksPerson && caller.role !== 'service_role' ? deps.isPerson : undefined
  if (isPerson && !token) return answerRefusal(refuse('captcha_failed'))
  const counted = limitOf(command, caller.userId ?? addressGroup(caller.address))
  if (command.who !== 'secret-key' && (await deps.rateLimits.take([counted])) > 0) {
    return answerRefusal(refuse('too_many_requests'))
  }
  // Before the transaction: the answer may come from a service on the network.
  if (isPerson && !(await isPerson({ token, address: caller.address }))) return answerRefusal(refuse('captcha_failed'))
  const account = command.asksBank?.(checked as never)
  const bankSays = account ? await deps.shop.askBank(account) : undefined
  return inOneTransaction({ deps, command, caller, input: checked, key, bankSays })
}

interface Transaction {
  deps: FunctionsDeps
  command: AnyCommand
  caller: Caller
  input: unknown
  key: string | null
  bankSays: BankSays | undefined
}

async function inOneTransaction({ deps, command, caller, input, key, bankSays }: Transaction): Promise<Response> {
  const identity = { role: 'service_role', claims: { role: 'service_role', act: caller.userId } }
  for (let attempt = 1; ; attempt++) {
    try {
      return await deps.database.as(identity, async (tx) => {
        const work = async () => {
          // A retry of what was done is answered all the same: deleting an account ends its own session.
          await requireActiveSession(tx, caller.claims, command)
          const ownCase = await refuseOwnCase(tx, {
            name: command.name,
            input: input as never,
            personId: caller.userId,
          })
          if (ownCase) throw new Refused(ownCase)
          const outcome = await command.run({ input: input as never, caller, tx, shop: deps.shop, bankSays })
          if (isRefusal(outcome)) throw new Refused(outcome)
          return { status: 200, answer: outcome }
        }
        if (key === null || command.tellsSecrets) return answer(200, (await work()).answer)
        const actor = caller.userId ?? caller.role
        const done = await withIdempotency(tx, { actor, route: command.name, key, body: input }, work)
        if (done.outcome === 'refused') throw new Refused(refuse('idempotency_key_reused'))
        return answer(done.status, done.answer)
      })
    } catch (error) {
      if (!isWorthRetrying(error) || attempt === 3) throw error
    }
  }
}

/** The token is no part of what is done: a retry with a fresh one is the same act. */
function takeToken(command: AnyCommand, body: unknown): { token: string; rest: unknown } {
  if (!command.asksPerson || body === null || typeof body !== 'object') return { token: '', rest: body }
  const { captcha_token: token, ...rest } = body as Record<string, unknown>
  return { token: typeof token === 'string' ? token : '', rest: Array.isArray(body) ? body : rest }
}

/** Where sessions cannot be checked, nothing was done. A token that is not good, or not good any more, is a person to sign in; a key is a mistake of the client's author. */
async function answerStranger(refused: Response): Promise<Response> {
  if (refused.status === 503) {
    const busy = answerRefusal(refuse('unavailable', { message: refusalTexts.unexpected_failure }))
    busy.headers.set('retry-after', refused.headers.get('retry-after') ?? '2')
    return busy
  }
  const challenge = refused.headers.get('www-authenticate')
  if (!challenge) {
    const { message } = (await refused.json()) as { message: string }
    return answerRefusal(refuse('invalid_api_key', { message }))
  }
  const answered = answerRefusal(refuse('sign_in_required'))
  answered.headers.set('www-authenticate', challenge)
  return answered
}
