import { RouterContextProvider } from 'react-router'
import { createApi } from '#api/api.ts'
import type { PageReads } from '#api/page-reads.ts'
import { type PageSession, readPageSession } from '#api/page-session.ts'
import { readViewer, VISITOR, type Viewer } from '#api/session.ts'
import type { Config } from '#config'
import type { SigningKeys } from '#platform/auth/sessions/tokens.ts'
import { formRequest } from '#platform/http/requests/form-request.ts'
import type { Database } from '#platform/postgres/database.ts'
import { currentContext } from '#platform/traces/execution-context.ts'
import { readPageViewer } from '#server/accounts/session-status.ts'
import type { createApp } from '#server/app.ts'
import {
  apiContext,
  authFetchContext,
  bannersContext,
  failedReadsContext,
  listEndContext,
  nonceContext,
  renderPdfContext,
  reportFaultContext,
  requestIdContext,
  siteContext,
  viewerContext,
} from '#web/context.ts'
import { watchListEnd } from '#web/lists/list-end.ts'
import { FAILED_READS_HEADER } from '#web/rendering/failed-reads.ts'
import { acceptsUploads } from '#web/routing/page-facts.ts'
import { SIGNED_OUT_BYTES } from '../gate/body-limits.ts'
import type { openDocumentRenderer } from './document-renderer.ts'
import { type Call, inProcessCalls } from './in-process-calls.ts'
import type { PageRequest, RenderRoute, SiteFacts } from './pages.ts'

interface PageRendererDeps {
  config: Config
  database: Database
  app: Pick<ReturnType<typeof createApp>, 'fetch' | 'readForPage' | 'identifyReader' | 'sessionState' | 'banners'>
  verifyAccessToken: SigningKeys['verifyAccessToken']
  site: SiteFacts
  renderRoute: RenderRoute
  draw: ReturnType<typeof openDocumentRenderer>['draw']
  reportFault(fault: unknown): void
}

interface PageParts extends Pick<PageRequest, 'request' | 'nonce' | 'reads'> {
  session: PageSession
  call: Call
}

/** Renders pages: reads the session first, then runs React Router with one API that already acts for the viewer. */
export function pageRenderer(deps: PageRendererDeps): (page: PageRequest) => Promise<Response> {
  const { config, app, site, renderRoute } = deps
  const { fetchFor, callFor } = inProcessCalls(app, { site, reportFault: deps.reportFault })

  return async ({ request: sent, nonce, reads, isTokenRejected }) => {
    const call = callFor(sent, reads)
    const session = await readPageSession({
      cookie: sent.headers.get('cookie'),
      secure: config.siteUrl.startsWith('https:'),
      now: Math.floor(Date.now() / 1000),
      isTokenRejected,
      verify: deps.verifyAccessToken,
      stateOf: app.sessionState,
      refresh: (refresh_token) =>
        call('/auth/v1/token?grant_type=refresh_token', { method: 'POST', body: JSON.stringify({ refresh_token }) }),
    })
    if (session === 'unknown') return new Response(null, { status: 503 })
    // Only now is the sender known: without a session, files and long texts are refused.
    const maxBytes = session.claims ? undefined : SIGNED_OUT_BYTES
    const request = await formRequest(sent, { takesFiles: acceptsUploads(new URL(sent.url).pathname), maxBytes })
    if (request instanceof Response) return withCookie(request, session)
    const context = await pageContext({ request, session, nonce, call, reads }, { ...deps, fetchFor })
    if (reads.failed) return new Response(null, { status: 503 })
    const response = await renderRoute(request, context)
    if (hasFailedPart(reads)) response.headers.set(FAILED_READS_HEADER, '1')
    return withCookie(response, session)
  }
}

const hasFailedPart = ({ faulty, refused }: PageReads) => faulty || refused

interface ContextDeps extends PageRendererDeps {
  fetchFor(caller: { request: Request; reads: PageReads }): typeof fetch
}

async function pageContext(parts: PageParts, deps: ContextDeps): Promise<RouterContextProvider> {
  const { config, database, site } = deps
  const { session } = parts
  let isRestricted = false
  const listEnd = { lastPage: null }
  const api = createApi({
    origin: config.siteUrl,
    publishableKey: site.publishableKey,
    accessToken: () => (isRestricted ? null : session.accessToken),
    fetch: watchListEnd(listEnd, deps.fetchFor(parts)),
    retry: false,
  })
  const viewer = await findViewer({ database, claims: session.claims, config })
  isRestricted = viewer.userId === null
  const context = new RouterContextProvider()
  context.set(apiContext, api)
  context.set(listEndContext, listEnd)
  context.set(viewerContext, viewer)
  context.set(nonceContext, parts.nonce)
  context.set(failedReadsContext, () => hasFailedPart(parts.reads))
  context.set(requestIdContext, currentContext()?.id ?? null)
  context.set(reportFaultContext, deps.reportFault)
  context.set(authFetchContext, parts.call)
  context.set(siteContext, site)
  context.set(bannersContext, deps.app.banners)
  context.set(renderPdfContext, deps.draw)
  return context
}

interface ViewerDeps extends Pick<PageRendererDeps, 'database' | 'config'> {
  claims: PageSession['claims']
}

/** A password alone does not sign in an account with a second factor: until that step it counts as a visitor. */
async function findViewer({ database, claims, config }: ViewerDeps): Promise<Viewer> {
  if (!claims) return VISITOR
  const { status, profile } = await readPageViewer(database, { ...claims })
  if (status === 'blocked') return VISITOR
  if (status === 'second-factor-pending') return { ...VISITOR, pendingUserId: claims.sub }
  // The profile of a new user may be created slightly later, so one that is missing is read again.
  let found: typeof profile | undefined = profile
  const load = async () => {
    const current = found === undefined ? (await readPageViewer(database, { ...claims })).profile : found
    found = undefined
    return current
  }
  return readViewer(claims, { load, staffSecondFactor: config.staffSecondFactor })
}

/** An action that signs a person in or out sets the cookie itself. */
function withCookie(response: Response, { setCookie }: PageSession): Response {
  if (setCookie && !response.headers.has('set-cookie')) response.headers.append('set-cookie', setCookie)
  return response
}
