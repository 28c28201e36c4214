import type { Server } from 'node:http'
import { brand } from '#domain/brand.ts'
import { createPersonCheck } from '#platform/auth/captcha/person-check.ts'
import { followEndedSessions, type SessionState } from '#platform/auth/ended-sessions.ts'
import { createAuthHandler } from '#platform/auth/handler.ts'
import type { OperatorAuth } from '#platform/auth/operator-settings.ts'
import type { SigningKeys } from '#platform/auth/tokens.ts'
import type { BlobStore } from '#platform/files/blob-store.ts'
import { createFilesHandler } from '#platform/files/handler.ts'
import { clientAddress, incomingAddress } from '#platform/http/client-address.ts'
import type { Wire } from '#platform/http/front-door.ts'
import { type ApiKeys, identify } from '#platform/http/keys.ts'
import type { Queue } from '#platform/http/queue.ts'
import { openRouter } from '#platform/http/router.ts'
import { startJobs } from '#platform/jobs/start-jobs.ts'
import { type MailSender, startMailSender } from '#platform/mail/mail-sender.ts'
import { queueMail } from '#platform/mail/queue-mail.ts'
import { smtpTransport } from '#platform/mail/smtp.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { PushSender } from '#platform/push/push-sender.ts'
import { createRateLimits } from '#platform/rate-limits/rate-limits.ts'
import { attachRealtime } from '#platform/realtime/attach-realtime.ts'
import { createRealtimeHandler } from '#platform/realtime/handler.ts'
import type { ChannelPolicy } from '#platform/realtime/policy.ts'
import type { SmsGateway } from '#platform/sms/sms.ts'
import { createTablesHandler, type VisitorsRead } from '#platform/tables/handler.ts'
import { STAFF_NEED_SECOND_FACTOR } from './accounts/session-status.ts'
import type { FunctionsDeps } from './call.ts'
import type { Shop } from './command.ts'
import { commands } from './commands.ts'
import { createFunctionsHandler } from './functions.ts'
import { createCodes } from './hand-overs/codes.ts'
import { jobsOf } from './jobs.ts'
import { lanesOf } from './lanes.ts'
import { authMail } from './mails/auth-mails.ts'
import { authSms } from './mails/auth-sms.ts'
import { noteDelivery } from './mails/note-delivery.ts'
import type { PaymentDeps } from './payments/confirm-payment.ts'
import { askBank } from './payouts/ask-bank.ts'
import { readBody } from './read-body.ts'
import { readingOf } from './reading.ts'
import { tableInterceptors, writeLimits } from './table-interceptors.ts'
import { openBatches } from './take-together.ts'

export interface AppOptions {
  database: Database
  apiKeys: ApiKeys
  signingKeys: SigningKeys
  siteUrl: string
  /** Of uploaded files. */
  store: BlobStore
  allowedRedirects: string[]
  rateLimits: boolean
  /** To the database; ten if left out. */
  connections?: number
  /** How many of our own proxies are in front; none by default. */
  trustedProxies?: number
  /** Null keeps mails to be read at /dev/mail. */
  smtp: { url: string; from: string } | null
  sms: SmsGateway
  /** Null sends no pushes; so if left out. */
  pushes?: PushSender | null
  payments: PaymentDeps
  /** What a gateway of our own does as time passes. */
  beforePayments?: () => Promise<void>
  /** The operator's settings for sign-in; the service's defaults if left out. */
  auth?: Pick<OperatorAuth, 'settings' | 'captcha'>
  /** Whether staff need a second factor before their rights apply. */
  staffSecondFactor?: boolean
  /** Counts the runs of jobs. */
  countJobs?: ((work: Work) => Work) | undefined
  reportFault: (fault: unknown) => void
  /** Hears of mails that could not be handed over, and of a mail server that is away. */
  onMail?: Pick<Parameters<typeof startMailSender>[0], 'onAttemptFailed' | 'onServerChange'> | undefined
}

type Work = ReturnType<typeof jobsOf>

/** The product behind the wire. */
interface App extends Wire {
  /** Answers a call of this process, which it makes for a page. */
  fetch(request: Request): Promise<Response>
  /** What a visitor's page reads of tables, if it can be had without a request; undefined if not. */
  readForVisitor(read: VisitorsRead): Promise<Response | undefined>
  /** In which calls wait, by what for. */
  queues: Record<'connections' | 'commands', Queue> & Record<string, Queue>
  attach(server: Server): Promise<void>
  /** Numbers of this process for whoever watches it. */
  figures(): Record<string, number | undefined>
  /** Whether the session of a verified token still counts. */
  sessionState(claims: Readonly<Record<string, unknown>>): Promise<SessionState>
  /** Mails and jobs. */
  startWork(): Promise<void>
  stop(): Promise<void>
}

