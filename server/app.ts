import type { Server } from 'node:http'
import { COUNTED_ROWS } from '#api/counted-rows.ts'
import { brand } from '#domain/brand/brand.ts'
import { createPersonCheck } from '#platform/auth/captcha/person-check.ts'
import { createAuthHandler } from '#platform/auth/handler.ts'
import type { OperatorAuth } from '#platform/auth/operator-settings.ts'
import { followEndedSessions, type SessionState } from '#platform/auth/sessions/ended-sessions.ts'
import type { SigningKeys } from '#platform/auth/sessions/tokens.ts'
import { createFilesHandler } from '#platform/files/handler.ts'
import type { BlobStore } from '#platform/files/stores/blob-store.ts'
import { type ApiKeys, identify } from '#platform/http/guards/keys.ts'
import { clientAddress, incomingAddress } from '#platform/http/requests/client-address.ts'
import { openRouter } from '#platform/http/router.ts'
import type { Wire } from '#platform/http/site-router.ts'
import { startJobs } from '#platform/jobs/start-jobs.ts'
import { type MailSender, startMailSender } from '#platform/mail/mail-sender.ts'
import { queueMail } from '#platform/mail/queue-mail.ts'
import { smtpTransport } from '#platform/mail/smtp.ts'
import type { Database, Identity } from '#platform/postgres/database.ts'
import type { PushSender } from '#platform/push/push-sender.ts'
import type { Queue } from '#platform/queues/queue.ts'
import { createRateLimits } from '#platform/rate-limits/rate-limits.ts'
import { attachRealtime } from '#platform/realtime/attach-realtime.ts'
import { createRealtimeHandler } from '#platform/realtime/handler.ts'
import type { RealtimeSettings } from '#platform/realtime/operator-settings.ts'
import type { SmsGateway } from '#platform/sms/sms.ts'
import { createTablesHandler, type PageRead } from '#platform/tables/handler.ts'
import type { TablesChoices } from '#platform/tables/settings.ts'
import { STAFF_NEED_SECOND_FACTOR } from './accounts/session-status.ts'
import { type CurrentBanners, followBanners } from './banners/current-banners.ts'
import { createBatchers } from './calls/batch-commands.ts'
import type { FunctionsDeps } from './calls/call.ts'
import { createFunctionsHandler } from './calls/functions.ts'
import { readBody } from './calls/read-body.ts'
import { openReadLimits } from './calls/read-limits.ts'
import { tableInterceptors, writeLimits } from './calls/table-interceptors.ts'
import { channelSettings } from './channel-settings.ts'
import type { CommandContext } from './command.ts'
import { connectionPools } from './connection-pools.ts'
import { commands } from './features.ts'
import { createCodes } from './hand-overs/codes/codes.ts'
import { createJobs } from './jobs.ts'
import { authMail, isAuthMail } from './mails/auth-mails.ts'
import { authSms } from './mails/auth-sms.ts'
import { recordDelivery } from './mails/record-delivery.ts'
import { startOutboxRelay } from './notices/outbox/start-outbox-relay.ts'
import type { PaymentDeps } from './payments/confirm-payment.ts'
import { resolveAccount } from './payouts/bank-account/resolve-account.ts'
import { NO_TEXT_NOTICES, type TextDelivery } from './text-messages/delivery.ts'

export interface AppOptions {
  database: Database
  apiKeys: ApiKeys
  signingKeys: SigningKeys
  siteUrl: string
  /** Longest life of a signed address of a file. */
  maxSignedSeconds?: number
  /** Stores uploaded files. */
  store: BlobStore
  allowedRedirects: string[]
  rateLimits: boolean
  /** Maximum number of database connections; default 10. */
  connections?: number
  /** Number of trusted reverse proxies in front of this process; default 0. */
  trustedProxies?: number
  /** Null: mails are not sent and can be read at /dev/mail. */
  smtp: { url: string; from: string } | null
  sms: SmsGateway
  /** Null or undefined: no pushes are sent. */
  pushes?: PushSender | null
  /** SMS and WhatsApp notices; nothing is offered by default. */
  texts?: TextDelivery
  payments: PaymentDeps
  /** Advances the local payment gateway before each processing of payments. */
  beforePayments?: () => Promise<void>
  /** The operator's settings for sign-in; defaults to those of the auth service. */
  auth?: Pick<OperatorAuth, 'settings' | 'captcha'>
  /** The operator's settings for the table API; defaults to its own. */
  tables?: TablesChoices
  /** Limits of channels, and who may write to public ones; by default no one. */
  realtime?: RealtimeSettings
  /** Whether staff need a second factor before their rights apply. */
  staffSecondFactor?: boolean
  /** Wraps the jobs to count their runs. */
  countJobs?: ((work: JobDefinitions) => JobDefinitions) | undefined
  reportFault: (fault: unknown) => void
  /** Called when a mail could not be delivered to the mail server, and when that server goes down or comes back. */
  onMail?: Pick<Parameters<typeof startMailSender>[0], 'onAttemptFailed' | 'onServerChange'> | undefined
}

