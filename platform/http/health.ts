import type { Hono } from 'hono'
import { type Database, SERVICE } from '../postgres/database.ts'
import { openRouter } from './router.ts'

interface HealthOptions {
  /** Through a connection that nothing else waits for. */
  database: Pick<Database, 'as'>
  /** Names of all migrations that this version brings. */
  migrations: string[]
}

/** A balancer that waits longer takes the process out. */
const LIMIT_MS = 900

/**
 * Answers GET and HEAD of /healthz (the process lives) and /readyz (it can serve: database reached, migrations
 * applied), with 503 when it cannot.
 */
export function healthRoutes(options: HealthOptions): Hono {
  const routes = openRouter()
  let asking: Promise<Readiness> | undefined
  routes.get('/healthz', () => answer(200, { status: 'alive' }))
  routes.get('/readyz', async () => {
    // However many ask, the database is asked once.
    asking ??= readiness(options).finally(() => {
      asking = undefined
    })
    const state = await asking
    return answer(state.status === 'ready' ? 200 : 503, state)
  })
  for (const path of ['/healthz', '/readyz']) {
    routes.all(path, () => new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } }))
  }
  return routes
}

interface Readiness {
  status: 'ready' | 'not ready'
  database: 'reachable' | 'unreachable'
  migrations: 'applied' | 'missing' | 'unknown'
}

async function readiness({ database, migrations }: HealthOptions): Promise<Readiness> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The database does not answer in time')), LIMIT_MS)
  })
  try {
    const applied = await Promise.race([appliedMigrations(database), tooLate])
    if (migrations.every((name) => applied.has(name))) {
      return { status: 'ready', database: 'reachable', migrations: 'applied' }
    }
    return { status: 'not ready', database: 'reachable', migrations: 'missing' }
  } catch {
    return { status: 'not ready', database: 'unreachable', migrations: 'unknown' }
  } finally {
    clearTimeout(timer)
  }
}

function appliedMigrations(database: HealthOptions['database']): Promise<Set<string>> {
  return database.as(
    SERVICE,
    async (tx) => {
      const { rows } = await tx.query<{ name: string }>('select name from migrations.applied')
      return new Set(rows.map((row) => row.name))
    },
    { readOnly: true, statementTimeoutMs: LIMIT_MS },
  )
}

function answer(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
}