export function createApp(options: AppOptions): App {
  const { apiKeys, signingKeys, auth, store, countJobs = (work) => work, reportFault } = options
  const lanes = lanesOf(options.database)
  const limitsIn = (database: Database) => createRateLimits({ database, enabled: options.rateLimits })
  const rateLimits = limitsIn(lanes.commands)
  const { sessions, keyed, whoCalls, asOwn } = openGate(options, lanes)
  const functionsDeps: FunctionsDeps = {
    commands,
    database: lanes.commands,
    identify: whoCalls,
    readBody,
    clientAddress,
    rateLimits,
    isPerson: auth?.captcha && createPersonCheck({ captcha: auth.captcha, database: lanes.auth, reportFault }),
    shop: shopOf(options),
    reportFault,
  }

  const batches = openBatches(functionsDeps)
  const functions = createFunctionsHandler(functionsDeps, batches)
  const tables = createTablesHandler({
    database: lanes.tables,
    identify: (request) => whoCalls(request),
    schema: 'public',
    maxRows: 1000,
    statementTimeoutMs: 5000,
    reading: readingOf(rateLimits, options.connections ?? 10),
    interceptors: tableInterceptors(functionsDeps, batches),
    mayWrite: async (write) => (await rateLimits.take(writeLimits(write))) === 0,
    onError: reportFault,
  })
  const answers: Wire['answers'] = {
    '/auth/v1': createAuthHandler({
      database: lanes.auth,
      apiKeys,
      signingKeys,
      rateLimits: limitsIn(lanes.auth),
      clientAddress,
      reportFault,
      settings: { ...auth?.settings, siteUrl: options.siteUrl, allowedRedirects: options.allowedRedirects },
      ...(auth?.captcha && { captcha: auth.captcha }),
      sendMail: async (tx, mail) => void (await queueMail(tx, authMail(mail))),
      sendSms: (sms) => options.sms.send(authSms(sms)),
    }),
    '/rest/v1': (request) => tables(request),
    '/functions/v1': functions,
    '/realtime/v1': createRealtimeHandler({ database: lanes.live, policy: LISTENING_ONLY, ...keyed }),
    '/storage/v1': createFilesHandler({ database: lanes.tables, store, onFault: reportFault, ...keyed }),
  }
  const wire = openRouter()
  // What a page reads is bounded with the page.
  wire.all('/rest/v1/*', (c) => tables(c.req.raw, { isInside: true }))
  for (const [prefix, answer] of Object.entries(answers)) wire.all(`${prefix}/*`, (c) => answer(c.req.raw))
  wire.notFound((c) => c.json({ code: 'not_found', message: 'Not found' }, 404))
  const running: { stop(): Promise<void> }[] = [sessions]
  let realtime: Awaited<ReturnType<typeof attachRealtime>> | undefined
  let mails: MailSender | undefined

  return {
    answers,
    queues: { connections: options.database, commands: functions, ...Object.fromEntries(batches) },
    filePrefixes: ['/storage/v1'],
    fetch: async (request) => wire.fetch(asOwn(request)),
    readForVisitor: tables.readForVisitor,
    async attach(server) {
      realtime = await attachRealtime(server, {
        database: lanes.live,
        policy: LISTENING_ONLY,
        ...keyed,
        sessions,
        addressOf: (incoming) => incomingAddress(incoming, options.trustedProxies ?? 0),
        ...(!options.rateLimits && { limits: UNSHARED }),
        onFault: reportFault,
      })
      running.push(realtime)
    },
    figures: () => ({
      ...realtime?.counts(),
      sessions_read_age_seconds: sessions.ageMs() / 1_000,
      mail_server_up: mails?.isServerUp() === undefined ? undefined : Number(mails.isServerUp()),
    }),
    sessionState: sessions.stateOf,
    async startWork() {
      sessions.start()
      mails = await startMails(options, lanes.work)
      running.push(mails)
      const codes = createCodes(apiKeys.secret)
      const work = countJobs(jobsOf({ ...options, database: lanes.work, store, codes }))
      running.push(await startJobs({ database: lanes.work, ...work, onFault: reportFault }))
    },
    async stop() {
      await Promise.all(running.map((part) => part.stop()))
    },
  }
}

function startMails({ smtp, onMail, reportFault }: AppOptions, database: Database): Promise<MailSender> {
  const transport = smtp ? smtpTransport(smtp) : null
  return startMailSender({ database, transport, onSettled: noteDelivery, onFault: reportFault, ...onMail })
}

function shopOf({ siteUrl, apiKeys, payments: { gateway, cell = null } }: AppOptions): Shop {
  const askForName: Shop['askBank'] = (account) => askBank(gateway, account)
  return {
    siteUrl,
    supportMailbox: brand.supportEmail,
    gateway: gateway.name,
    cell,
    codes: createCodes(apiKeys.secret),
    askBank: askForName,
  }
}

/** Who calls, by key, token and session; and which calls this process makes itself, for its pages. */
function openGate(
  { database, apiKeys, signingKeys, staffSecondFactor, reportFault }: AppOptions,
  lanes: ReturnType<typeof lanesOf>,
) {
  const sessions = followEndedSessions({ database, onFault: reportFault })
  const keyed = {
    keys: apiKeys,
    sessionState: sessions.stateOf,
    async verifyAccessToken(token: string) {
      const claims = await signingKeys.verifyAccessToken(token)
      return claims && staffSecondFactor ? { ...claims, [STAFF_NEED_SECOND_FACTOR]: true } : claims
    },
  }
  const { sessionState: _, ...alsoEnded } = keyed
  const ownRequests = new WeakSet<Request>()
  const whoCalls = async (request: Request, options = { alsoEnded: false }) => {
    const identity = await identify(request, options.alsoEnded ? alsoEnded : keyed)
    if (!(identity instanceof Response) && ownRequests.has(request)) lanes.readsForPage(identity)
    return identity
  }
  const asOwn = (request: Request) => {
    ownRequests.add(request)
    return request
  }
  return { sessions, keyed, whoCalls, asOwn }
}

/** Load tests come from one address. */
const UNSHARED = {
  connectionsPerAddress: Number.POSITIVE_INFINITY,
  connectionsPerNetwork: Number.POSITIVE_INFINITY,
  connectionsPerUser: Number.POSITIVE_INFINITY,
  bytesPerSecond: Number.POSITIVE_INFINITY,
}

/** People receive row changes under their own rights; nobody can send messages to others except through tables. */
const LISTENING_ONLY: ChannelPolicy = {
  mayRead: async (_, channel) => !channel.private,
  mayWrite: async () => false,
}
