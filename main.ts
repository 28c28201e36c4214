import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { ServerBuild } from 'react-router'
import { SESSION_COOKIE } from '#api/session-cookie.ts'
import { createHealth } from '#platform/http/health.ts'
import { type EarlyResponse, logResponse } from '#platform/http/request-log.ts'
import { createSiteRouter } from '#platform/http/site-router.ts'
import { acceptsUploads } from '#web/routing/page-facts.ts'
import { pagesBySection } from '#web/routing/sections.ts'
import { openAdmissionControl, queueDepths } from './process/gate/admission.ts'
import { openRequestGate } from './process/gate/request-gate.ts'
import { type AppDeps, openApp } from './process/open-app.ts'
import { otherRoutes } from './process/other-routes.ts'
import { openDocumentRenderer } from './process/pages/document-renderer.ts'
import { pageRenderer } from './process/pages/page-renderer.ts'
import { boundedPages, unavailablePages } from './process/pages/pages.ts'
import { openResponseCache } from './process/response-cache.ts'
import { wellKnownRoutes } from './process/well-known-routes.ts'

/** Dependencies of `createMain`. */
export interface MainDeps extends AppDeps {
  /** Names of all migrations, which the readiness check compares with the database. */
  migrations: string[]
  /** Undefined where one process serves the site. */
  worker?: { isRenewing(): boolean } | undefined
}

/** Serves all requests, and runs the jobs behind them. */
export interface Main {
  fetch(request: Request): Promise<Response>
  /** Handles each request first: serves it from the cache or rejects it, and calls `next` otherwise. */
  before(incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void
  /** Handles the listening server's websockets. */
  attach(server: Server): void
  /** Fails the readiness check from now on; true if a load balancer has probed it lately. */
  failReadiness(): boolean
  /** Ends jobs and websockets while the database is still open. */
  close(): Promise<void>
}

/** Time beyond the statement timeout, for the error of a cancelled statement and for rendering a page with it. */
const RENDER_MS = 3_000

/** Joins server and web: the path's prefix decides which one handles a request. */
export async function createMain(deps: MainDeps): Promise<Main> {
  const { config, database, keys, migrations, metrics, log } = deps
  const { siteUrl } = config
  const opened = await openApp(deps)
  const { app, signingKeys, gateway, store, reportFault } = opened
  const documents = openDocumentRenderer(deps, reportFault)
  const renderRoute = pagesBySection(async () => (await import('virtual:react-router/server-build')) as ServerBuild)
  const site = siteFacts(deps, {
    pushKey: opened.pushes?.publicKey ?? null,
    textChannels: opened.texts.delivery.offered,
  })
  const { verifyAccessToken } = signingKeys
  const renderPage = pageRenderer({
    config,
    database,
    app,
    verifyAccessToken,
    site,
    renderRoute,
    draw: documents.draw,
    reportFault,
  })
  const unavailable = unavailablePages(renderRoute, site)
  const limitMs = config.databaseStatementTimeoutMs + RENDER_MS
  const pages = boundedPages({ renderPage, unavailable, reportFault, limitMs })
  const routerOptions = routerOptionsOf(config, opened)
  const router = createSiteRouter(routerOptions)
  const logEarly = (answer: EarlyResponse) => logResponse(log, answer, { ...config, onResponse: metrics?.onResponse })
  const cache = openResponseCache({ ...deps, logEarly }, reportFault)
  const queues = { pages, ...app.queues }
  const admission = openAdmissionControl(queues, { isRenewing: () => deps.worker?.isRenewing() ?? false })
  const load = () => ({ admission: admission.counts(), waiting: queueDepths(queues) })
  const health = createHealth({
    database: database.pool('readiness'),
    migrations,
    details: () => ({ responseCache: cache?.counts(), reads: database.readStats?.(), ...load() }),
  })
  metrics?.exposeSubsystems({
    app: app.figures,
    cache: cache?.counts,
    queues,
    reads: database.readStats,
    isLeaving: health.isLeaving,
    admission: config.admission ? admission.counts : undefined,
  })
  for (const routes of [
    health.routes,
    otherRoutes({ ...deps, store }),
    wellKnownRoutes(app.fetch),
    gateway.routes,
    opened.texts.routes,
  ])
    router.route('/', routes)
  router.all('*', (c) => pages.answer(c.req.raw, c.get('secureHeadersNonce') ?? ''))
  await app.startWork()

  return {
    fetch: async (request) =>
      cache ? cache.respond(request, async (one) => router.fetch(one)) : router.fetch(request),
    before: openRequestGate({
      admission: config.admission ? admission : null,
      publishableKey: keys.publishable,
      cache,
      routerOptions,
      siteUrl,
      unavailable,
      logEarly,
      trustedProxies: config.trustedProxies,
      rateLimits: config.rateLimits,
    }),
    attach: (server) => void app.attach(server).catch(reportFault),
    failReadiness: health.failReadiness,
    async close() {
      admission.stop()
      await cache?.stop()
      await app.stop()
      await documents.close()
    },
  }
}

/** Facts about the site for its pages. */
function siteFacts(
  { config: { mode, siteUrl, languages }, keys }: MainDeps,
  channels: { pushKey: string | null; textChannels: OpenedTexts['delivery']['offered'] },
) {
  return { mode, origin: siteUrl, publishableKey: keys.publishable, ...channels, languages }
}

type OpenedTexts = Awaited<ReturnType<typeof openApp>>['texts']

type OpenedApp = Pick<Awaited<ReturnType<typeof openApp>>, 'app' | 'auth' | 'gateway'>

const routerOptionsOf = (config: MainDeps['config'], { app, auth, gateway }: OpenedApp) => ({
  wire: app,
  cookieName: SESSION_COOKIE,
  origins: [config.siteUrl],
  takesFiles: acceptsUploads,
  foreignSources: { ...auth.captcha?.widget?.sources, ...gateway.foreignSources },
  production: config.mode === 'production',
})
