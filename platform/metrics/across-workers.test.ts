import cluster, { type Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import { Counter, Gauge, Registry } from 'prom-client'
import { afterEach, expect, test } from 'vitest'
import { aggregateWorkerMetrics } from './across-workers.ts'

afterEach(() => void cluster.removeAllListeners('message'))

/** A fake worker, with its responses. */
function fakeWorker(fill: (registry: Registry) => void) {
  const registry = new Registry()
  fill(registry)
  const texts: string[] = []
  let connected = true
  const worker = Object.assign(new EventEmitter(), {
    isConnected: () => connected,
    send(message: { metrics: string; id: number; text?: string }) {
      if (message.metrics === 'all') texts.push(message.text ?? '')
      if (message.metrics !== 'show yours') return
      void registry
        .getMetricsAsJSON()
        .then((shown) => worker.emit('message', { metrics: 'mine', id: message.id, shown }))
    },
  })
  const report = (metrics: string) => cluster.emit('message', worker as unknown as Worker, { metrics, id: 7 })
  return { report, texts, end: () => (connected = false) }
}

const counts = (amount: number, version: string) => (registry: Registry) => {
  new Counter({ name: 'answers_total', help: 'x', registers: [registry] }).inc(amount)
  const about = { labelNames: ['version'], registers: [registry] }
  new Gauge({ name: 'build_info', help: 'x', aggregator: 'first', ...about }).set({ version }, 1)
  new Gauge({ name: 'database_up', help: 'x', aggregator: 'min', registers: [registry] }).set(amount > 2 ? 1 : 0)
}

test('aggregates the metrics of all workers; skips those that are starting or gone', async () => {
  const text = aggregateWorkerMetrics()
  const [first, second, starting] = [counts(2, '1'), counts(3, '1'), counts(100, '2')].map(fakeWorker)
  first?.report('here')
  second?.report('here')
  const lines = (await text()).split('\n')
  expect(lines).toEqual(expect.arrayContaining(['answers_total 5', 'build_info{version="1"} 1', 'database_up 0']))
  expect(lines.join('\n')).not.toContain('version="2"')
  starting?.report('here')
  second?.end()
  expect(await text()).toContain('answers_total 102\n')
})

test('each worker serves the aggregated metrics', async () => {
  aggregateWorkerMetrics()
  const [first, second] = [counts(2, '1'), counts(3, '1')].map(fakeWorker)
  first?.report('here')
  second?.report('here')
  second?.report('show all')
  await expect.poll(() => second?.texts[0]).toContain('answers_total 5\n')
  expect(first?.texts).toEqual([])
})
