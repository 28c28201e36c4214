import { setTimeout as delay } from 'node:timers/promises'
import type { Hono } from 'hono'
import { ServerDemoted } from '../postgres/connection-lost.ts'
import { type Database, SERVICE } from '../postgres/database.ts'
import { openRouter } from './router.ts'

interface HealthOptions {
  /** Through a connection that nothing else waits for. */
  database: Pick<Database, 'as'>
  /** Names of all migrations that this version brings. */
  migrations: string[]
  /** What /healthz also tells of this process. */
  figures?: () => object
}

interface Health {
  routes: Hono
  /** From now on /readyz says 503. True if somebody has asked lately, who should be given time to notice. */
  leave(): boolean
}

/** A balancer that waits longer takes the process out. */
const LIMIT_MS = 900

/**
 * Answers GET and HEAD of /healthz (the process lives) and /readyz (it can serve: database reached, migrations
 * applied), with 503 when it cannot.
 */
export function createHealth(options: HealthOptions): Health {
  let isLeaving = false
  let lastAskedAtMs = Number.NEGATIVE_INFINITY
  const routes = openRouter()
  let asking: Promise<Readiness> | undefined
  routes.get('/healthz', () => answer(200, { status: 'alive', ...options.figures?.() }))
  routes.get('/readyz', async () => {
    lastAskedAtMs = performance.now()
    if (isLeaving) return answer(503, { status: 'leaving' })
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
  return {
    routes,
    leave() {
      isLeaving = true
      return performance.now() - lastAskedAtMs < WATCHED_MS
    },
  }
}

/** Whoever watches a process asks more often than this. */
const WATCHED_MS = 60_000

interface Readiness {
  status: 'ready' | 'not ready'
  database: 'reachable' | 'unreachable'
  migrations: 'applied' | 'missing' | 'unknown'
}

async function readiness({ database, migrations }: HealthOptions): Promise<Readiness> {
  const limit = new AbortController()
  try {
    const applied = await Promise.race([appliedMigrations(database), tooLate(limit.signal)])
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
 * Counted in short waits: a process that is busy with pages comes late to its timers, and must look for the database's answer in
 * between before it calls the database away.
 */
async function tooLate(signal: AbortSignal): Promise<never> {
  for (let waited = 0; waited < LIMIT_MS && !signal.aborted; waited += LIMIT_MS / 9) await delay(LIMIT_MS / 9)
  throw new Error('The database does not answer in time')
}

function appliedMigrations(database: HealthOptions['database']): Promise<Set<string>> {
  return database.as(
    SERVICE,
    async (tx) => {
      const { rows } = await tx.query<{ name: string; is_standby: boolean }>(
        'select name, pg_is_in_recovery() as is_standby from migrations.applied',
      )
      // After a failover, what was the primary server still answers reads.
      if (rows.some((row) => row.is_standby)) throw new ServerDemoted('The server is a read-only replica')
      return new Set(rows.map((row) => row.name))
    },
    { readOnly: true, statementTimeoutMs: LIMIT_MS },
  )
}

function answer(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
}
