import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import * as build from 'virtual:react-router/server-build'
import type { Hono } from 'hono'
import { RouterContextProvider, type ServerBuild } from 'react-router'
import { type Api, createApi } from '#api/api.ts'
import { CLIENT_INFO } from '#api/client-info.ts'
import { noteFailedRead, type PageReads } from '#api/page-reads.ts'
import { type PageSession, readPageSession } from '#api/page-session.ts'
import { readViewer, VISITOR, type Viewer } from '#api/session.ts'
import { SESSION_COOKIE } from '#api/session-cookie.ts'
import type { BlobStore } from '#platform/files/blob-store.ts'
import { formRequest } from '#platform/http/form-request.ts'
import { frontDoor } from '#platform/http/front-door.ts'
import { createHealth } from '#platform/http/health.ts'
import { onlyAsHosts } from '#platform/http/host-check.ts'
import { type BareAnswer, noteAnswer } from '#platform/http/request-log.ts'
import { openRouter } from '#platform/http/router.ts'
import { passShown, shownBy } from '#platform/kept-answers/shown.ts'
import { metricsForKeyHolders } from '#platform/metrics/metrics-door.ts'
import { createRateLimits } from '#platform/rate-limits/rate-limits.ts'
import { inSpan } from '#platform/traces/spans.ts'
import { currentWork } from '#platform/traces/work.ts'
import { standingOf } from '#server/accounts/second-step.ts'
import type { createApp } from '#server/app.ts'
import { devMail } from '#server/dev-mail.ts'
import { shareCardRoutes } from '#server/discovery/share-cards.ts'
import {
  apiContext,
  authFetchContext,
  drawContext,
  listEndContext,
  nonceContext,
  reportFaultContext,
  requestIdContext,
  siteContext,
  viewerContext,
} from '#web/context.ts'
import { watchListEnd } from '#web/list-end.ts'
import { pagesBySection } from '#web/sections.ts'
import { takesFiles } from '#web/takes-files.ts'
import { openEntrance } from './entrance.ts'
import { type AppDeps, openApp } from './open-app.ts'
import { ownAdmission, waitingIn } from './own-admission.ts'
import { SIGNED_OUT_BYTES } from './own-bodies.ts'
import { ownKeptAnswers } from './own-kept-answers.ts'
import { ownPapers } from './own-papers.ts'
import { boundedPages, notNowPages, type WantedPage } from './pages.ts'
import { visitorsReads } from './visitors-reads.ts'

/** What `createMain` gets. */
export interface MainDeps extends AppDeps {
  /** Names of all migrations, which the readiness check compares with the database. */
  migrations: string[]
}

