// A process that runs the market's background work, or sends a payer to the gateway, and kills itself with SIGKILL
// before a given statement: for killed-workers.test.ts.
import { EventEmitter, once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskStore } from '#platform/files/stores/blob-store.ts'
import { startJobs } from '#platform/jobs/start-jobs.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { createSmsLog } from '#platform/sms/log.ts'
import { createCodes } from '#server/hand-overs/codes/codes.ts'
import { createJobs } from '#server/jobs.ts'
import { openGateway } from '#server/payments/gateway/open-gateway.ts'
import { NO_TEXT_NOTICES } from '#server/text-messages/delivery.ts'
import { watchedDatabase } from './watched-database.ts'

const SITE = 'https://market.test'
const [, , connectionString = '', last = '0', paymentId] = process.argv

const own = openDatabase({ connectionString })
let statements = 0
const database = watchedDatabase(own, () => {
  statements += 1
  if (statements === Number(last)) process.kill(process.pid, 'SIGKILL')
  return undefined
})
const reportFault = (fault: unknown) => console.error(fault)
const gateway = openGateway({
  database,
  paystack: null,
  cell: null,
  siteUrl: SITE,
  secretKey: 'sk_test_play',
  reportFault,
})
// A web process: it sends one payer to the gateway.
if (paymentId) {
  const answer = await gateway.routes.fetch(new Request(`${SITE}/pay/${paymentId}`))
  console.log(answer.headers.get('location'))
  process.exit(0)
}

const store = diskStore(join(tmpdir(), 'no-files-of-trials'))
const { tasks } = createJobs({
  database,
  store,
  siteUrl: SITE,
  payments: gateway.payments,
  codes: createCodes('a secret of the trials'),
  sms: createSmsLog(() => undefined),
  texts: NO_TEXT_NOTICES,
  beforePayments: gateway.beforePayments,
})

// One run of each job, in the scheduled order.
const turned = new EventEmitter()
const turnOf = (task: string, then: string) => {
  const run = tasks[task]
  return async (...parameters: Parameters<NonNullable<typeof run>>) => {
    await run?.(...parameters)
    turned.emit(then)
  }
}
const moved = once(turned, 'moved')
const worked = once(turned, 'worked')
const settle = turnOf('advance-group-buys', 'moved')
const work = turnOf('process-payments', 'worked')
await startJobs({
  database: own,
  onFault: reportFault,
  tasks: { 'advance-group-buys': settle, 'process-payments': (...parameters) => moved.then(() => work(...parameters)) },
  crontab: ['advance-group-buys', 'process-payments'].map((task) => ({ task, everySeconds: 60 })),
})
await worked
process.exit(0)
