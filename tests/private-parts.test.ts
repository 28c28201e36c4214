import cluster from 'node:cluster'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, createServer, get } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, Socket, Server as TcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import pg from 'pg'
import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  type HandleDocumentRequestFunction,
  Links,
  Outlet,
  RouterContextProvider,
  Scripts,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import { describe, expect, onTestFinished, test } from 'vitest'
import { corkWrites } from '#platform/postgres/queries/cork-writes.ts'

// Shapes of libraries that no documentation promises and that our code relies on. The table of decision 0091 says where
// and why. A test that fails after an update names the place to be changed.

const ROUTES = {
  root: { id: 'root', path: '', module: '/root.js', imports: [] },
  page: { id: 'page', parentId: 'root', path: 'page', module: '/page.js', imports: [], hasLoader: true },
}

/** A build as React Router's compiler makes it, with one page. */
function buildWith(handleDocument: HandleDocumentRequestFunction, ids: (keyof typeof ROUTES)[] = ['root', 'page']) {
  const modules = {
    root: { default: () => h('html', null, h('head', null, h(Links)), h('body', null, h(Outlet), h(Scripts))) },
    page: { default: () => h('main', null, 'The page'), loader: () => ({ facts: '</script>' }) },
  }
  return {
    entry: { module: { default: handleDocument, handleError: () => undefined } },
    routes: Object.fromEntries(ids.map((id) => [id, { ...ROUTES[id], module: modules[id] }])),
    assets: {
      version: 'v1',
      url: '/manifest.js',
      entry: { module: '/entry.js', imports: [] },
      routes: Object.fromEntries(ids.map((id) => [id, ROUTES[id]])),
    },
    publicPath: '/',
    basename: '/',
    future: { v8_middleware: true },
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
  } as unknown as ServerBuild
}

interface Rendered {
  html: string
  data: string
  didRenderScripts: unknown
}

/** Renders `/page` as web/entry.server.tsx does. */
async function renderPage(): Promise<Rendered> {
  let rendered: Rendered | undefined
  const handler = createRequestHandler(
    buildWith(async (request, _status, _headers, entry) => {
      const renderMeta: EntryContext['renderMeta'] = {}
      const { serverHandoffStream, ...context } = { ...entry, renderMeta }
      const html = renderToString(h(ServerRouter, { context, url: request.url, nonce: 'n0nce' }))
      const data = await new Response(serverHandoffStream).text()
      rendered = { html, data, didRenderScripts: renderMeta.didRenderScripts }
      return new Response(html)
    }),
  )
  await handler(new Request('http://localhost/page'), new RouterContextProvider())
  if (!rendered) throw new Error('The page was not rendered.')
  return rendered
}

describe('React Router', () => {
  test('its packages differ by a patch only', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    const minorOf = (version: string) => version.split('.').slice(0, 2).join('.')
    expect(devDependencies['@react-router/node']).toBe(dependencies['react-router'])
    expect(minorOf(devDependencies['@react-router/dev'])).toBe(minorOf(dependencies['react-router']))
  })

  test('a page rendered without `serverHandoffStream` waits for its data at `streamController` (web/entry.server.tsx)', async () => {
    const { html, data, didRenderScripts } = await renderPage()
    expect(html).toMatch(/<\/script><\/body><\/html>$/)
    expect(html).toContain('window.__reactRouterContext.streamController = controller')
    expect(data).toContain('facts')
    expect(didRenderScripts).toBe(true)
  })

  test('module scripts and preloads are written as web/rendering/defer-modules.ts replaces them', async () => {
    const { html } = await renderPage()
    expect(html).toContain('<link rel="modulepreload" href="/entry.js"')
    expect(html.match(/<script nonce="n0nce" type="module"/g)).toHaveLength(1)
  })

  test('`__reactRouterManifest` has the version that `/__manifest` is asked with (web/offline/register-worker.ts)', async () => {
    const { html } = await renderPage()
    expect(html).toMatch(/window\.__reactRouterManifest = \{\s+"version": "v1"/)
    const handler = createRequestHandler(buildWith(async () => new Response('')))
    const address = `http://localhost/__manifest?${new URLSearchParams({ paths: '/page', version: 'v1' })}`
    const response = await handler(new Request(address), new RouterContextProvider())
    expect(await response.json()).toMatchObject({ page: { path: 'page', module: '/page.js' } })
  })

  test('the list of routes is written without their modules (web/routing/sections.ts)', async () => {
    const build = buildWith(async () => new Response(''))
    const routes = Object.entries(build.routes).map(([id, route]) => [
      id,
      { ...route, module: { default: () => null } },
    ])
    const handler = createRequestHandler({ ...build, routes: Object.fromEntries(routes) })
    const address = 'http://localhost/__manifest?paths=%2Fpage&version=v1'
    const response = await handler(new Request(address), new RouterContextProvider())
    expect(await response.json()).toMatchObject({ page: { path: 'page', hasLoader: true } })
  })

  test('a build with some of the routes serves those (web/routing/sections.ts)', async () => {
    const statuses = async (ids: (keyof typeof ROUTES)[]) => {
      const handler = createRequestHandler(buildWith(async (_request, status) => new Response('', { status }), ids))
      return (await handler(new Request('http://localhost/page'), new RouterContextProvider())).status
    }
    expect([await statuses(['root', 'page']), await statuses(['root'])]).toEqual([200, 404])
  })
})