/** What `createMain` gives: everything that answers people, and the jobs behind it. */
export interface Main {
  fetch(request: Request): Promise<Response>
  /** Sees each request first: sends what is kept, and calls `next` for all else. */
  before(incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void
  /** Handles the listening server's websockets. */
  attach(server: Server): void
  /** Tells who asks for readiness to send nobody any more; true if anybody has asked lately. */
  leave(): boolean
  /** Ends jobs and websockets while the database is still open. */
  close(): Promise<void>
}

/** Joins server and web: the path's prefix decides which one answers. */
export async function createMain(deps: MainDeps): Promise<Main> {
  const { config, database, keys, migrations, metrics, log } = deps
  const { siteUrl } = config
  const { app, auth, signingKeys, gateway, pushes, store, reportFault } = await openApp(deps)
  const papers = ownPapers(deps, reportFault)
  const renderPage = pagesBySection(build as ServerBuild)
  const site = siteOf(deps, pushes?.publicKey ?? null)
  const { ask, fetchFor } = asker(app, site)
  const inProcess = callsOf(ask, site)
  const notNow = notNowPages(renderPage, site)
  const pages = boundedPages({ makePage, notNow, reportFault, limitMs: config.databaseStatementTimeoutMs + ANSWER_MS })
  const doorOptions = doorOf({ config, app, auth, gateway })
  const door = frontDoor(doorOptions)
  const note = (answer: BareAnswer) => noteAnswer(log, answer, { ...config, onAnswer: metrics?.onAnswer })
  const kept = ownKeptAnswers({ ...deps, note }, reportFault)
  const queues = { pages, ...app.queues }
  const admission = ownAdmission(queues)
  const load = () => ({ admission: admission.counts(), waiting: waitingIn(queues) })
  const health = createHealth({
    database: database.lane('readiness'),
    migrations,
    figures: () => ({ keptAnswers: kept?.counts(), reads: database.readFigures?.(), ...load() }),
  })
  metrics?.showParts({
    ...{ app: app.figures, kept: kept?.counts, queues, reads: database.readFigures, isLeaving: health.isLeaving },
    admission: config.admission ? admission.counts : undefined,
  })
  for (const routes of [health.routes, besidePages({ ...deps, store }), gateway.routes]) door.route('/', routes)
  door.all('*', (c) => pages.answer(c.req.raw, c.get('secureHeadersNonce') ?? ''))
  await app.startWork()

  return {
    fetch: async (request) => (kept ? kept.answer(request, async (wanted) => door.fetch(wanted)) : door.fetch(request)),
    before: openEntrance({
      admission: config.admission ? admission : null,
      publishableKey: keys.publishable,
      ...{ kept, doorOptions, siteUrl, notNow, note },
      ...{ trustedProxies: config.trustedProxies, rateLimits: config.rateLimits },
    }),
    attach: (server) => void app.attach(server).catch(reportFault),
    leave: health.leave,
    async close() {
      admission.stop()
      await kept?.stop()
      await app.stop()
      await papers.close()
    },
  }

  /** The session first, then React Router with one API that already acts for the viewer. */
  async function makePage({ request: sent, nonce, reads }: WantedPage): Promise<Response> {
    const call = inProcess(sent, reads)
    const session = await readPageSession({
      cookie: sent.headers.get('cookie'),
      secure: siteUrl.startsWith('https:'),
      now: Math.floor(Date.now() / 1000),
      verify: signingKeys.verifyAccessToken,
      stateOf: app.sessionState,
      refresh: (refresh_token) =>
        call('/auth/v1/token?grant_type=refresh_token', { method: 'POST', body: JSON.stringify({ refresh_token }) }),
    })
    if (session === 'unknown') return new Response(null, { status: 503 })
    // Only once it is known who sends it: whoever is not signed in sends no pictures and no long texts.
    const maxBytes = session.claims ? undefined : SIGNED_OUT_BYTES
    const request = await formRequest(sent, { takesFiles: takesFiles(new URL(sent.url).pathname), maxBytes })
    if (request instanceof Response) return withCookie(request, session)
    const context = await pageContext({ request, session, nonce, call, reads })
    if (reads.failed) return new Response(null, { status: 503 })
    return withCookie(await renderPage(request, context), session)
  }

  async function pageContext(parts: PageParts): Promise<RouterContextProvider> {
    let held = false
    const listEnd = { lastPage: null }
    const api = createApi({
      origin: siteUrl,
      publishableKey: keys.publishable,
      accessToken: () => (held ? null : parts.session.accessToken),
      fetch: watchListEnd(listEnd, fetchFor(parts)),
      retry: false,
    })
    const viewer = await whoLooks({ api, database, claims: parts.session.claims, config })
    held = viewer.userId === null
    const context = new RouterContextProvider()
    context.set(apiContext, api)
    context.set(listEndContext, listEnd)
    context.set(viewerContext, viewer)
    context.set(nonceContext, parts.nonce)
    context.set(requestIdContext, currentWork()?.id ?? null)
    context.set(reportFaultContext, reportFault)
    context.set(authFetchContext, parts.call)
    context.set(siteContext, site)
    context.set(drawContext, papers.draw)
    return context
  }
}

/** What pages know of the site. */
function siteOf({ config: { mode, siteUrl, languages }, keys }: MainDeps, pushKey: string | null) {
  return { mode, origin: siteUrl, publishableKey: keys.publishable, pushKey, languages }
}

/** An action that signs somebody in or out decides about the cookie. */
function withCookie(response: Response, { setCookie }: PageSession): Response {
  if (setCookie && !response.headers.has('set-cookie')) response.headers.append('set-cookie', setCookie)
  return response
}

/** For the answer of a statement that was ended by its limit, and for making a page of it. */
const ANSWER_MS = 3_000

type Opened = Pick<Awaited<ReturnType<typeof openApp>>, 'app' | 'auth' | 'gateway'>

const doorOf = ({ config, app, auth, gateway }: Opened & Pick<MainDeps, 'config'>) => ({
  wire: app,
  cookieName: SESSION_COOKIE,
  origins: [config.siteUrl],
  takesFiles,
  foreignSources: { ...auth.captcha?.widget?.sources, ...gateway.foreignSources },
  production: config.mode === 'production',
})

interface BesidePages extends MainDeps {
  store: BlobStore
}

/** What answers by a path of its own and is neither wire nor page. */
function besidePages({ config, database: all, keys, metrics, store }: BesidePages): Hono {
  const routes = openRouter()
  if (metrics) routes.all('/metrics', (c) => metricsForKeyHolders(metrics.text, keys)(c.req.raw))
  const database = all.lane('strangers')
  const rateLimits = createRateLimits({ database, enabled: config.rateLimits })
  const origin = config.siteUrl
  routes.route('/', shareCardRoutes({ database, pictures: 'web/public/basins', store, origin, rateLimits }))
  if (config.mode === 'demo') {
    routes.use('/dev/*', onlyAsHosts([new URL(config.siteUrl).hostname]))
    routes.get('/dev/mail', (c) => devMail(c.req.raw, database))
    routes.get('/dev/mail.json', (c) => devMail(c.req.raw, database))
  }
  return routes
}

interface Reader extends Pick<MainDeps, 'database' | 'config'> {
  api: Api
  claims: PageSession['claims']
}

/** A password alone does not sign in somebody with a second factor: until that step they count as a visitor. */
async function whoLooks({ api, database, claims, config }: Reader): Promise<Viewer> {
  const [viewer, standing] = await Promise.all([readViewer(api, claims, config), standingOf(database, { ...claims })])
  if (standing === 'in') return viewer
  return { ...VISITOR, heldUserId: standing === 'gone' ? null : (claims?.sub ?? null) }
}

interface PageParts extends WantedPage {
  session: PageSession
  call: (path: string, init?: RequestInit) => Promise<Response>
}

/** Asks the wire on a page's behalf, and notes what was not answered. */
function asker(
  app: Pick<ReturnType<typeof createApp>, 'fetch' | 'readForVisitor'>,
  site: Parameters<typeof visitorsReads>[1],
) {
  const quick = visitorsReads(app, site)
  const fetchFor = (parts: WantedPage) => quick(parts.request, async (...call) => ask(new Request(...call), parts))
  return { ask, fetchFor }

  async function ask(inner: Request, { request, reads }: Pick<WantedPage, 'request' | 'reads'>): Promise<Response> {
    passShown(request, inner)
    // What is no table's answer depends on more than rows.
    if (!inner.url.startsWith('/rest/v1/', new URL(inner.url).origin.length)) shownBy(request)?.spoil()
    const response = await inSpan('read of a page', {}, () => app.fetch(requestFor(request, inner)))
    await noteFailedRead(reads, inner, response)
    if (reads.failed || reads.faulty) shownBy(request)?.spoil()
    return response
  }
}

/** Calls the wire for a page's viewer inside this process, with the same handlers, key and limits as over the network. */
const callsOf =
  (ask: ReturnType<typeof asker>['ask'], site: { origin: string; publishableKey: string }) =>
  (request: Request, reads: PageReads) =>
  (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('apikey', site.publishableKey)
    headers.set('x-client-info', CLIENT_INFO)
    if (init.body && !headers.has('content-type')) headers.set('content-type', 'application/json')
    return ask(new Request(site.origin + path, { ...init, headers }), { request, reads })
  }

/** The inner request comes from the same person: limits count their address, sessions record their device. */
function requestFor(outer: Request, inner: Request): Request {
  for (const name of ['x-client-address', 'user-agent']) {
    const value = outer.headers.get(name)
    if (value) inner.headers.set(name, value)
  }
  return inner
}
