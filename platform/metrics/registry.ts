import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'

/** A registry with what Node tells of itself: time of the processor, memory, delay of the event loop, garbage collection. */
export function openRegistry(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Named like counters, which they are not; the same numbers are there by type.
  for (const name of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${name}_total`)
  // The newest of several processes, so that it is seen when one begins anew.
  const startedAt = registry.getSingleMetric('process_start_time_seconds')
  if (startedAt) Object.assign(startedAt, { aggregator: 'max' })
  return registry
}

interface About {
  name: string
  help: string
  /** What its readings are told apart by; they must be few, and never ids or paths. */
  label?: string
}

interface GaugeAbout extends About {
  /** How the readings of several processes of one start become one. */
  together?: 'sum' | 'max' | 'min' | 'first'
}

/** By label; a number alone where there is none, undefined where nobody knows. */
export type Readings = number | ReadonlyMap<string, number> | undefined

/** Shows what `read` says whenever somebody looks. */
export function show(registry: Registry, about: GaugeAbout, read: () => Readings | Promise<Readings>): void {
  const { name, help, label, together = 'sum' } = about
  new Gauge({
    name,
    help,
    registers: [registry],
    labelNames: label === undefined ? [] : [label],
    aggregator: together,
    async collect() {
      const readings = await read()
      if (typeof readings === 'number') this.set(readings)
      else if (label === undefined) this.remove()
      else {
        this.reset()
        for (const [value, reading] of readings ?? []) this.set({ [label]: value }, reading)
      }
    },
  })
}

/** Shows numbers that only grow, counted elsewhere since the start. */
export function showCount(
  registry: Registry,
  { name, help, label }: About,
  read: () => number | ReadonlyMap<string, number>,
): void {
  new Counter({
    name,
    help,
    registers: [registry],
    labelNames: label === undefined ? [] : [label],
    collect() {
      this.reset()
      const readings = read()
      if (typeof readings === 'number') this.inc(readings)
      else if (label !== undefined) for (const [value, reading] of readings) this.inc({ [label]: value }, reading)
    },
  })
}
