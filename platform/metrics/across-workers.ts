import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'

type Metrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** Between the process that keeps others and each of them. */
type Message =
  | { metrics: 'here'; id: 0 }
  | { metrics: 'show yours'; id: number }
  | { metrics: 'mine'; id: number; shown: Metrics }
  | { metrics: 'show all'; id: number }
  | { metrics: 'all'; id: number; text: string }

/** One that has too much to do is left out. */
const LIMIT_MS = 1_500

/**
 * In the process that keeps others, before it begins any: what all of them have counted, as one text. Whichever of them is asked for it over
 * the shared port gets it here. One that is still opening is asked for nothing: it would take that for what it waits for.
 */
export function metricsOfWorkers(): () => Promise<string> {
  const counting = new Set<Worker>()
  const text = async () => {
    for (const worker of counting) if (!worker.isConnected()) counting.delete(worker)
    const shown = await Promise.all([...counting].map(metricsOf))
    return AggregatorRegistry.aggregate(shown.filter((one) => one !== undefined)).metrics()
  }
  cluster.on('message', (worker, message: Message) => {
    if (message?.metrics === 'here') counting.add(worker)
    if (message?.metrics !== 'show all') return
    const answer = (all: string) => send(worker, { metrics: 'all', id: message.id, text: all })
    text().then(answer, () => undefined)
  })
  return text
}

/** In one of several processes: the same text, asked for from the one that keeps them. */
export function metricsThroughMain(registry: Registry): () => Promise<string> {
  process.on('message', (message: Message) => {
    if (message?.metrics !== 'show yours') return
    const answer = (shown: Metrics) => send(process, { metrics: 'mine', id: message.id, shown })
    registry.getMetricsAsJSON().then(answer, () => undefined)
  })
  send(process, { metrics: 'here', id: 0 })
  return async () => {
    const answered = await ask(process, { metrics: 'show all', id: nextId() }, 2 * LIMIT_MS)
    if (answered?.metrics !== 'all')
      throw new Error('The process that keeps the others does not show what they counted')
    return answered.text
  }
}

async function metricsOf(worker: Worker): Promise<Metrics | undefined> {
  const answered = await ask(worker, { metrics: 'show yours', id: nextId() }, LIMIT_MS)
  return answered?.metrics === 'mine' ? answered.shown : undefined
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

/** Undefined if no answer comes in time. */
function ask(other: Worker | NodeJS.Process, question: Message, limitMs: number): Promise<Message | undefined> {
  const emitter: NodeJS.EventEmitter = other
  return new Promise((resolve) => {
    const end = (answer: Message | undefined) => {
      clearTimeout(timer)
      emitter.off('message', hear)
      resolve(answer)
    }
    const hear = (message: Message) => {
      if (message?.id === question.id && message.metrics !== question.metrics) end(message)
    }
    const timer = setTimeout(end, limitMs, undefined)
    emitter.on('message', hear)
    send(other, question)
  })
}
