import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '#config'
import { withRequestLog } from '#platform/http/request-log.ts'
import { compress } from '#platform/http/responses/compress.ts'
import { createStaticFiles } from '#platform/http/responses/static-files.ts'
import { type ListenFault, type Listening, serve } from '#platform/http/serve.ts'
import { errorCode } from '#platform/postgres/fault.ts'
import type { Main, MainDeps } from '../main.ts'
import { instrument } from './instrumentation.ts'
import { GRACE_MS, type Lifecycle } from './lifecycle.ts'

/**
 * Longer than the grace period of requests and jobs, shorter than the timeout in deploy/systemd/ajoja.service: a frozen
 * database server never responds.
 */
const CLOSE_MS = 12_000

/** Serves the site in this process until the lifecycle ends. `dev` renders pages through Vite, without metrics. */
export async function serveSite(
  { deps: uninstrumented, dev }: { deps: MainDeps; dev: boolean },
  lifecycle: Lifecycle,
): Promise<void> {
  const { closers } = lifecycle
  const deps = dev ? uninstrumented : await instrument(uninstrumented, closers)
  const { config, log, metrics } = deps
  const main = await openMain(deps, dev)
  closers.unshift(() => main.close())
  const files = dev ? undefined : createStaticFiles({ folder: 'build/client', immutablePrefix: '/assets/' })
  const respond = async (request: Request): Promise<Response> => {
    const file = await files?.(request)
    return file ?? compress(request, await main.fetch(request))
  }
  const listening = await serve({
    fetch: withRequestLog(respond, log, { ...config, onResponse: metrics?.onResponse, routeOf: metrics?.routeOf }),
    host: config.host,
    port: config.port,
    trustedProxies: config.trustedProxies,
    onBug: (error) => log.error({ err: error }, 'a request failed'),
    before: main.before,
  })
  // Replaces the closer above, which is still the first one.
  // Fail readiness, stop accepting requests, end jobs and websockets, then let running requests finish. PostgreSQL
  // stops last.
  closers[0] = async () => {
    listening.endKeepAlive()
    if (lifecycle.lingerMs !== undefined) await linger(listening, lifecycle.lingerMs)
    else if (main.failReadiness()) await delay(config.shutdownNoticeMs)
    await Promise.race([Promise.all([listening.stop(GRACE_MS), main.close()]), delay(CLOSE_MS)])
  }
  main.attach(listening.server)
}

async function openMain(deps: MainDeps, dev: boolean): Promise<Main> {
  if (dev) return (await import('../scripts/dev-server.ts')).openDevServer(deps)
  return (await import('../main.ts')).createMain(deps)
}

/** The other processes accept new connections from now on, so /readyz need not fail. */
async function linger(listening: Listening, lingerMs: number): Promise<void> {
  listening.stopAccepting()
  await delay(lingerMs)
}

/** Throws a `ListenFault` if the port is taken. Checked before the database is touched; `serve` checks again. */
export async function checkPortIsFree({ port, host, mode }: Config): Promise<void> {
  const unused = { fetch: async () => new Response(), trustedProxies: 0, onBug: () => undefined }
  const probe = await serve({ ...unused, host, port })
  await probe.stop(0)
  if (mode !== 'demo' || host !== '127.0.0.1') return
  // The demo is announced as localhost. Browsers try ::1 first, so no other server may listen there.
  const second = await serve({ ...unused, host: '::1', port }).catch((error: ListenFault) => {
    if (errorCode(error.cause) === 'EADDRINUSE') throw error
  })
  await second?.stop(0)
}
