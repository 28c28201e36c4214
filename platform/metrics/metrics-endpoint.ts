import { type ApiKeys, identifyKey } from '#platform/http/guards/keys.ts'
import { type Listening, serve } from '#platform/http/serve.ts'

type ReadMetrics = () => Promise<string>

/** A response in Prometheus' text format, version 0.0.4. */
async function metricsResponse(readMetrics: ReadMetrics): Promise<Response> {
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(await readMetrics(), { headers })
}

/** Handler of `/metrics` on the site's own port: metrics for holders of the secret key, 404 for all other clients. */
export const metricsForKeyHolders = (readMetrics: ReadMetrics, keys: ApiKeys) => (request: Request) =>
  identifyKey(request, keys) === 'service_role'
    ? metricsResponse(readMetrics)
    : new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } })

interface MetricsPort {
  host: string
  port: number
  readMetrics: ReadMetrics
  onBug(error: unknown): void
}

/** Serves `/metrics` without a key on a separate port, which only the machine or the operator's network may reach. */
export function serveMetrics({ host, port, readMetrics, onBug }: MetricsPort): Promise<Listening> {
  const fetch = async (request: Request) => {
    const isScrape = new URL(request.url).pathname === '/metrics' && ['GET', 'HEAD'].includes(request.method)
    return isScrape ? metricsResponse(readMetrics) : new Response('Not found', { status: 404 })
  }
  return serve({ fetch, host, port, trustedProxies: 0, onBug })
}
