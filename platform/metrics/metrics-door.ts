import { type ApiKeys, identifyKey } from '../http/keys.ts'
import { type Listening, serve } from '../http/serve.ts'

type Text = () => Promise<string>

/** Prometheus' text form, version 0.0.4. */
async function answerMetrics(text: Text): Promise<Response> {
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(await text(), { headers })
}

/** `/metrics` among all other paths: for whoever holds the secret key; everybody else hears that nothing is there. */
export const metricsForKeyHolders = (text: Text, keys: ApiKeys) => (request: Request) =>
  identifyKey(request, keys) === 'service_role'
    ? answerMetrics(text)
    : new Response('Not found', { status: 404, headers: { 'cache-control': 'no-store' } })

interface MetricsPort {
  host: string
  port: number
  text: Text
  onBug(error: unknown): void
}

/** `/metrics` on a port of its own, which only the machine or the network of its operator may reach: it asks for no key. */
export function serveMetrics({ host, port, text, onBug }: MetricsPort): Promise<Listening> {
  const fetch = async (request: Request) => {
    const isAsked = new URL(request.url).pathname === '/metrics' && ['GET', 'HEAD'].includes(request.method)
    return isAsked ? answerMetrics(text) : new Response('Not found', { status: 404 })
  }
  return serve({ fetch, host, port, trustedProxies: 0, onBug })
}
