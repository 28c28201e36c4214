import type { CommandName } from '#api/commands.ts'
import type { JobsOptions } from '#platform/jobs/start-jobs.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { PushSender } from '#platform/push/push-sender.ts'
import type { SmsGateway } from '#platform/sms/sms.ts'
import type { Command } from './command.ts'
import type { Codes } from './hand-overs/codes/codes.ts'
import type { PaymentDeps } from './payments/confirm-payment.ts'
import type { TextDelivery } from './text-messages/delivery.ts'

/** The registration of a feature with the server, in its `feature.ts`. `server/features.ts` gathers them. */
export interface Feature<Commands extends object = object> {
  /** All commands of `api/commands/<feature>.ts`, by name. */
  readonly commands: { readonly [Name in keyof Commands & CommandName]: Command<Name> }
  readonly jobs?: (deps: JobDeps) => Readonly<Record<string, Job>>
  /** Deletes rows that have served their time; called every hour. */
  readonly deleteOldRows?: (database: Database) => Promise<unknown>
}

/** A background job: enqueued by transactions, or repeated. */
export interface Job {
  run: JobsOptions['tasks'][string]
  everySeconds?: number
}

export interface JobDeps {
  database: Database
  siteUrl: string
  payments: PaymentDeps
  codes: Codes
  sms: SmsGateway
  pushes?: PushSender | null
  texts: TextDelivery
  /** Runs before payments are processed. */
  beforePayments?: (() => Promise<void>) | undefined
}