type JobDefinitions = ReturnType<typeof createJobs>

/** The server's HTTP handlers, realtime endpoint and background jobs. */
interface App extends Wire {
  /** Handles a request that this process makes itself while it renders a page. */
  fetch(request: Request): Promise<Response>
  /** Reads tables for a page without a request; undefined if that read needs one. */
  readForPage(read: PageRead): Promise<Response | undefined>
  /** The person behind an access token, for `readForPage`; undefined if reads with it need a request. */
  identifyReader(token: string): Promise<Identity | undefined>
  /** Request queues, by what the requests wait for. */
  queues: Record<'connections' | 'commands', Queue> & Record<string, Queue>
  attach(server: Server): Promise<void>
  /** Gauges of this process for monitoring. */
  figures(): Record<string, number | undefined>
  /** State of the session behind a verified access token. */
  sessionState(claims: Readonly<Record<string, unknown>>): Promise<SessionState>
  /** The banners that are shown now or planned; none before the work has started. */
  banners: Pick<CurrentBanners, 'current' | 'refresh'>
  /** Starts the mail sender and the background jobs. */
  startWork(): Promise<void>
  stop(): Promise<void>
}

export function createApp(options: AppOptions): App {
  const { apiKeys, auth, store, texts = NO_TEXT_NOTICES, countJobs = (work) => work, reportFault } = options
  const pools = connectionPools(options.database)
  const rateLimits = createRateLimits({ database: pools.commands, enabled: options.rateLimits })
  const { sessions, credentials, identifyCaller, identifyReader, markOwnRequest } = createIdentification(options, pools)
  const functionsDeps: FunctionsDeps = {
    commands,
    database: pools.commands,
    identify: identifyCaller,
    readBody,
    clientAddress,
    rateLimits,
    verifyCaptcha: auth?.captcha && createPersonCheck({ captcha: auth.captcha, database: pools.auth, reportFault }),
    context: commandContext(options),
    reportFault,
  }

  const batches = createBatchers(functionsDeps)
  const functions = createFunctionsHandler(functionsDeps, batches)
  const tables = createTablesHandler({
    database: pools.tables,
    identify: (request) => identifyCaller(request),
    ...options.tables,
    maxCountedRows: COUNTED_ROWS,
    statementTimeoutMs: 5000,
    reading: openReadLimits(rateLimits, options.connections ?? 10),
    interceptors: tableInterceptors(functionsDeps, batches),
    mayWrite: async (write) => (await rateLimits.take(writeLimits(write))) === 0,
    onError: reportFault,
  })
  const channels = channelSettings(options, pools.live)
  const handlers: Wire['handlers'] = {
    '/auth/v1': createAuthHandler(authDeps(options, pools)),
    '/rest/v1': (request) => tables(request),
    '/functions/v1': functions,
    '/realtime/v1': createRealtimeHandler({ ...channels, ...credentials, requestAddressOf: clientAddress }),
    '/storage/v1': openFiles(options, { database: pools.tables, ...credentials }),
  }
  const wire = openWire(handlers, tables)
  const banners = followBanners({ database: pools.live, onFault: reportFault })
  const running: { stop(): Promise<void> }[] = [sessions, banners]
  let realtime: Awaited<ReturnType<typeof attachRealtime>> | undefined
  let mails: MailSender | undefined

  return {
    handlers,
    queues: { connections: options.database, commands: functions, ...Object.fromEntries(batches) },
    filePrefixes: ['/storage/v1'],
    fetch: async (request) => wire.fetch(markOwnRequest(request)),
    readForPage: tables.readForPage,
    identifyReader,
    async attach(server) {
      realtime = await attachRealtime(server, {
        ...channels,
        ...credentials,
        sessions,
        addressOf: (incoming) => incomingAddress(incoming, options.trustedProxies ?? 0),
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
    banners,
    async startWork() {
      sessions.start()
      await banners.start()
      mails = await startMails(options, pools.work)
      running.push(mails)
      running.push(await startOutboxRelay({ database: pools.work, onFault: reportFault }))
      const codes = createCodes(apiKeys.secret)
      const work = countJobs(createJobs({ ...options, texts, database: pools.work, store, codes }))
      running.push(await startJobs({ database: pools.work, ...work, onFault: reportFault }))
    },
    async stop() {
      await Promise.all(running.map((part) => part.stop()))
    },
  }
}

type FilesDeps = Omit<Parameters<typeof createFilesHandler>[0], 'store' | 'maxSignedSeconds' | 'onFault'>

function openFiles({ store, maxSignedSeconds, reportFault }: AppOptions, deps: FilesDeps) {
  const limit = maxSignedSeconds === undefined ? {} : { maxSignedSeconds }
  return createFilesHandler({ ...deps, ...limit, store, onFault: reportFault })
}

/** Routes the requests that this process makes itself. */
function openWire(handlers: Wire['handlers'], tables: ReturnType<typeof createTablesHandler>) {
  const wire = openRouter()
  // Reads for a page are admitted together with the page.
  wire.all('/rest/v1/*', (c) => tables(c.req.raw, { isInside: true }))
  for (const [prefix, handler] of Object.entries(handlers)) wire.all(`${prefix}/*`, (c) => handler(c.req.raw))
  wire.notFound((c) => c.json({ code: 'not_found', message: 'Not found' }, 404))
  return wire
}

function startMails({ smtp, onMail, reportFault }: AppOptions, database: Database): Promise<MailSender> {
  const transport = smtp ? smtpTransport(smtp) : null
  const listeners = { onSettled: recordDelivery, onFault: reportFault, ...onMail }
  return startMailSender({ database, transport, expiresSoon: isAuthMail, ...listeners })
}

function commandContext({
  siteUrl,
  apiKeys,
  auth,
  texts,
  payments: { gateway, cell = null },
}: AppOptions): CommandContext {
  const resolveAtGateway: CommandContext['resolveAccount'] = (account) => resolveAccount(gateway, account)
  return {
    siteUrl,
    supportMailbox: brand.supportEmail,
    gateway: gateway.name,
    cell,
    codes: createCodes(apiKeys.secret),
    textChannels: texts?.offered ?? [],
    signsInByPhone: auth?.settings.phoneEnabled ?? false,
    resolveAccount: resolveAtGateway,
  }
}

/**
 * Identifies callers by API key, access token and session, and marks the requests that this process makes for its own
 * pages.
 */
function createIdentification(
  { database, apiKeys, signingKeys, staffSecondFactor, reportFault }: AppOptions,
  pools: ReturnType<typeof connectionPools>,
) {
  const sessions = followEndedSessions({ database, onFault: reportFault })
  const credentials = {
    keys: apiKeys,
    sessionState: sessions.stateOf,
    async verifyAccessToken(token: string) {
      const claims = await signingKeys.verifyAccessToken(token)
      return claims && staffSecondFactor ? { ...claims, [STAFF_NEED_SECOND_FACTOR]: true } : claims
    },
  }
  const { sessionState: _, ...acceptEndedSessions } = credentials
  const ownRequests = new WeakSet<Request>()
  const identifyCaller = async (request: Request, options = { acceptEndedSessions: false }) => {
    const identity = await identify(request, options.acceptEndedSessions ? acceptEndedSessions : credentials)
    if (!(identity instanceof Response) && ownRequests.has(request)) pools.readsForPage(identity)
    return identity
  }
  const markOwnRequest = (request: Request) => {
    ownRequests.add(request)
    return request
  }
  const identifyReader = async (token: string): Promise<Identity | undefined> => {
    const claims = await credentials.verifyAccessToken(token)
    if (claims?.role !== 'authenticated' || (await sessions.stateOf(claims)) !== 'live') return undefined
    return { role: claims.role, claims }
  }
  return { sessions, credentials, identifyCaller, identifyReader, markOwnRequest }
}

function authDeps(
  options: AppOptions,
  pools: ReturnType<typeof connectionPools>,
): Parameters<typeof createAuthHandler>[0] {
  const { apiKeys, signingKeys, auth, reportFault } = options
  return {
    database: pools.auth,
    apiKeys,
    signingKeys,
    rateLimits: createRateLimits({ database: pools.auth, enabled: options.rateLimits }),
    clientAddress,
    reportFault,
    settings: { ...auth?.settings, siteUrl: options.siteUrl, allowedRedirects: options.allowedRedirects },
    ...(auth?.captcha && { captcha: auth.captcha }),
    nameOf: async (tx, { id }) =>
      (await tx.query<{ name: string | null }>('select public.name_for_apps($1) as name', [id])).rows[0]?.name ?? null,
    sendMail: async (tx, mail) => void (await queueMail(tx, authMail(mail))),
    sendSms: (sms) => options.sms.send(authSms(sms)),
  }
}
