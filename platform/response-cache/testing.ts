import { request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { identify } from '#platform/http/guards/keys.ts'
import { allowAllOrigins } from '#platform/http/responses/cors.ts'
import { openRouter } from '#platform/http/router.ts'
import { serve } from '#platform/http/serve.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { openProxy } from '#platform/postgres/testing/tcp-proxy.ts'
import { createTestDatabase } from '#platform/postgres/testing.ts'
import { createTablesHandler } from '#platform/tables/handler.ts'
import { shareRecorder } from './dependency-recorder.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'

const KEYS = { publishable: 'sb_publishable_test', secret: 'sb_secret_test' }
const USER_TOKEN = 'a-persons-token'

interface RawResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** One process of a site, served over HTTP. */
interface SiteProcess {
  cache: ResponseCache
  maxBytes: number
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** The table service without the cache. */
  tables(request: Request): Promise<Response>
  /** The response as it arrives, without decompression. */
  raw(path: string, init: { method: string; headers: Record<string, string> }): Promise<RawResponse>
  /** Repeats the request until the response is cached, and returns that one. */
  warm(path: string): Promise<Response>
  /** Simulates overload: only cached responses are served. */
  setOverloaded(isFull: boolean): void
  /** Waits until this process has received all earlier notifications. */
  caughtUp(): Promise<void>
  /** Number of rendered pages. */
  rendered(): number
  /** Waits until a slow page has read its rows. */
  untilReading(): Promise<void>
  close(): Promise<void>
}

export interface Site {
  owner: pg.Pool
  userToken: string
  secretKey: string
  /** The last process reaches its database through this proxy; the second one has little memory. */
  processes: [SiteProcess, SiteProcess, SiteProcess]
  proxy: Awaited<ReturnType<typeof openProxy>>
  /** Advances the clock, which doesn't run otherwise. */
  pass(ms: number): void
  close(): Promise<void>
}

const SMALL_BYTES = 256 * 1024

/** A shop with a few tables in three processes on one real PostgreSQL. */
export async function openSite(): Promise<Site> {
  const db = await createTestDatabase()
  await db.owner.query(TABLES)
  const proxy = await openProxy(db.connectionString)
  let now = 0
  const open = (connectionString: string, maxBytes = 8 * 1024 * 1024) =>
    openProcess({ connectionString, maxBytes, owner: db.owner, clock: () => now })
  const processes = [
    await open(db.connectionString),
    await open(db.connectionString, SMALL_BYTES),
    await open(proxy.connectionString),
  ] satisfies Site['processes']
  return {
    owner: db.owner,
    userToken: USER_TOKEN,
    secretKey: KEYS.secret,
    processes,
    proxy,
    pass(ms) {
      now += ms
    },
    async close() {
      for (const process of processes) await process.close()
      await proxy.close()
      await db.drop()
    },
  }
}

interface ProcessOptions {
  connectionString: string
  maxBytes: number
  owner: pg.Pool
  clock: () => number
}

async function openProcess({ connectionString, maxBytes, owner, clock }: ProcessOptions): Promise<SiteProcess> {
  const database = openDatabase({ connectionString, maxConnections: 4 })
  const cache = createResponseCache({
    database,
    maxBytes,
    clock,
    origin: 'http://site.test',
    publishableKey: KEYS.publishable,
    isPage: (path) => path === '/page',
    pageCookies: { theme: ['light', 'dark'] },
    pageHeaders: { 'save-data': ['on'] },
    idleCookies: [],
    quietWrites: [],
    markAsCopy: (html) => `A copy. ${html}`,
    logEarly: () => crypto.randomUUID(),
    onFault: () => undefined,
  })
  const tables = createTablesHandler({
    database,
    identify: (request) =>
      identify(request, {
        keys: KEYS,
        verifyAccessToken: async (token) =>
          token === USER_TOKEN ? { role: 'authenticated', sub: crypto.randomUUID() } : null,
      }),
  })
  const pages = openPages(tables)
  const routes = openRouter()
  routes.use('/rest/v1/*', allowAllOrigins)
  routes.all('/rest/v1/*', (c) => tables(c.req.raw))
  routes.all('*', (c) => pages.make(c.req.raw))
  let isFull = false
  const listening = await serve({
    fetch: (request) => cache.respond(request, async (keyed) => routes.fetch(keyed)),
    before: (incoming, outgoing, next) =>
      cache.serveFromCache(incoming, outgoing, () => {
        if (!isFull) next()
        else if (!cache.sendStaleCopy(incoming, outgoing)) outgoing.writeHead(503).end()
      }),
    host: '127.0.0.1',
    port: 0,
    trustedProxies: 0,
    onBug: (error) => console.error(error),
  })
  const { port } = listening.server.address() as AddressInfo
  const marks = new Map<string, () => void>()
  await database.listen('test_marks', (mark) => marks.get(mark)?.())
  const fetchPath: SiteProcess['fetch'] = (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init)
  return {
    cache,
    maxBytes,
    fetch: fetchPath,
    tables,
    rendered: pages.made,
    untilReading: pages.reading,
    raw: (path, init) => rawResponse({ port, path, ...init }),
    setOverloaded(full) {
      isFull = full
    },
    async warm(path) {
      for (let tries = 0; tries < 500; tries += 1) {
        const response = await fetchPath(path)
        if (response.headers.get('cache-status') === 'response-cache; hit') return response
        await response.text()
        await delay(10)
      }
      throw new Error(`${path} is never cached`)
    },
    caughtUp: () =>
      new Promise((resolve, reject) => {
        const mark = crypto.randomUUID()
        marks.set(mark, resolve)
        owner.query(`select pg_notify('test_marks', $1)`, [mark]).catch(reject)
      }),
    async close() {
      await cache.stop()
      await listening.stop(0)
      await database.close()
    },
  }
}

/** Pages controlled by their query parameters. */
function openPages(tables: (request: Request) => Promise<Response>) {
  let made = 0
  let resolveReading = () => {}
  let reading = new Promise<void>((resolve) => {
    resolveReading = resolve
  })
  const goods = async (outer: Request) => {
    const inner = new Request('http://site.test/rest/v1/goods?select=name,price&order=name')
    shareRecorder(outer, inner)
    return tables(inner)
  }
  return {
    made: () => made,
    async reading() {
      await reading
      reading = new Promise<void>((resolve) => {
        resolveReading = resolve
      })
    },
    async make(request: Request): Promise<Response> {
      const params = new URL(request.url).searchParams
      made += 1
      let text = 'x'.repeat(Number(params.get('size') ?? 1))
      if (params.has('goods') || params.has('slow')) {
        const rows = await goods(request)
        if (rows.status === 503) return new Response('Not now', { status: 503 })
        text = await rows.text()
      }
      if (params.get('slow') === '2') resolveReading()
      if (params.has('slow')) {
        await delay(100)
        text += made
      }
      if (params.has('theme')) return new Response(null, { status: 303, headers: { location: '/page' } })
      const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' })
      if (params.has('cookie')) headers.set('set-cookie', 'a=b')
      return new Response(text, { status: Number(params.get('status') ?? 200), headers })
    },
  }
}

function rawResponse(options: { port: number; path: string; method: string; headers: Record<string, string> }) {
  return new Promise<RawResponse>((resolve, reject) => {
    const clientRequest = send({ host: '127.0.0.1', ...options }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    clientRequest.on('error', reject).end()
  })
}

const TABLES = `
  create table public.shops (id int primary key, is_open boolean not null default true);
  create table public.goods (id int primary key, name text not null, price int not null, shop int not null references public.shops, is_hidden boolean not null default false);
  create table public.marks (id int primary key, good int not null references public.goods, stars int not null);
  create table public.rates (percent int not null);
  create table public.tips (cents int not null);
  create table public.unannounced (n int not null);
  create table public.letters (text text not null);
  create view public.cheap_goods as select name, price from public.goods where price < 1000 and not is_hidden;
  create function public.rate() returns int language sql stable begin atomic select percent from public.rates; end;
  create view public.rated_goods as select name, price * public.rate() / 100 as price from public.goods;
  insert into public.shops values (1);
  insert into public.rates values (100);
  insert into public.tips values (5);
  create function public.tip(public.goods) returns int language sql stable as 'select cents from public.tips';
  create function public.look_up() returns int language sql as 'select 1';
  grant execute on function public.rate(), public.tip(public.goods), public.look_up() to anon, authenticated;
  insert into public.goods values (1, 'beans', 9, 1, false), (2, 'rice', 20, 1, false), (3, 'hidden', 1, 1, true);
  insert into public.marks values (1, 1, 50);
  insert into public.unannounced values (0);
  alter table public.goods enable row level security;
  create policy shown on public.goods for select to anon using (not is_hidden and exists (select from public.shops s where s.id = shop and s.is_open));
  create policy all_of_them on public.goods for select to authenticated using (true);
  grant select on public.shops, public.goods, public.marks, public.unannounced, public.letters, public.cheap_goods, public.rates, public.rated_goods, public.tips to anon, authenticated, service_role;
  grant insert on public.letters to anon;
  create trigger announce after insert or update or delete on public.goods for each row execute function realtime.announce_change('id');
  create trigger announce_table after insert or update or delete on public.marks for each statement execute function realtime.announce_table();
  create trigger announce_table after insert or update or delete on public.rates for each statement execute function realtime.announce_table();
  create trigger announce_table after insert or update or delete on public.tips for each statement execute function realtime.announce_table();
  create trigger announce_table after insert or update or delete on public.letters for each statement execute function realtime.announce_table();
  create trigger announce_table after insert or update or delete on public.shops for each statement execute function realtime.announce_table();
  notify pgrst, 'reload schema';`
