import { Histogram, type Registry } from 'prom-client'
import type { Answered } from '../http/request-log.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** Answers by which we turn somebody away are told apart from others of their class. */
const REFUSALS = [429, 503]

/**
 * Counts answers and their seconds. `routeOf` names the few groups of paths: a path itself must never become a label, because anybody can
 * make up as many as they like.
 */
export function countAnswers(registry: Registry, routeOf: (path: string) => string): (answered: Answered) => void {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Answers by group of routes, method and class of status (429 and 503 on their own), and how long they took.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return ({ method, path, status, ms }) => {
    const labels = {
      route: routeOf(path),
      method: METHODS.includes(method) ? method : 'other',
      status: REFUSALS.includes(status) ? String(status) : `${Math.floor(status / 100)}xx`,
    }
    seconds.observe(labels, ms / 1_000)
  }
}
