import { Histogram, type Registry } from 'prom-client'
import type { LoggedResponse } from '#platform/http/request-log.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** Statuses of rejected requests, which have a label of their own. */
const REJECTIONS = [429, 503]

/**
 * Counts responses and their durations. `routeOf` maps a path to one of a few groups: a path itself must never become a
 * label, because clients can make up any number of them.
 */
export function countResponses(
  registry: Registry,
  routeOf: (path: string) => string,
): (answered: LoggedResponse) => void {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Responses by route group, method and status class (429 and 503 separately), and their duration.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return ({ method, path, status, ms }) => {
    const labels = {
      route: routeOf(path),
      method: METHODS.includes(method) ? method : 'other',
      status: REJECTIONS.includes(status) ? String(status) : `${Math.floor(status / 100)}xx`,
    }
    seconds.observe(labels, ms / 1_000)
  }
}
