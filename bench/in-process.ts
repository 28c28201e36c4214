import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SigningKeys } from '#platform/auth/tokens.ts'
import type { ApiKeys } from '#platform/http/keys.ts'
import { createPaystack } from '#platform/payment-gateways/paystack.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { createApp } from '#server/app.ts'
import { recordStatements, type Step } from './record-statements.ts'

/** Runs the product behind the wire in this process, only to record which SQL it sends. */
export interface Learner {
  /** The request's statements, recorded on the last of several runs, when every statement is prepared. */
  statementsOf(make: () => Promise<Request>): Promise<Step[]>
  close(): Promise<void>
}

const TIMES = 5

export function openLearner(options: {
  connectionString: string
  apiKeys: ApiKeys
  signingKeys: SigningKeys
  origin: string
}): Learner {
  const database = openDatabase({ connectionString: options.connectionString, maxConnections: 1 })
  const app = createApp({
    database,
    apiKeys: options.apiKeys,
    signingKeys: options.signingKeys,
    siteUrl: options.origin,
    dataDir: join(tmpdir(), 'bench-files'),
    allowedRedirects: [],
    rateLimits: false,
    smtp: null,
    payments: {
      database,
      gateway: createPaystack({ secretKey: 'never asked' }),
      takesTestMoney: true,
      siteUrl: options.origin,
    },
    sms: { name: 'none', send: async () => ({ messageId: 'none' }) },
    reportFault: (fault) => console.error(fault),
  })
  return {
    async statementsOf(make) {
      let steps: Step[] = []
      for (let time = 0; time < TIMES; time++) {
        const request = await make()
        steps = await recordStatements(async () => {
          const response = await app.fetch(request)
          if (response.status !== 200)
            throw new Error(`${request.url} answered ${response.status}: ${await response.text()}`)
        })
      }
      return steps
    },
    async close() {
      await app.stop()
      await database.close()
    },
  }
}
