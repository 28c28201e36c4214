import type { Server } from 'node:http'
import { join } from 'node:path'
import { brand } from '#domain/brand.ts'
import { createPersonCheck } from '#platform/auth/captcha/person-check.ts'
import { createAuthHandler } from '#platform/auth/handler.ts'
import type { OperatorAuth } from '#platform/auth/operator-settings.ts'
import type { SigningKeys } from '#platform/auth/tokens.ts'
import { diskStore } from '#platform/files/blob-store.ts'
import { createFilesHandler } from '#platform/files/handler.ts'
import { clientAddress } from '#platform/http/client-address.ts'
import type { Wire } from '#platform/http/front-door.ts'
import { type ApiKeys, identify } from '#platform/http/keys.ts'
import { openRouter } from '#platform/http/router.ts'
import { startJobs } from '#platform/jobs/start-jobs.ts'
import { startMailSender } from '#platform/mail/mail-sender.ts'
import { queueMail } from '#platform/mail/queue-mail.ts'
import { smtpTransport } from '#platform/mail/smtp.ts'
import type { Database } from '#platform/postgres/database.ts'
import { createRateLimits } from '#platform/rate-limits/rate-limits.ts'
import { attachRealtime } from '#platform/realtime/attach-realtime.ts'
import { createRealtimeHandler } from '#platform/realtime/handler.ts'
import type { ChannelPolicy } from '#platform/realtime/policy.ts'
import type { SmsGateway } from '#platform/sms/sms.ts'
import { createTablesHandler } from '#platform/tables/handler.ts'
import { STAFF_NEED_SECOND_FACTOR } from './accounts/second-step.ts'
import { commands } from './commands.ts'
import { createFunctionsHandler, type FunctionsDeps } from './functions.ts'
import { jobsOf } from './jobs.ts'
import { authMail } from './mails/auth-mails.ts'
import { authSms } from './mails/auth-sms.ts'
import { noteDelivery } from './mails/note-delivery.ts'
import type { PaymentDeps } from './payments/confirm-payment.ts'
import { readBody } from './read-body.ts'
import { tableInterceptors } from './table-interceptors.ts'

export interface AppOptions {
  database: Database
  apiKeys: ApiKeys
  signingKeys: SigningKeys
  siteUrl: string
  /** Where uploaded files are stored. */
  dataDir: string
  allowedRedirects: string[]
  rateLimits: boolean
  /** Null keeps mails to be read at /dev/mail. */
  smtp: { url: string; from: string } | null
  sms: SmsGateway
  payments: PaymentDeps
  /** What a gateway of our own does as time passes. */
  beforePayments?: () => Promise<void>
  /** The operator's settings for sign-in; the service's defaults if left out. */
  auth?: Pick<OperatorAuth, 'settings' | 'captcha'>
  /** Whether staff need a second factor before their rights apply. */
  staffSecondFactor?: boolean
  reportFault: (fault: unknown) => void
}

/** The product behind the wire. */
interface App extends Wire {
  /** Answers a call of this process as if it had come in by the door. */
  fetch(request: Request): Promise<Response>
  attach(server: Server): Promise<void>
  /** Mails and jobs. */
  startWork(): Promise<void>
  stop(): Promise<void>
}

export function createApp(options: AppOptions): App {
  const { database, apiKeys, signingKeys, reportFault } = options
  const rateLimits = createRateLimits({ database, enabled: options.rateLimits })
  const keyed = {
    keys: apiKeys,
    async verifyAccessToken(token: string) {
      const claims = await signingKeys.verifyAccessToken(token)
      return claims && options.staffSecondFactor ? { ...claims, [STAFF_NEED_SECOND_FACTOR]: true } : claims
    },
  }
  const whoCalls = (request: Request) => identify(request, keyed)
  const functionsDeps: FunctionsDeps = {
    commands,
    database,
    identify: whoCalls,
    readBody,
    clientAddress,
    rateLimits,
    isPerson: options.auth?.captcha && createPersonCheck({ captcha: options.auth.captcha, database, reportFault }),
    shop: { siteUrl: options.siteUrl, supportMailbox: brand.supportEmail, gateway: options.payments.gateway.name },
    reportFault,
  }

  const store = diskStore(join(options.dataDir, 'files'))
  const answers: Wire['answers'] = {
    '/auth/v1': createAuthHandler({
      database,
      apiKeys,
      signingKeys,
      rateLimits,
      clientAddress,
      reportFault,
      settings: { ...options.auth?.settings, siteUrl: options.siteUrl, allowedRedirects: options.allowedRedirects },
      ...(options.auth?.captcha && { captcha: options.auth.captcha }),
      sendMail: async (tx, mail) => void (await queueMail(tx, authMail(mail))),
      sendSms: (sms) => options.sms.send(authSms(sms)),
    }),
    '/rest/v1': createTablesHandler({
      database,
      identify: whoCalls,
      schema: 'public',
      maxRows: 1000,
      statementTimeoutMs: 5000,
      interceptors: tableInterceptors(functionsDeps),
      // Visitors may write nothing at all, so nothing needs counting.
      mayWrite: async ({ claims }) =>
        typeof claims.sub !== 'string' ||
        (await rateLimits.take([{ key: `write:${claims.sub}`, tries: 100, windowSeconds: 60 }])) === 0,
      onError: reportFault,
    }),
    '/functions/v1': createFunctionsHandler(functionsDeps),
    '/realtime/v1': createRealtimeHandler({ database, policy: LISTENING_ONLY, ...keyed }),
    '/storage/v1': createFilesHandler({ database, store, ...keyed }),
  }
  const wire = openRouter()
  for (const [prefix, answer] of Object.entries(answers)) wire.all(`${prefix}/*`, (c) => answer(c.req.raw))
  wire.notFound((c) => c.json({ code: 'not_found', message: 'Not found' }, 404))
  const running: { stop(): Promise<void> }[] = []

  return {
    answers,
    filePrefixes: ['/storage/v1'],
    fetch: async (request) => wire.fetch(request),
    async attach(server) {
      running.push(await attachRealtime(server, { database, policy: LISTENING_ONLY, ...keyed, onFault: reportFault }))
    },
    async startWork() {
      const transport = options.smtp ? smtpTransport(options.smtp) : null
      running.push(await startMailSender({ database, transport, onSettled: noteDelivery, onFault: reportFault }))
      running.push(
        await startJobs({
          database,
          ...jobsOf({
            database,
            store,
            siteUrl: options.siteUrl,
            payments: options.payments,
            beforePayments: options.beforePayments,
          }),
          onFault: reportFault,
        }),
      )
    },
    async stop() {
      await Promise.all(running.map((part) => part.stop()))
    },
  }
}

/** People receive row changes under their own rights; nobody can send messages to others except through tables. */
const LISTENING_ONLY: ChannelPolicy = {
  mayRead: async (_, channel) => !channel.private,
  mayWrite: async () => false,
}
