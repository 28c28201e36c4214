import { setTimeout as delay } from 'node:timers/promises'
import type { Hono } from 'hono'
import { ServerDemoted } from '#platform/postgres/connections/connection-lost.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { openRouter } from './router.ts'

interface HealthOptions {
  /** A pool that only health checks use. */
  database: Pick<Database, 'as'>
  /** Names of all migrations of this version. */
  migrations: string[]
  /** Further fields of /healthz about this process. */
  details?: () => object
}

interface Health {
  routes: Hono
  /** Makes /readyz respond 503 from now on. True if a load balancer has probed it lately and needs time to notice. */
  failReadiness(): boolean
  isLeaving(): boolean
}

/** Below the timeout of common load balancers' probes. */
const TIMEOUT_MS = 900

/**
 * Handles GET and HEAD of /healthz (the process is alive) and /readyz (it can serve: database reachable, migrations
 * applied), which responds 503 if it can't.
 */
export function createHealth(options: HealthOptions): Health {
  let isLeaving = false
  let lastProbeAtMs = Number.NEGATIVE_INFINITY
  const routes = openRouter()
  let checking: Promise<Readiness> | undefined
  routes.get('/healthz', () => respond(200, { status: 'alive', ...options.details?.() }))
  routes.get('/readyz', async () => {
    lastProbeAtMs = performance.now()
    if (isLeaving) return respond(503, { status: 'leaving' })
    // Concurrent probes share one query.
    checking ??= readiness(options).finally(() => {
      checking = undefined
    })
    const state = await checking
    return respond(state.status === 'ready' ? 200 : 503, state)
  })
  for (const path of ['/healthz', '/readyz']) {
    routes.all(path, () => new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } }))
  }
  return {
    routes,
    isLeaving: () => isLeaving,
    failReadiness() {
      isLeaving = true
      return performance.now() - lastProbeAtMs < MAX_PROBE_INTERVAL_MS
    },
  }
}

/** Longer than any load balancer's probe interval. */
const MAX_PROBE_INTERVAL_MS = 60_000

interface Readiness {
  status: 'ready' | 'not ready'
  database: 'reachable' | 'unreachable'
  migrations: 'applied' | 'missing' | 'unknown'
}

async function readiness({ database, migrations }: HealthOptions): Promise<Readiness> {
  const limit = new AbortController()
  try {
    const applied = await Promise.race([appliedMigrations(database), timeout(limit.signal)])
    if (migrations.every((name) => applied.has(name))) {
      return { status: 'ready', database: 'reachable', migrations: 'applied' }
    }
    return { status: 'not ready', database: 'reachable', migrations: 'missing' }
  } catch {
    return { status: 'not ready', database: 'unreachable', migrations: 'unknown' }
  } finally {
    limit.abort()
  }
}

/**
 * Waits in short steps: timers of a busy process fire late, and the database's result must be read in between before
 * the database counts as unreachable.
 */
async function timeout(signal: AbortSignal): Promise<never> {
  for (let waited = 0; waited < TIMEOUT_MS && !signal.aborted; waited += TIMEOUT_MS / 9) await delay(TIMEOUT_MS / 9)
  throw new Error('The database does not answer in time')
}

function appliedMigrations(database: HealthOptions['database']): Promise<Set<string>> {
  return database.as(
    SERVICE,
    async (tx) => {
      const { rows } = await tx.query<{ name: string; is_standby: boolean }>(
        'select name, pg_is_in_recovery() as is_standby from migrations.applied',
      )
      // After a failover, the old primary may still serve reads as a standby.
      if (rows.some((row) => row.is_standby)) throw new ServerDemoted('The server is a read-only replica')
      return new Set(rows.map((row) => row.name))
    },
    { readOnly: true, statementTimeoutMs: TIMEOUT_MS },
  )
}

function respond(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
}