describe('node:cluster', () => {
  test('passes a connection as `newconn` with its handle, and is acknowledged (platform/workers/socket-passing.ts)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'worker-'))
    const exec = join(folder, 'worker.cjs')
    writeFileSync(exec, "require('node:net').createServer((socket) => socket.end()).listen(0, '127.0.0.1')")
    cluster.setupPrimary({ exec, args: [] })
    const worker = cluster.fork()
    onTestFinished(() => {
      worker.process.kill('SIGKILL')
      rmSync(folder, { recursive: true })
    })
    const [{ port }] = (await once(worker, 'listening')) as [AddressInfo]
    const child = worker.process
    const sent: [{ act?: string; seq?: number }, { close?: unknown }][] = []
    const send = child.send.bind(child) as (...parts: unknown[]) => boolean
    child.send = (...parts: unknown[]) => {
      sent.push(parts as (typeof sent)[number])
      return send(...parts)
    }
    const acknowledged = new Promise((resolve) => {
      child.on('internalMessage', ({ ack }: { ack?: number }) => ack !== undefined && resolve(ack))
    })
    connect(port, '127.0.0.1').on('error', () => undefined)
    const ack = await acknowledged
    const [message, handle] = sent.find(([{ act }]) => act === 'newconn') ?? []
    expect(message?.seq).toBe(ack)
    expect(handle?.close).toBeTypeOf('function')
  })
})

describe('node:http', () => {
  test('`net.Server.prototype.close` leaves idle connections open (platform/http/serve.ts)', async () => {
    const server = createServer((_incoming, outgoing) => outgoing.end('yes')).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => {
      agent.destroy()
      server.closeAllConnections()
    })
    const request = async () => {
      const [response] = await once(get({ port, host: '127.0.0.1', agent }), 'response')
      response.resume()
      await once(response, 'end')
    }
    await request()
    TcpServer.prototype.close.call(server)
    await request()
    await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED')
  })
})

describe('pg', () => {
  test('connects to the host and port of the moment, over `connection.stream` (platform/postgres/servers/primary.ts)', async () => {
    const server = createTcpServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const client = new pg.Client('postgres://one@elsewhere.invalid:1/one')
    client.on('error', () => undefined)
    Object.assign(client, { host: '127.0.0.1', port: (server.address() as AddressInfo).port })
    const connecting = client.connect()
    await once(server, 'connection')
    expect(client.connection.stream).toBeInstanceOf(Socket)
    client.connection.stream.destroy(new Error('the primary has changed'))
    await expect(connecting).rejects.toThrow('the primary has changed')
  })

  test('statements of a turn leave in one write when `connection.stream` is corked (platform/postgres/queries/cork-writes.ts)', async () => {
    const wire = new Wire()
    const client = new pg.Client({ stream: () => wire, pipeline: true } as pg.ClientConfig)
    await client.connect()
    const writesOf = async (send: () => void) => {
      const before = wire.writes
      send()
      await setImmediate()
      return wire.writes - before
    }
    const ask = () => {
      for (const text of ['begin', 'select 1', 'commit']) void client.query({ text, values: [] })
    }
    expect(await writesOf(ask)).toBe(3)
    expect(
      await writesOf(() => {
        corkWrites(client)
        ask()
      }),
    ).toBe(1)
  })
})

/** A server that accepts the login and never answers a statement; counts the writes. */
class Wire extends Duplex {
  writes = 0

  connect() {
    queueMicrotask(() => this.emit('connect'))
    return this
  }

  setNoDelay() {}

  override _read() {}

  override _write(_bytes: Buffer, _encoding: BufferEncoding, done: () => void) {
    if (this.writes === 0) this.push(Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1'))
    this.writes += 1
    done()
  }

  override _writev(_chunks: unknown, done: () => void) {
    this.writes += 1
    done()
  }
}
