import type { Server } from 'node:http'
import * as build from 'virtual:react-router/server-build'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { createApi } from '#api/api.ts'
import { type PageSession, readPageSession } from '#api/page-session.ts'
import { readViewer } from '#api/session.ts'
import type { SigningKeys } from '#platform/auth/tokens.ts'
import type { ApiKeys } from '#platform/http/keys.ts'
import type { Database } from '#platform/postgres/database.ts'
import { createApp } from '#server/app.ts'
import { devMail } from '#server/dev-mail.ts'
import { apiContext, authFetchContext, nonceContext, siteContext, viewerContext } from '#web/context.ts'

export interface MainOptions {
  mode: 'demo' | 'production'
  database: Database
  apiKeys: ApiKeys
  signingKeys: SigningKeys
  /** Where people reach the site, without a slash at the end. */
  siteUrl: string
  allowedRedirects: string[]
  rateLimits: boolean
  smtp: { url: string; from: string } | null
  reportFault: (fault: unknown) => void
}

export interface Main {
  fetch(request: Request): Promise<Response>
  attach(server: Server): Promise<void>
  startWork(): Promise<void>
  stop(): Promise<void>
}

/** Joins server and web: the path's beginning decides who answers. */
export function createMain(options: MainOptions): Main {
  const app = createApp(options)
  const renderPage = createRequestHandler(build as ServerBuild)
  const wire = /^\/(auth|rest|functions|realtime|storage)\/v1(\/|$)/
  const devPages = /^\/dev\/mail(\.json)?$/

  return {
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (wire.test(pathname)) return app.fetch(request)
      if (options.mode === 'demo' && devPages.test(pathname)) return devMail(request, options.database)
      return page(request)
    },
    attach: app.attach,
    startWork: app.startWork,
    stop: app.stop,
  }

  /** A page: the session first, then React Router with one API that already speaks for the viewer. */
  async function page(request: Request): Promise<Response> {
    const secure = options.siteUrl.startsWith('https:')
    const call = inProcess(request)
    const session = await readPageSession({
      cookie: request.headers.get('cookie'),
      secure,
      now: Math.floor(Date.now() / 1000),
      verify: options.signingKeys.verifyAccessToken,
      refresh: (refresh_token) =>
        call('/auth/v1/token?grant_type=refresh_token', { method: 'POST', body: JSON.stringify({ refresh_token }) }),
    })
    const nonce = crypto.randomUUID().replaceAll('-', '')
    const context = await pageContext({ request, session, nonce, call })
    const response = await renderPage(request, context)
    // An action that signed somebody in or out has the last word on the cookie.
    if (session.setCookie && !response.headers.has('set-cookie'))
      response.headers.append('set-cookie', session.setCookie)
    return response
  }

  async function pageContext(parts: PageParts): Promise<RouterContextProvider> {
    const api = createApi({
      origin: options.siteUrl,
      publishableKey: options.apiKeys.publishable,
      accessToken: () => parts.session.accessToken,
      fetch: (input, init) => app.fetch(requestFor(parts.request, new Request(input, init))),
    })
    const viewer = await readViewer(api, parts.session.claims)
    const context = new RouterContextProvider()
    context.set(apiContext, api)
    context.set(viewerContext, viewer)
    context.set(nonceContext, parts.nonce)
    context.set(authFetchContext, parts.call)
    context.set(siteContext, {
      mode: options.mode,
      origin: options.siteUrl,
      publishableKey: options.apiKeys.publishable,
    })
    return context
  }

  /** Calls the wire for a page's reader, in this process: the same door, key and limits as over the network. */
  function inProcess(outer: Request): (path: string, init?: RequestInit) => Promise<Response> {
    return (path, init = {}) => {
      const headers = new Headers(init.headers)
      headers.set('apikey', options.apiKeys.publishable)
      if (init.body && !headers.has('content-type')) headers.set('content-type', 'application/json')
      return app.fetch(requestFor(outer, new Request(options.siteUrl + path, { ...init, headers })))
    }
  }
}

interface PageParts {
  request: Request
  session: PageSession
  nonce: string
  call: (path: string, init?: RequestInit) => Promise<Response>
}

/** The inner request comes from the same person: limits count their address, sessions note their device. */
function requestFor(outer: Request, inner: Request): Request {
  for (const name of ['x-client-address', 'user-agent']) {
    const value = outer.headers.get(name)
    if (value) inner.headers.set(name, value)
  }
  return inner
}
