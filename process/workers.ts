import type { Config } from '#config'
import type { Logger } from '#platform/http/request-log.ts'
import { superviseWorkers, type Workers } from '#platform/workers/supervise-workers.ts'
import { serveWorkerMetrics } from './instrumentation.ts'
import { GRACE_MS, type Lifecycle } from './lifecycle.ts'

/** Input that the main process passes to its workers. */
export interface WorkerInput {
  databaseUrl: string
}

interface WorkersOptions {
  script: string
  config: Config
  input: WorkerInput
  log: Logger
}

/** Time for clients of a worker that is replaced to send the request that they were about to send. */
const LINGER_MS = 3_000

/** The main process serves no requests itself: it owns PostgreSQL, the port and the workers that serve them. */
export async function startWorkers({ script, config, input, log }: WorkersOptions, lifecycle: Lifecycle) {
  await serveWorkerMetrics({ config, log }, lifecycle.closers)
  const workers = await superviseWorkers({
    script,
    count: config.workers,
    input,
    lingerMs: Math.max(config.shutdownNoticeMs, LINGER_MS),
    endWithinMs: config.shutdownNoticeMs + 2 * GRACE_MS,
    onDeath: (sentence) => log.error(sentence),
  })
  lifecycle.closers.unshift(() => workers.close())
  lifecycle.renewWorkers = () => void renew(workers, config)
}

export const NO_WORKERS_TO_RENEW =
  'There are no processes to renew yet. With WORKERS=1 there is only one, which has to be restarted.'

async function renew(workers: Workers, { workers: count }: Config): Promise<void> {
  console.log(`Renewing ${count} processes ...`)
  const startedAt = performance.now()
  const isRenewed = await workers.renew()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  if (isRenewed) console.log(`All ${count} processes are new after ${seconds} s.`)
  else console.error('A new process did not start; the remaining ones keep running. Fix the cause and renew again.')
}
