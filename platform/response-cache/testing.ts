import { request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { openToOrigins } from '../http/cors.ts'
import { identify } from '../http/keys.ts'
import { openRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { openDatabase } from '../postgres/database.ts'
import { openLine } from '../postgres/testing/line.ts'
import { createTestDatabase } from '../postgres/testing.ts'
import { createTablesHandler } from '../tables/handler.ts'
import { createResponseCache, type ResponseCache } from './response-cache.ts'
import { passShown } from './shown.ts'

const KEYS = { publishable: 'sb_publishable_test', secret: 'sb_secret_test' }
const PERSON = 'a-persons-token'

interface RawAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** One process of a site, which answers over HTTP. */
interface SiteProcess {
  kept: ResponseCache
  maxBytes: number
  ask(path: string, init?: RequestInit): Promise<Response>
  /** The table service alone. */
  tables(request: Request): Promise<Response>
  /** As it arrives, without unpacking. */
  raw(path: string, init: { method: string; headers: Record<string, string> }): Promise<RawAnswer>
  /** Asks until the answer comes from memory, and returns that one. */
  warm(path: string): Promise<Response>
  /** Whether nothing new is made for anybody. */
  fill(isFull: boolean): void
  /** Until this process has heard everything that was announced before. */
  announced(): Promise<void>
  /** How many pages were made. */
  rendered(): number
  /** Until a slow page has read its rows. */
  reading(): Promise<void>
  close(): Promise<void>
}

export interface Site {
  owner: pg.Pool
  personToken: string
  secretKey: string
  /** The last process reaches its database by this line; the second one has little memory. */
  processes: [SiteProcess, SiteProcess, SiteProcess]
  line: Awaited<ReturnType<typeof openLine>>
  /** Lets time pass; otherwise it stands still. */
  pass(ms: number): void
  close(): Promise<void>
}

const SMALL_BYTES = 256 * 1024

/** A shop with a few tables in three processes on one real PostgreSQL. */
export async function openSite(): Promise<Site> {
  const db = await createTestDatabase()
  await db.owner.query(TABLES)
  const line = await openLine(db.connectionString)
  let now = 0
  const open = (connectionString: string, maxBytes = 8 * 1024 * 1024) =>
    openProcess({ connectionString, maxBytes, owner: db.owner, clock: () => now })
  const processes = [
    await open(db.connectionString),
    await open(db.connectionString, SMALL_BYTES),
    await open(line.connectionString),
  ] satisfies Site['processes']
  return {
    owner: db.owner,
    personToken: PERSON,
    secretKey: KEYS.secret,
    processes,
    line,
    pass(ms) {
      now += ms
    },
    async close() {
      for (const process of processes) await process.close()
      await line.close()
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
  const kept = createResponseCache({
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
    asCopy: (html) => `A copy. ${html}`,
    note: () => crypto.randomUUID(),
    onFault: () => undefined,
  })
  const tables = createTablesHandler({
    database,
    identify: (request) =>
      identify(request, {
        keys: KEYS,
        verifyAccessToken: async (token) =>
          token === PERSON ? { role: 'authenticated', sub: crypto.randomUUID() } : null,
      }),
  })
  const pages = openPages(tables)
  const routes = openRouter()
  routes.use('/rest/v1/*', openToOrigins)
  routes.all('/rest/v1/*', (c) => tables(c.req.raw))
  routes.all('*', (c) => pages.make(c.req.raw))
  let isFull = false
  const listening = await serve({
    fetch: (request) => kept.answer(request, async (wanted) => routes.fetch(wanted)),
    before: (incoming, outgoing, next) =>
      kept.before(incoming, outgoing, () => {
        if (!isFull) next()
        else if (!kept.instead(incoming, outgoing)) outgoing.writeHead(503).end()
      }),
    host: '127.0.0.1',
    port: 0,
    trustedProxies: 0,
    onBug: (error) => console.error(error),
  })
  const { port } = listening.server.address() as AddressInfo
  const marks = new Map<string, () => void>()
  await database.listen('test_marks', (mark) => marks.get(mark)?.())
  const ask: SiteProcess['ask'] = (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init)
  return {
    kept,
    maxBytes,
    ask,
    tables,
    rendered: pages.made,
    reading: pages.reading,
    raw: (path, init) => rawAnswer({ port, path, ...init }),
    fill(full) {
      isFull = full
    },
    async warm(path) {
      for (let tries = 0; tries < 500; tries += 1) {
        const answer = await ask(path)
        if (answer.headers.get('cache-status') === 'kept-answers; hit') return answer
        await answer.text()
        await delay(10)
      }
      throw new Error(`${path} is never kept`)
    },
    announced: () =>
      new Promise((resolve, reject) => {
        const mark = crypto.randomUUID()
        marks.set(mark, resolve)
        owner.query(`select pg_notify('test_marks', $1)`, [mark]).catch(reject)
      }),
    async close() {
      await kept.stop()
      await listening.stop(0)
      await database.close()
    },
  }
}

/** Pages that do as their address says. */
function openPages(tables: (request: Request) => Promise<Response>) {
  let made = 0
  let tell = () => {}
  let reading = new Promise<void>((resolve) => {
    tell = resolve
  })
  const goods = async (outer: Request) => {
    const inner = new Request('http://site.test/rest/v1/goods?select=name,price&order=name')
    passShown(outer, inner)
    return tables(inner)
  }
  return {
    made: () => made,
    async reading() {
      await reading
      reading = new Promise<void>((resolve) => {
        tell = resolve
      })
    },
    async make(request: Request): Promise<Response> {
      const wish = new URL(request.url).searchParams
      made += 1
      let text = 'x'.repeat(Number(wish.get('size') ?? 1))
      if (wish.has('goods') || wish.has('slow')) {
        const rows = await goods(request)
        if (rows.status === 503) return new Response('Not now', { status: 503 })
        text = await rows.text()
      }
      if (wish.get('slow') === '2') tell()
      if (wish.has('slow')) {
        await delay(100)
        text += made
      }
      if (wish.has('theme')) return new Response(null, { status: 303, headers: { location: '/page' } })
      const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' })
      if (wish.has('cookie')) headers.set('set-cookie', 'a=b')
      return new Response(text, { status: Number(wish.get('status') ?? 200), headers })
    },
  }
}

function rawAnswer(options: { port: number; path: string; method: string; headers: Record<string, string> }) {
  return new Promise<RawAnswer>((resolve, reject) => {
    const asking = send({ host: '127.0.0.1', ...options }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      )
    })
    asking.on('error', reject).end()
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
