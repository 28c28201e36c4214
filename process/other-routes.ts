import type { Hono } from 'hono'
import type { BlobStore } from '#platform/files/stores/blob-store.ts'
import { requireHost } from '#platform/http/guards/host-check.ts'
import { openRouter } from '#platform/http/router.ts'
import { metricsForKeyHolders } from '#platform/metrics/metrics-endpoint.ts'
import { createRateLimits } from '#platform/rate-limits/rate-limits.ts'
import { devMail } from '#server/dev-mail.ts'
import { shareCardRoutes } from '#server/discovery/share-cards.ts'
import type { AppDeps } from './open-app.ts'

interface OtherRoutesDeps extends AppDeps {
  store: BlobStore
}

/** Routes that belong neither to the wire nor to the pages: metrics, share cards, and the demo's mails. */
export function otherRoutes({ config, database: pools, keys, metrics, store }: OtherRoutesDeps): Hono {
  const routes = openRouter()
  if (metrics) routes.all('/metrics', (c) => metricsForKeyHolders(metrics.text, keys)(c.req.raw))
  const database = pools.pool('anonymous')
  const rateLimits = createRateLimits({ database, enabled: config.rateLimits })
  const origin = config.siteUrl
  routes.route('/', shareCardRoutes({ database, pictures: 'web/public/basins', store, origin, rateLimits }))
  if (config.mode === 'demo') {
    routes.use('/dev/*', requireHost([new URL(config.siteUrl).hostname]))
    routes.get('/dev/mail', (c) => devMail(c.req.raw, database))
    routes.get('/dev/mail.json', (c) => devMail(c.req.raw, database))
  }
  return routes
}
