import { randomUUID } from 'node:crypto'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { isRecord } from './frames.ts'

/** A message between processes. Binary data is base64 in `bytes`, in place of `payload`. */
export interface Envelope {
  topic: string
  event: string
  private: boolean
  payload?: unknown
  bytes?: string
  /** The stored message, for those that were sent in SQL. */
  id?: string
  /** `presence_diff` for presence, otherwise a broadcast. */
  kind?: 'presence_diff'
}

export interface Bus {
  /** Unique among the processes that share the database. */
  processId: string
  /** Sends an envelope to the other processes; resolves once the database has accepted it. */
  post(envelope: Envelope): Promise<void>
  stop(): Promise<void>
}

interface BusOptions {
  database: Database
  /** Called with messages from other processes and from `realtime.send`. */
  onEnvelope(envelope: Envelope): void
  onFault(fault: unknown): void
}

export const HEARTBEAT_MS = 15_000
/** A process that sends no heartbeat for this long is considered dead. */
export const LIFETIME_MS = 3 * HEARTBEAT_MS

/** Carries broadcasts between processes through NOTIFY. Sends nothing while there is no other process. */
export async function startBus({ database, onEnvelope, onFault }: BusOptions): Promise<Bus> {
  const processId = randomUUID()
  const peers = new Map<string, number>()

  function receive(message: Record<string, unknown> | null): void {
    if (!message || message.origin === processId) return
    const envelope = toEnvelope(message)
    if (typeof message.hello === 'string') registerPeer(message.hello)
    else if (envelope) onEnvelope(envelope)
  }

  function registerPeer(peer: string): void {
    const isNew = !peers.has(peer)
    peers.set(peer, Date.now())
    // So that the new process knows this one before its next heartbeat.
    if (isNew) void sendHello()
  }

  async function sendHello(): Promise<void> {
    await send({ hello: processId }).catch(onFault)
    for (const [peer, seenAt] of peers) if (Date.now() - seenAt > LIFETIME_MS) peers.delete(peer)
  }

  // A long message has to be fetched; later ones are queued behind it to keep the order.
  let queue = Promise.resolve()
  function onMessage(text: string): void {
    const message = readMessage(database, text)
    message.catch(() => undefined)
    queue = queue.then(async () => receive(await message)).catch(onFault)
  }

  const inOrder = serializeByKey<void>()
  const send = (message: Record<string, unknown>) =>
    database.as(SERVICE, async (tx) => {
      await tx.query('select realtime.post($1::jsonb)', [JSON.stringify({ ...message, origin: processId })])
    })

  const unlisten = await database.listen('realtime_broadcasts', onMessage)
  await sendHello()
  const heartbeat = setInterval(() => void sendHello(), HEARTBEAT_MS)
  heartbeat.unref()
  return {
    processId,
    post: async (envelope) => {
      if (peers.size > 0) await inOrder(envelope.topic, () => send({ ...envelope }))
    },
    async stop() {
      clearInterval(heartbeat)
      await unlisten()
    },
  }
}

/** Runs tasks with the same key one after another, whether or not the previous one succeeded. */
function serializeByKey<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const done = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, done)
    const forget = () => {
      if (last.get(key) === done) last.delete(key)
    }
    done.then(forget, forget)
    return done
  }
}

async function readMessage(database: Database, text: string): Promise<Record<string, unknown> | null> {
  const message = parse(text)
  const { parcel, stored } = message ?? {}
  if (typeof parcel !== 'string' && typeof stored !== 'string') return message
  const { rows } = await database.as(
    SERVICE,
    (tx) =>
      typeof parcel === 'string'
        ? tx.query<{ content: string }>(LARGE_MESSAGE, [parcel])
        : tx.query<{ content: string }>(STORED, [stored]),
    { readOnly: true },
  )
  return rows[0] ? parse(rows[0].content) : null
}

const LARGE_MESSAGE = 'select content from realtime.large_messages where id = $1'
const STORED = `
  select jsonb_build_object('id', id, 'topic', topic, 'event', event, 'private', private, 'payload', payload)::text as content
  from realtime.messages where id = $1`

function parse(text: string): Record<string, unknown> | null {
  try {
    const message: unknown = JSON.parse(text)
    return isRecord(message) ? message : null
  } catch {
    return null
  }
}

function toEnvelope(message: Record<string, unknown>): Envelope | null {
  const { topic, event, payload, bytes, kind, id } = message
  if (typeof topic !== 'string' || typeof event !== 'string') return null
  return {
    topic,
    event,
    private: message.private === true,
    payload,
    ...(typeof bytes === 'string' ? { bytes } : {}),
    ...(typeof id === 'string' ? { id } : {}),
    ...(kind === 'presence_diff' ? { kind } : {}),
  }
}
