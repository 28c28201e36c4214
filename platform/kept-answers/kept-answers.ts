import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Database } from '../postgres/database.ts'
import { type Address, type Asked, addressOf, isSignedOut, type Rules } from './address.ts'
import { answerOf, isForAll, type Sent, sentTo } from './answer.ts'
import { followTables } from './follow-tables.ts'
import type { Reading } from './freshness.ts'
import { openLastKnown } from './last-known.ts'
import { watchShown } from './shown.ts'
import { type Counts, type Kept, openStore } from './store.ts'

type Make = (request: Request) => Promise<Response>

interface KeptAnswersOptions extends Rules {
  database: Pick<Database, 'as' | 'listen'>
  maxBytes: number
  /** Paths below which a signed-out write changes nothing that others see. */
  quietWrites: readonly string[]
  /** Hears of each answer that `before` gives; returns the id that it goes out with. */
  note(about: { method: string; path: string; status: number; ms: number }): string
  onFault(fault: unknown): void
  /** Milliseconds that only go forward; the process's own by default. */
  clock?: () => number
}

export interface KeptAnswers {
  /** Sends what is kept before a `Request` is made of it, and calls `next` for all else. */
  before(incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void
  /** The answer from memory, or the one that `make` gives, which is kept if it may be. */
  answer(request: Request, make: Make): Promise<Response>
  /** Since the start, and the bytes of now. */
  counts(): Counts
  stop(): Promise<void>
}

interface Flight {
  reading: Reading
  outcome: Promise<Kept | null>
}

/**
 * Answers to whoever is signed out, kept in this process for at most a second, and dropped at once when PostgreSQL announces a change to
 * a table that they show (decision 0052). Those who ask while an answer is being made wait for that one.
 */
export function keepAnswers(options: KeptAnswersOptions): KeptAnswers {
  const clock = options.clock ?? (() => performance.now())
  const store = openStore(options.maxBytes, clock)
  const lastKnown = openLastKnown(options.maxBytes, clock)
  const { freshness, stop } = followTables({ ...options, clock, onLoss: lastKnown.lose, onClear: store.clear })
  const flights = new Map<string, Flight>()
  const addressFor = (asked: Asked) => (freshness.isHeard() ? addressOf(asked, options) : null)
  const formFor = (kept: Kept, key: string, asked: Asked) =>
    sentTo(kept.answer, wishOf(asked), (bytes) => store.grow(key, kept, bytes))

  /** Of an answer that will soon be too old, one reader has the next one made, so that all the others need not wait for it. */
  function find({ method }: Asked, { key }: Address): Kept | undefined {
    const kept = store.find(key)
    const isForNext = kept && method === 'GET' && store.isAging(kept) && !flights.has(key)
    return isForNext ? undefined : kept
  }

  /** While nothing can be made, a page as it stood is better than none. */
  async function answer(request: Request, make: Make): Promise<Response> {
    const asked = askedBy(request)
    const made = await freshAnswer(asked, request, make)
    const address = made.status === 503 && asked.method === 'GET' ? addressOf(asked, options) : null
    const kept = address && lastKnown.find(address.key, freshness.isHeard())
    return kept ? staleAnswer(kept, asked, clock() - kept.readAt) : made
  }

  async function freshAnswer(asked: Asked, request: Request, make: Make): Promise<Response> {
    const address = addressFor(asked)
    if (!address) return beside(asked, () => make(request))
    const respond = async (kept: Kept, how: string) => responseOf(await formFor(kept, address.key, asked), how)
    const kept = find(asked, address)
    if (kept) {
      store.note('hits')
      return respond(kept, HIT)
    }
    store.note('misses')
    // To make the whole answer for somebody who wants its head would cost them more than they asked for.
    if (request.method === 'HEAD') return make(request)
    const flight = flights.get(address.key)
    if (flight?.reading.isCurrent(address.kind)) {
      const shared = await flight.outcome
      // A refusal of the one who asked first, such as for reading too much, is no answer to the others.
      return shared ? respond(shared, `${MISS}; collapsed`) : make(request)
    }
    const made = await lead(request, address, make)
    return made instanceof Response ? made : respond(made, MISS)
  }

  /** Makes the answer from nothing but its address, so that no other header can colour what others are given. */
  async function lead(request: Request, address: Address, make: Make): Promise<Response | Kept> {
    const reading = freshness.begin()
    if (!reading) return make(request)
    const bare = bareRequest(request, address, options.origin)
    watchShown(bare, reading)
    const making = make(bare).then(async (response) => {
      if (reading.isSpoilt() || !isForAll(response, address)) return response
      const whole = await answerOf(response, address)
      return { answer: whole, reading, readAt: reading.readSince(), kind: address.kind, bytes: whole.plain.length }
    })
    const outcome = making.then((made) => (made instanceof Response ? null : made)).catch(() => null)
    const flight: Flight = { reading, outcome }
    flights.set(address.key, flight)
    try {
      const made = await making
      if (!(made instanceof Response) && reading.isCurrent(address.kind)) {
        if (store.keep(address.key, made)) lastKnown.keep(address.key, made)
      }
      return made
    } finally {
      if (flights.get(address.key) === flight) flights.delete(address.key)
    }
  }

  /** Whoever writes without signing in is given answers from memory: they must find there what they wrote. */
  async function beside(asked: Asked, make: () => Promise<Response>): Promise<Response> {
    const response = await make()
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(asked.method)
    const isQuiet = isRead || options.quietWrites.some((path) => asked.target.startsWith(path))
    if (!isQuiet && response.status < 400 && isSignedOut(asked, options)) {
      freshness.clear()
      store.clear()
      lastKnown.clear()
    }
    return response
  }

  return {
    before(incoming, outgoing, next) {
      const startedAt = performance.now()
      const asked = askedOf(incoming)
      const address = addressFor(asked)
      const kept = address && find(asked, address)
      if (!kept) return next()
      store.note('hits')
      const send = ({ status, headers, body }: Sent) => {
        const ms = Math.round(performance.now() - startedAt)
        const id = options.note({ method: asked.method, path: address.path, status, ms })
        outgoing.writeHead(status, [...headers, ...OF_A_HIT, 'x-request-id', id])
        outgoing.end(body ?? undefined)
      }
      const form = formFor(kept, address.key, asked)
      if (form instanceof Promise) form.then(send, next)
      else send(form)
    },
    answer,
    counts: store.counts,
    stop,
  }
}

/** RFC 9211: what this memory did with a request. */
const HIT = 'kept-answers; hit'
const MISS = 'kept-answers; fwd=miss'
/** What could be made was an error. */
const STALE = 'kept-answers; fwd=stale; fwd-status=503'
/** In whole seconds and rounded up, so that nothing between adds a second of its own (RFC 9111, 5.1). */
const OF_A_HIT = ['age', '1', 'cache-status', HIT]

async function staleAnswer(kept: Kept, asked: Asked, ageMs: number): Promise<Response> {
  const { headers, ...form } = await sentTo(kept.answer, wishOf(asked), () => undefined)
  return responseOf({ ...form, headers: [...headers, 'age', String(Math.ceil(ageMs / 1000))] }, STALE)
}

function responseOf({ status, headers, body }: Sent, how: string): Response {
  const all = how === HIT ? [...headers, ...OF_A_HIT] : [...headers, 'cache-status', how]
  const pairs = all.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, all[at + 1] ?? '']] : []))
  return new Response(body && new Uint8Array(body), { status, headers: pairs })
}

const wishOf = ({ method, header }: Asked) => ({
  method,
  acceptEncoding: header('accept-encoding') ?? '',
  ifNoneMatch: header('if-none-match'),
})

function askedBy({ method, url, headers }: Request): Asked {
  const { pathname, search } = new URL(url)
  return { method, target: pathname + search, header: (name) => headers.get(name) ?? undefined }
}

function askedOf({ method = 'GET', url = '/', headers }: IncomingMessage): Asked {
  return { method, target: url, header: (name) => headers[name] as string | undefined }
}

/** The limits of reads still count whoever asked. */
function bareRequest({ headers }: Request, { target, kind, headers: own }: Address, origin: string): Request {
  const bare = new Headers(own)
  const client = headers.get('x-client-address')
  if (client) bare.set('x-client-address', client)
  // Any origin may read rows; as no answer differs but for saying so, all say so.
  if (kind === 'rows') bare.set('origin', origin)
  return new Request(origin + target, { headers: bare })
}
