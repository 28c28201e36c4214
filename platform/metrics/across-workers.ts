import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'

type Metrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** Messages between the main process and its workers. */
type Message =
  | { metrics: 'here'; id: 0 }
  | { metrics: 'show yours'; id: number }
  | { metrics: 'mine'; id: number; shown: Metrics }
  | { metrics: 'show all'; id: number }
  | { metrics: 'all'; id: number; text: string }

/** Timeout for a worker's metrics; a busy worker is left out. */
const TIMEOUT_MS = 1_500

/**
 * For the main process, before it starts workers: the aggregated metrics of all workers as text. Also serves them to
 * the workers, which get requests for them on the shared port. A worker that is still starting isn't queried: it would
 * take that for the message that it waits for.
 */
export function aggregateWorkerMetrics(): () => Promise<string> {
  const ready = new Set<Worker>()
  const text = async () => {
    for (const worker of ready) if (!worker.isConnected()) ready.delete(worker)
    const snapshots = await Promise.all([...ready].map(metricsOf))
    return AggregatorRegistry.aggregate(snapshots.filter((snapshot) => snapshot !== undefined)).metrics()
  }
  cluster.on('message', (worker, message: Message) => {
    if (message?.metrics === 'here') ready.add(worker)
    if (message?.metrics !== 'show all') return
    const respond = (allMetrics: string) => send(worker, { metrics: 'all', id: message.id, text: allMetrics })
    text().then(respond, () => undefined)
  })
  return text
}

/** For a worker: requests the aggregated metrics from the main process. */
export function metricsFromMain(registry: Registry): () => Promise<string> {
  process.on('message', (message: Message) => {
    if (message?.metrics !== 'show yours') return
    const respond = (shown: Metrics) => send(process, { metrics: 'mine', id: message.id, shown })
    registry.getMetricsAsJSON().then(respond, () => undefined)
  })
  send(process, { metrics: 'here', id: 0 })
  return async () => {
    const response = await request(process, { metrics: 'show all', id: nextId() }, 2 * TIMEOUT_MS)
    if (response?.metrics !== 'all')
      throw new Error('The main process does not respond with the metrics of all workers')
    return response.text
  }
}

async function metricsOf(worker: Worker): Promise<Metrics | undefined> {
  const response = await request(worker, { metrics: 'show yours', id: nextId() }, TIMEOUT_MS)
  return response?.metrics === 'mine' ? response.shown : undefined
}

let lastId = 0
const nextId = () => {
  lastId += 1
  return lastId
}

function send(other: Worker | NodeJS.Process, message: Message): void {
  if (other === process ? process.connected : 'isConnected' in other && other.isConnected()) {
    const channel: { send?(sent: Message): unknown } = other
    channel.send?.(message)
  }
}

/** Sends a request and returns the response; undefined after the timeout. */
function request(other: Worker | NodeJS.Process, message: Message, limitMs: number): Promise<Message | undefined> {
  const emitter: NodeJS.EventEmitter = other
  return new Promise((resolve) => {
    const finish = (response: Message | undefined) => {
      clearTimeout(timer)
      emitter.off('message', onMessage)
      resolve(response)
    }
    const onMessage = (received: Message) => {
      if (received?.id === message.id && received.metrics !== message.metrics) finish(received)
    }
    const timer = setTimeout(finish, limitMs, undefined)
    emitter.on('message', onMessage)
    send(other, message)
  })
}
