import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** Creates a registry with Node's default metrics: CPU time, memory, event loop delay, garbage collection. */
export function openRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // These are named like counters, which they aren't; the same numbers exist by type.
  for (const name of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${name}_total`)
  // The latest start of all workers, so that a restart is visible.
  const startedAt = registry.getSingleMetric('process_start_time_seconds')
  if (startedAt) Object.assign(startedAt, { aggregator: 'max' })
  return registry
}

interface MetricOptions {
  name: string
  help: string
  /** Label of its values, which must be few, and never ids or paths. */
  label?: string
}

interface GaugeOptions extends MetricOptions {
  /** How the values of several workers are aggregated. */
  aggregator?: 'sum' | 'max' | 'min' | 'first'
}

/** Values by label; a plain number without one, undefined while unknown. */
export type MetricValues = number | ReadonlyMap<string, number> | undefined

/** Registers a gauge that is read at each scrape. */
export function exposeGauge(
  registry: Registry,
  about: GaugeOptions,
  read: () => MetricValues | Promise<MetricValues>,
): void {
  const { name, help, label, aggregator = 'sum' } = about
  new Gauge({
    name,
    help,
    registers: [registry],
    labelNames: label === undefined ? [] : [label],
    aggregator,
    async collect() {
      const values = await read()
      if (typeof values === 'number') this.set(values)
      else if (label === undefined) this.remove()
      else {
        this.reset()
        for (const [labelValue, value] of values ?? []) this.set({ [label]: labelValue }, value)
      }
    },
  })
}

/** Registers a counter whose value is counted elsewhere since the start. */
export function exposeCounter(
  registry: Registry,
  { name, help, label }: MetricOptions,
  read: () => number | ReadonlyMap<string, number>,
): void {
  new Counter({
    name,
    help,
    registers: [registry],
    labelNames: label === undefined ? [] : [label],
    collect() {
      this.reset()
      const values = read()
      if (typeof values === 'number') this.inc(values)
      else if (label !== undefined) for (const [labelValue, value] of values) this.inc({ [label]: labelValue }, value)
    },
  })
}
