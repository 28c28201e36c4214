import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type Socket, Server as TcpServer } from 'node:net'
import { getRequestListener, RequestError } from '@hono/node-server'
import { noteClientAddress } from './client-address.ts'
import { noteConnection } from './hang-up.ts'

export interface ServeOptions {
  fetch(request: Request): Promise<Response>
  host: string
  port: number
  /** How many proxies of our own stand in front. */
  trustedProxies: number
  /** Hears what a request should never throw. */
  onBug(error: unknown): void
  /** Sees each request first and calls `next` for what it does not answer. */
  before?: (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void
  /** Milliseconds after which a connection on which nothing moves is closed; a minute if left out. */
  silenceMs?: number
}

export interface Listening {
  server: Server
  /** From now on every connection ends after its answer, so that nobody sends the next request into a closing one. */
  leave(): void
  /** Takes no new connections, which others on the port get from now on; those that are open go on until `stop`. */
  refuseNew(): void
  /** Takes no new connections, lets running requests end for at most `graceMs`, then cuts them. */
  stop(graceMs: number): Promise<void>
}

/** The address is taken or may not be listened on; `message` is for an operator. */
export class ListenFault extends Error {
  override readonly name = 'ListenFault'
}

/** Throws a `ListenFault` when the port cannot be had. */
export async function serve(options: ServeOptions): Promise<Listening> {
  const answering = new Set<ServerResponse>()
  let isLeaving = false
  const listener = requestListener(options)
  const unanswered = new WeakMap<Socket, number>()
  const server = createServer((incoming, outgoing) => {
    const { socket } = incoming
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count > MOST_UNANSWERED) return void socket.destroy()
    unanswered.set(socket, count)
    answering.add(outgoing)
    outgoing.once('close', () => {
      answering.delete(outgoing)
      unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1)
    })
    if (isLeaving) outgoing.shouldKeepAlive = false
    listener(incoming, outgoing)
  })
  const leave = () => {
    isLeaving = true
    for (const outgoing of answering) outgoing.shouldKeepAlive = false
  }
  // A slow sender may not hold a connection for ever; an upload over a slow phone still has a minute.
  server.headersTimeout = 15_000
  server.requestTimeout = 60_000
  // Whoever takes nothing of an answer and sends nothing of a request for so long holds its memory no longer. Websockets have a limit of their own.
  server.timeout = options.silenceMs ?? SILENCE_MS
  server.maxConnections = MOST_CONNECTIONS
  // Longer than load balancers keep theirs, which would otherwise send into a closing one.
  server.keepAliveTimeout = 65_000
  await listen(server, options)
  return {
    server,
    leave,
    // An HTTP server's own `close` cuts idle connections too, over which the next request may be on its way.
    refuseNew: () => void TcpServer.prototype.close.call(server),
    stop(graceMs) {
      leave()
      return new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), graceMs)
        // A connection that has got its answer stays open for the next request, which will not be taken.
        const sweep = setInterval(() => server.closeIdleConnections(), 20)
        server.close(() => {
          clearTimeout(cut)
          clearInterval(sweep)
          resolve()
        })
      })
    },
  }
}

/** Longer than any answer takes to be begun. */
const SILENCE_MS = 60_000
/** Each takes some 20 KB; past so many, a new one is closed at once rather than all of them being served late. */
const MOST_CONNECTIONS = 10_000
/** Connections that the system opens for this process while it is busy; of those beyond, each tries again after a second or three. Linux grants 4,096. */
const MOST_AT_THE_DOOR = 4_096
/** Requests that one connection may send ahead. Browsers send none; each holds its answer in memory until the ones before it are read. */
const MOST_UNANSWERED = 16

function requestListener({ fetch, trustedProxies, onBug, before }: ServeOptions) {
  const fetchNoted = (request: Request, { outgoing }: { outgoing: ServerResponse }) => {
    noteConnection(request, outgoing)
    return fetch(request)
  }
  const answer = getRequestListener(fetchNoted as Parameters<typeof getRequestListener>[0], {
    // Balancers ask in HTTP/1.0 and without Host; only addresses' paths are read.
    hostname: 'localhost',
    errorHandler(error) {
      if (error instanceof RequestError) return new Response('Bad request', { status: 400 })
      onBug(error)
      return new Response('Something went wrong', { status: 500 })
    },
  })
  const take = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    noteClientAddress(incoming, trustedProxies)
    void answer(incoming, outgoing)
  }
  return before
    ? (incoming: IncomingMessage, outgoing: ServerResponse) =>
        before(incoming, outgoing, () => take(incoming, outgoing))
    : take
}

function listen(server: Server, { host, port }: ServeOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenFault(error, { host, port })))
    server.listen({ port, host, backlog: MOST_AT_THE_DOOR }, resolve)
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
