import { isRefusal, type Refusal } from '#domain/refusal.ts'
import { uuidText } from '#domain/validation.ts'
import { batchWork } from '#platform/http/batched-work.ts'
import { hasHungUp } from '#platform/http/hang-up.ts'
import type { Queue } from '#platform/http/queue.ts'
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
import { type AnyCommand, NotShown, OutcomeUnknown, type TogetherCall } from './command.ts'
import { guardRefusal } from './refused.ts'

/**
 * A batch takes some 10 to 30 ms and holds the locks of its rows for that long. They wait in the process and hold no connection, so that other commands go on;
 * two batches keep PostgreSQL busy while this process decides and answers.
 */
const BATCHES = { most: 48, atOnce: 2, waiting: 2_000, waitMs: 10_000 }

// biome-ignore lint/suspicious/noExplicitAny: the command's own types tie its input to its batch
type Input = any

interface Queued {
  call: TogetherCall<Input>
  request: Request
  /** Does it by itself where its batch has failed, while nobody else may take its row; a call without it is given back undone. */
  alone?: () => Promise<Response | null>
}

/** What became of a call: `failed` where another try would do again what may be done, or wait in vain. */
type Outcome =
  | { kind: 'answered'; answer: string | Refusal }
  | { kind: 'alone'; response: Response | null }
  | { kind: 'undone' }
  | { kind: 'failed'; fault: unknown }

/** Null where there was no room. */
export type Batches = ((queued: Queued) => Promise<Outcome | null>) & Queue

/** The batches of every command that is done together, by its name: one queue for each, whichever door a call comes through. */
export function openBatches(deps: FunctionsDeps): ReadonlyMap<string, Batches> {
  return new Map(
    deps.commands.flatMap((command) => (command.together ? [[command.name, batchesOf(command, deps)]] : [])),
  )
}

function batchesOf({ together }: AnyCommand, deps: FunctionsDeps): Batches {
  if (!together) throw new Error('Only commands that say how are done together')
  const lockedBy = together.lockedBy as (input: Input) => string
  const { run, waiting } = batchWork<Queued, Outcome>({
    ...BATCHES,
    sharedBy: ({ call }) => lockedBy(call.input),
    ownedBy: ({ call }) => call.userId,
    hasLeft: ({ request }) => hasHungUp(request),
    async together(queued, letNextIn) {
      const calls = queued.map(({ call }) => call)
      const answers = await together.run(calls, { ...deps, letNextIn }).catch((fault: unknown) => {
        // Each call is tried again and reports what is wrong with it; what is wrong with the batch would not be heard of.
        if (!(fault instanceof OutcomeUnknown) && !isExpected(fault) && queued[0])
          deps.reportFault(fault, queued[0].request)
        throw fault
      })
      return answers.map((answer) => ({ kind: 'answered', answer }))
    },
    async alone({ alone }, fault) {
      // Another try would do again what may be done, or wait in vain.
      if (fault instanceof OutcomeUnknown) return { kind: 'failed', fault: fault.cause }
      if (fault instanceof NoFreeConnection || isConnectionLost(fault)) return { kind: 'failed', fault }
      return alone ? { kind: 'alone', response: await alone() } : { kind: 'undone' }
    },
  })
  return Object.assign(run, { waiting })
}

const isExpected = (fault: unknown): boolean =>
  Boolean(guardRefusal(fault)) ||
  isWorthRetrying(fault) ||
  fault instanceof NoFreeConnection ||
  fault instanceof NotShown ||
  isConnectionLost(fault)

type Alone = (run: Run) => Promise<Response | null>

/**
 * Does calls of a command that wait at the same time in one transaction (docs/decisions/0051). A call whose batch fails is tried by itself, and so
 * is one that no batch can take; null where there was no room.
 */
export function takeTogether(command: AnyCommand, batches: Batches, alone: Alone): Alone {
  const lockedBy = command.together?.lockedBy as (input: Input) => string
  return async (run) => {
    const denied = deny(command, run.caller)
    if (denied) return answerRefusal(denied)
    const input = checkBody(command, run.body)
    if (isRefusal(input)) return answerRefusal(input)
    const userId = uuidText(run.caller.userId)
    if (userId === '' || userId !== run.caller.userId || lockedBy(input) === '') return alone(run)
    const key = run.key === null ? null : { key: run.key, route: command.name, body: input }
    const call = { input, userId, claims: run.caller.claims, key, limits: [limitOf(command, userId)] }
    const outcome = await batches({ call, request: run.request, alone: () => alone(run) })
    switch (outcome?.kind) {
      case 'answered':
        return isRefusal(outcome.answer) ? answerRefusal(outcome.answer) : answerText(200, outcome.answer)
      case 'alone':
        return outcome.response
      case 'failed':
        return answerError(outcome.fault, run)
      default:
        return null
    }
  }
}
