import { uuidText } from '#domain/forms/validation.ts'
import { isRefusal, type Refusal } from '#domain/refusal.ts'
import { isAborted } from '#platform/http/is-aborted.ts'
import { isConnectionLost } from '#platform/postgres/connections/connection-lost.ts'
import { NoFreeConnection } from '#platform/postgres/connections/connection-pools.ts'
import { isWorthRetrying } from '#platform/postgres/sqlstate.ts'
import { batchWork } from '#platform/queues/batched-work.ts'
import type { Queue } from '#platform/queues/queue.ts'
import { type AnyCommand, type BatchedCall, OutcomeUnknown, ResultUnreadable } from '#server/command.ts'
import { databaseRefusal } from '#server/refusal-error.ts'
import {
  type CommandRequest,
  checkAccess,
  commandRateLimit,
  errorResponse,
  type FunctionsDeps,
  jsonTextResponse,
  refusalResponse,
  validateInput,
} from './call.ts'

/**
 * A batch takes some 10 to 30 ms and holds its row locks for that long. Queued calls wait in the process without a
 * connection, so that other commands go on; two concurrent batches keep PostgreSQL busy while this process computes and
 * responds.
 */
const BATCH_LIMITS = { maxCalls: 48, maxRunning: 2, maxQueued: 2_000, maxQueuedMs: 10_000 }

// biome-ignore lint/suspicious/noExplicitAny: the command's own types tie its input to its batch
type Input = any

interface QueuedCall {
  call: BatchedCall<Input>
  request: Request
  /**
   * Runs the call on its own after its batch has failed, before other calls may lock its row; without it the call is
   * returned as not run.
   */
  runSingle?: () => Promise<Response | null>
}

/** Result of a call. `failed`: a retry could repeat what may have been committed, or would wait in vain. */
type BatchResult =
  | { kind: 'answered'; answer: string | Refusal }
  | { kind: 'single'; response: Response | null }
  | { kind: 'not-run' }
  | { kind: 'failed'; fault: unknown }

/** Queues a call; resolves to null if the queue is full. */
export type CommandBatcher = ((queued: QueuedCall) => Promise<BatchResult | null>) & Queue

/**
 * Creates a queue for each command that can be batched, by command name: calls of the command and of its table route
 * share it.
 */
export function createBatchers(deps: FunctionsDeps): ReadonlyMap<string, CommandBatcher> {
  return new Map(
    deps.commands.flatMap((command) => (command.batch ? [[command.name, createBatcher(command, deps)]] : [])),
  )
}

function createBatcher({ batch }: AnyCommand, deps: FunctionsDeps): CommandBatcher {
  if (!batch) throw new Error('Only commands with a batch can be batched')
  const lockKey = batch.lockKey as (input: Input) => string
  const { run, waiting } = batchWork<QueuedCall, BatchResult>({
    ...BATCH_LIMITS,
    lockKey: ({ call }) => lockKey(call.input),
    ownerKey: ({ call }) => call.userId,
    isAborted: ({ request }) => isAborted(request),
    async runBatch(queued, startNextBatch) {
      const calls = queued.map(({ call }) => call)
      const results = await batch.run(calls, { ...deps, startNextBatch }).catch((fault: unknown) => {
        // Each call is retried on its own and reports its own error; the error of the batch would otherwise go
        // unreported.
        if (!(fault instanceof OutcomeUnknown) && !isExpected(fault) && queued[0])
          deps.reportFault(fault, queued[0].request)
        throw fault
      })
      return results.map((answer) => ({ kind: 'answered', answer }))
    },
    async runSingle({ runSingle }, fault) {
      // A retry could repeat what may have been committed, or would wait in vain.
      if (fault instanceof OutcomeUnknown) return { kind: 'failed', fault: fault.cause }
      if (fault instanceof NoFreeConnection || isConnectionLost(fault)) return { kind: 'failed', fault }
      return runSingle ? { kind: 'single', response: await runSingle() } : { kind: 'not-run' }
    },
  })
  return Object.assign(run, { waiting })
}

const isExpected = (fault: unknown): boolean =>
  Boolean(databaseRefusal(fault)) ||
  isWorthRetrying(fault) ||
  fault instanceof NoFreeConnection ||
  fault instanceof ResultUnreadable ||
  isConnectionLost(fault)

type RunSingle = (run: CommandRequest) => Promise<Response | null>

/**
 * Runs queued calls of a command together in one transaction (docs/decisions/0051). A call whose batch fails is retried
 * on its own; a call that cannot be batched runs on its own. Returns null if the queue is full.
 */
export function runBatched(command: AnyCommand, enqueue: CommandBatcher, runSingle: RunSingle): RunSingle {
  const lockKey = command.batch?.lockKey as (input: Input) => string
  return async (run) => {
    const denied = checkAccess(command, run.caller)
    if (denied) return refusalResponse(denied)
    const input = validateInput(command, run.body)
    if (isRefusal(input)) return refusalResponse(input)
    const userId = uuidText(run.caller.userId)
    if (userId === '' || userId !== run.caller.userId || lockKey(input) === '') return runSingle(run)
    const key = run.key === null ? null : { key: run.key, route: command.name, body: input }
    const call = { input, userId, claims: run.caller.claims, key, limits: [commandRateLimit(command, userId)] }
    const outcome = await enqueue({ call, request: run.request, runSingle: () => runSingle(run) })
    switch (outcome?.kind) {
      case 'answered':
        return isRefusal(outcome.answer) ? refusalResponse(outcome.answer) : jsonTextResponse(200, outcome.answer)
      case 'single':
        return outcome.response
      case 'failed':
        return errorResponse(outcome.fault, run)
      default:
        return null
    }
  }
}
