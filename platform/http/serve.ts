import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Socket, Server as TcpServer } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import { linkResponse } from './is-aborted.ts'
import { setClientAddress } from './requests/client-address.ts'

export interface ServeOptions {
  fetch(request: Request): Promise<Response>
  host: string
  port: number
  /** Number of our own proxies in front. */
  trustedProxies: number
  /** Called with errors that `fetch` should never throw. */
  onBug(error: unknown): void
  /** Middleware that runs before a `Request` is created; calls `next` for requests that it doesn't handle. */
  before?: (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void
  /** Socket timeout in ms; a minute by default. */
  idleTimeoutMs?: number
}

export interface Listening {
  server: Server
  /** Closes each connection after its response, so that clients don't send the next request into a closing one. */
  endKeepAlive(): void
  /**
   * Stops accepting connections, which other processes on the port get from now on; open ones are served until `stop`.
   */
  stopAccepting(): void
  /** Stops accepting connections, waits for running requests for up to `graceMs`, then closes them. */
  stop(graceMs: number): Promise<void>
}

/** The address is in use or not allowed; `message` is for an operator. */
export class ListenFault extends Error {
  override readonly name = 'ListenFault'
}

/** Starts an HTTP server. Throws a `ListenFault` if it can't listen. */
export async function serve(options: ServeOptions): Promise<Listening> {
  const openResponses = new Set<ServerResponse>()
  let isLeaving = false
  const listener = requestListener(options)
  const pendingBySocket = new WeakMap<Socket, number>()
  const server = createServer((incoming, outgoing) => {
    const { socket } = incoming
    const count = (pendingBySocket.get(socket) ?? 0) + 1
    if (count > MAX_PIPELINED) return void socket.destroy()
    pendingBySocket.set(socket, count)
    openResponses.add(outgoing)
    outgoing.once('close', () => {
      openResponses.delete(outgoing)
      pendingBySocket.set(socket, (pendingBySocket.get(socket) ?? 1) - 1)
    })
    if (isLeaving) outgoing.shouldKeepAlive = false
    listener(incoming, outgoing)
  })
  const endKeepAlive = () => {
    isLeaving = true
    for (const outgoing of openResponses) outgoing.shouldKeepAlive = false
  }
  // Limits slow clients; an upload over a slow phone still has a minute.
  server.headersTimeout = 15_000
  server.requestTimeout = 60_000
  // A client that neither reads a response nor sends a request for this long is disconnected, which frees its memory.
  // Websockets have a timeout of their own.
  server.timeout = options.idleTimeoutMs ?? IDLE_TIMEOUT_MS
  server.maxConnections = MAX_CONNECTIONS
  // Longer than load balancers keep idle connections, so that they don't send into a closing one.
  server.keepAliveTimeout = 65_000
  await listen(server, options)
  return {
    server,
    endKeepAlive,
    // An HTTP server's own `close` also closes idle connections, over which the next request may be on its way.
    stopAccepting: () => void TcpServer.prototype.close.call(server),
    stop(graceMs) {
      endKeepAlive()
      return new Promise((resolve) => {
        const forceClose = setTimeout(() => server.closeAllConnections(), graceMs)
        // A connection that has received its response stays open for another request, which won't come through.
        const sweep = setInterval(() => server.closeIdleConnections(), 20)
        server.close(() => {
          clearTimeout(forceClose)
          clearInterval(sweep)
          resolve()
        })
      })
    },
  }
}

/** Longer than any response takes to start. */
const IDLE_TIMEOUT_MS = 60_000
/** Each takes some 20 KB; beyond this number, a new one is closed at once rather than all of them being served late. */
const MAX_CONNECTIONS = 10_000
/**
 * Listen backlog: connections that the kernel accepts while the process is busy. Clients beyond it retry after one to
 * three seconds. Linux allows 4,096.
 */
const BACKLOG = 4_096
/**
 * Maximum pipelined requests of a connection. Browsers send none; each response is held in memory until those before it
 * are read.
 */
const MAX_PIPELINED = 16

function requestListener({ fetch, trustedProxies, onBug, before }: ServeOptions) {
  const fetchLinked = (request: Request, { outgoing }: { outgoing: ServerResponse }) => {
    linkResponse(request, outgoing)
    return fetch(request)
  }
  const handle = getRequestListener(fetchLinked as Parameters<typeof getRequestListener>[0], {
    // Load balancers send HTTP/1.0 without Host; only paths of URLs are used.
    hostname: 'localhost',
    errorHandler(error) {
      if (error instanceof RequestError) return new Response('Bad request', { status: 400 })
      onBug(error)
      return new Response('Something went wrong', { status: 500 })
    },
  })
  const accept = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    setClientAddress(incoming, trustedProxies)
    void handle(incoming, outgoing)
  }
  return before
    ? (incoming: IncomingMessage, outgoing: ServerResponse) =>
        before(incoming, outgoing, () => accept(incoming, outgoing))
    : accept
}

function listen(server: Server, { host, port }: ServeOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenFault(error, { host, port })))
    server.listen({ port, host, backlog: BACKLOG }, resolve)
  })
}

function listenFault(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): ListenFault {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is in use. Stop what runs there, or choose another one: PORT=${port + 1}.`,
    EACCES: `Port ${port} may not be used by this account. Choose one above 1023 with PORT.`,
    EADDRNOTAVAIL: `This machine has no address ${host}. Correct HOST.`,
    ENOTFOUND: `This machine has no address ${host}. Correct HOST.`,
  }
  const sentence = reasons[error.code ?? ''] ?? `Listening on ${host}:${port} failed: ${error.message}.`
  return new ListenFault(sentence, { cause: error })
}
