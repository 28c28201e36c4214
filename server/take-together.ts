import { isRefusal, type Refusal } from '#domain/refusal.ts'
import { uuidText } from '#domain/validation.ts'
import { batchWork } from '#platform/http/batched-work.ts'
import { hasHungUp } from '#platform/http/hang-up.ts'
import { isConnectionLost } from '#platform/postgres/connection-lost.ts'
import { NoFreeConnection } from '#platform/postgres/lanes.ts'
import { isWorthRetrying } from '#platform/postgres/sqlstate.ts'
import {
  answerError,
  answerRefusal,
  answerText,
  checkBody,
  deny,
  type FunctionsDeps,
  limitOf,
  type Run,
} from './call.ts'
import { type AnyCommand, OutcomeUnknown, type TogetherCall } from './command.ts'
import { guardRefusal } from './refused.ts'

/**
 * A batch takes some 10 to 30 ms and holds the locks of its rows for that long. They wait in the process and hold no connection, so that other commands go on;
 * two batches keep PostgreSQL busy while this process decides and answers.
 */
const BATCHES = { most: 48, atOnce: 2, waiting: 2_000, waitMs: 10_000 }

// biome-ignore lint/suspicious/noExplicitAny: the command's own types tie its input to its batch
type Input = any

interface Waiting extends TogetherCall<Input> {
  run: Run
}

type Alone = (run: Run) => Promise<Response | null>

/**
 * Does calls of a command that wait at the same time in one transaction (docs/decisions/0051). A call whose batch fails is tried by itself, and so
 * is one that no batch can take; null where there was no room.
 */
export function takeTogether(command: AnyCommand, deps: FunctionsDeps, alone: Alone): Alone {
  const { together } = command
  if (!together) return alone
  const lockedBy = together.lockedBy as (input: Input) => string
  const needed = {
    database: deps.database,
    rateLimits: deps.rateLimits,
    shop: deps.shop,
    limitOf: ({ userId }: TogetherCall<Input>) => limitOf(command, userId),
  }
  const batches = batchWork<Waiting, Response | null>({
    ...BATCHES,
    sharedBy: ({ input }) => lockedBy(input),
    ownedBy: ({ userId }) => userId,
    hasLeft: ({ run }) => hasHungUp(run.request),
    async together(calls) {
      const answers: (string | Refusal)[] = await together.run(calls, needed).catch((fault: unknown) => {
        // Each call is tried again and reports what is wrong with it; what is wrong with the batch would not be heard of.
        if (fault instanceof OutcomeUnknown) throw fault
        const isExpected =
          guardRefusal(fault) || isWorthRetrying(fault) || fault instanceof NoFreeConnection || isConnectionLost(fault)
        if (!isExpected && calls[0]) deps.reportFault(fault, calls[0].run.request)
        throw fault
      })
      return answers.map((one) => (isRefusal(one) ? answerRefusal(one) : answerText(200, one)))
    },
    async alone({ run }, fault) {
      // Another try would do again what may be done, or wait in vain.
      if (fault instanceof OutcomeUnknown) return answerError(fault.cause, run)
      if (fault instanceof NoFreeConnection || isConnectionLost(fault)) return answerError(fault, run)
      return alone(run)
    },
  })

  return async (run) => {
    const denied = deny(command, run.caller)
    if (denied) return answerRefusal(denied)
    const input = checkBody(command, run.body)
    if (isRefusal(input)) return answerRefusal(input)
    const userId = uuidText(run.caller.userId)
    if (userId === '' || userId !== run.caller.userId || lockedBy(input) === '') return alone(run)
    return batches.run({ run, input, userId, claims: run.caller.claims, key: run.key })
  }
}
