import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCookie } from '#api/session-cookie.ts'
import { commands } from '#server/features.ts'
import { PAGES } from '#web/routing/pages.ts'
import { inParallel, seed, size, TIMEOUT_MS } from '../../trials/setup/sizes.ts'
import { faultOf } from '../../wire/grammar/answers.ts'
import { chanceOf } from '../../wire/grammar/chance.ts'
import { doorRequest } from '../../wire/grammar/door-requests.ts'
import { type DoorRequest, type Known, readKnownSchema } from '../../wire/grammar/known.ts'
import { wireRoutes } from '../../wire/routes.ts'
import { openTarget, type Target } from '../open-target.ts'

// Requests by the grammar of every door, and pages, against the built product: no 5xx, no answer of a wrong type, none that
// takes longer than people wait.

/** FUZZ_RUNS asks for another number, for example to look for one more fault after a change. */
const REQUESTS = fc.readConfigureGlobal()?.numRuns ?? size(2_000, 100_000)
/** People whose accounts a request has ended are replaced after so many requests. */
const BATCH = 500
const WIDTH = 4
const HANG_MS = 2_000
/** Maximum time of an idle machine for an answer without work. */
const IDLE_HEALTH_MS = 50

let target: Target
let known: Known
beforeAll(async () => {
  target = await openTarget({
    SEED: 'demo',
    AUTH_JWT_SECONDS: '86400',
    TABLES_PLANS: 'everyone',
    TABLES_ROLLBACK: 'on',
    TABLES_AGGREGATES: 'on',
  })
  const { rows } = await target.owner.query<{ id: string }>(
    ['group_buys', 'products', 'vendors', 'orders', 'profiles', 'blog_posts', 'claims']
      .map((table) => `(select id::text as id from public.${table} order by id limit 5)`)
      .join(' union all '),
  )
  known = {
    schema: await readKnownSchema(target.owner),
    ids: rows.map(({ id }) => id),
    routes: wireRoutes(commands),
    fieldsOf: (name) => commands.find((command) => command.name === name)?.fields ?? [],
    // The page for people who are asked to come back later answers 503.
    pages: PAGES.map(({ path }) => path).filter((path) => path !== '/not-now'),
  }
}, TIMEOUT_MS)
afterAll(() => target.close())

test(
  `${REQUESTS} requests to all doors: no 5xx, no hang over ${HANG_MS} ms, no answer of a wrong type (seed ${seed})`,
  async () => {
    const faults: object[] = []
    const statuses: Record<string, number> = {}
    for (let first = 0; first < REQUESTS && faults.length < 20; first += BATCH) {
      const people = await signInAll()
      const numbers = Array.from({ length: Math.min(BATCH, REQUESTS - first) }, (_, at) => first + at)
      await inParallel(numbers, WIDTH, async (number) => {
        const chance = chanceOf(seed, number)
        const requested = doorRequest(chance, known)
        const person = chance.in(60) ? chance.of(people) : undefined
        const sent = {
          ...requested,
          headers: { ...credentials(requested, person, chance.in(25)), ...requested.headers },
        }
        const { status, fault } = await send(sent)
        const name = `${requested.door} ${status}`
        statuses[name] = (statuses[name] ?? 0) + 1
        if (fault)
          faults.push({
            number,
            method: sent.method,
            path: sent.path,
            body: sent.body?.slice(0, 500),
            headers: requested.headers,
            fault,
          })
      })
    }
    console.info('How often each door answered each status:', statuses)
    expect(faults).toEqual([])
    expect(statuses['tables 200']).toBeGreaterThan(REQUESTS / 20)
    expect(statuses['pages 200']).toBeGreaterThan(REQUESTS / 100)
  },
  TIMEOUT_MS,
)

interface SignedIn {
  token: string
  cookie: string
}

async function signInAll(): Promise<SignedIn[]> {
  const roles = ['customer', 'customer', 'vendor', 'manager', 'coordinator', 'chief', 'administrator']
  return Promise.all(
    roles.map(async (role) => {
      const { email, password } = await target.signIn({ role, email: `${crypto.randomUUID()}@fuzz.test` })
      const answer = await target.request('/auth/v1/token?grant_type=password', {
        method: 'POST',
        body: JSON.stringify({ email, password }),
      })
      const session = await answer.json()
      return { token: session.access_token, cookie: sessionCookie(session, { secure: false }).split(';')[0] ?? '' }
    }),
  )
}

/** Pages know people by their cookie, everything else by key and token. */
function credentials({ door }: DoorRequest, person: SignedIn | undefined, isSecret: boolean): Record<string, string> {
  if (door === 'pages') return { origin: target.origin, ...(person && { cookie: person.cookie }) }
  const key = !person && isSecret ? target.secretKey : target.publishableKey
  return { apikey: key, authorization: `Bearer ${person?.token ?? key}`, 'content-type': 'application/json' }
}

/** A slow answer counts only when it is slow each time, for a machine as busy as this one is then. */
async function send(requested: DoorRequest): Promise<{ status: number | string; fault: string | undefined }> {
  const times: string[] = []
  for (;;) {
    const [answer, ms] = await timed(requested)
    if (answer.fault || ms <= HANG_MS) return answer
    const limitMs = HANG_MS * Math.max(1, (await healthMs()) / IDLE_HEALTH_MS)
    if (ms <= limitMs) return answer
    times.push(`${Math.round(ms)} of ${Math.round(limitMs)} ms`)
    if (times.length === 4) return { ...answer, fault: `took ${times.join(', ')}` }
    await delay(1_000)
  }
}

/** Time of an answer that costs next to nothing: what a request waits for the processor alone. */
async function healthMs(): Promise<number> {
  const [, ms] = await timed({ door: 'auth', method: 'GET', path: '/auth/v1/health', headers: {} })
  return ms
}

/** The answer, with the time until its last byte: checking a large one takes longer than sending it. */
async function timed(requested: DoorRequest) {
  const beganAt = performance.now()
  const { method, path, headers, body } = requested
  try {
    const answer = await fetch(target.origin + path, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
      ...(body !== undefined && { body }),
    })
    const text = await answer.text()
    const ms = performance.now() - beganAt
    return [{ status: answer.status, fault: faultOf(requested, answer, text) }, ms] as const
  } catch (error) {
    const fault = `no answer: ${error} ${error instanceof Error ? error.cause : ''}`
    return [{ status: 'none', fault }, performance.now() - beganAt] as const
  }
}
