import { shapeFlaw } from '#platform/http/requests/json-shape.ts'
import { isStorable } from '#platform/postgres/queries/storable.ts'

/** One Phoenix message. A binary broadcast carries its bytes as a Uint8Array in `payload.payload`. */
export interface Frame {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Record<string, unknown>
}

export type Version = '1.0.0' | '2.0.0'

/** Limits far above what clients send; deeper JSON, or more values, is expensive to parse. */
const SHAPE = { maxDepth: 64, maxValues: 10_000 }
/** Kinds of the binary messages of version 2: a client's broadcast, and the one that others receive. */
const BROADCAST_PUSH = 3
const BROADCAST = 4
/** Encodings of their payload. */
const BINARY = 0
const JSON_TEXT = 1

/** Parses a client's message; null if it is not a valid one. */
export function decodeFrame(version: Version, data: Uint8Array, isBinary: boolean): Frame | null {
  if (isBinary) return version === '2.0.0' ? decodeBroadcastPush(data) : null
  if (shapeFlaw(data, SHAPE)) return null
  let parsed: unknown
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(data))
  } catch {
    return null
  }
  return version === '1.0.0' ? toFrame(fieldsOfObject(parsed)) : toFrame(Array.isArray(parsed) ? parsed : null)
}

function fieldsOfObject(parsed: unknown): unknown[] | null {
  if (!isRecord(parsed)) return null
  return [parsed.join_ref, parsed.ref, parsed.topic, parsed.event, parsed.payload]
}

function toFrame(fields: unknown[] | null): Frame | null {
  if (!fields) return null
  const [joinRef = null, ref = null, topic, event, payload = {}] = fields
  if (!isRef(joinRef) || !isRef(ref) || typeof topic !== 'string' || typeof event !== 'string') return null
  if (!isStorable([topic, event, payload])) return null
  return { joinRef, ref, topic, event, payload: isRecord(payload) ? payload : {} }
}

/**
 * Version 2 sends a client's own broadcasts as bytes: the kind, five lengths and the encoding in one byte each, the
 * five strings, then the payload.
 */
function decodeBroadcastPush(data: Uint8Array): Frame | null {
  if (data.length < 7 || data[0] !== BROADCAST_PUSH) return null
  const lengths = [...data.subarray(1, 6)]
  const encoding = data[6]
  const payloadAt = 7 + lengths.reduce((sum, length) => sum + length, 0)
  if (data.length < payloadAt || (encoding !== BINARY && encoding !== JSON_TEXT)) return null
  const decoder = new TextDecoder()
  let at = 7
  const [joinRef = '', ref = '', topic = '', event = '', meta = ''] = lengths.map((length) => {
    at += length
    return decoder.decode(data.subarray(at - length, at))
  })
  const bytes = data.subarray(payloadAt)
  if (encoding === JSON_TEXT && shapeFlaw(bytes, SHAPE)) return null
  try {
    const payload: unknown = encoding === BINARY ? Uint8Array.from(bytes) : JSON.parse(decoder.decode(bytes))
    const extra: unknown = meta === '' ? {} : JSON.parse(meta)
    if (!isStorable([topic, event, extra, payload instanceof Uint8Array ? null : payload])) return null
    const broadcast = { ...(isRecord(extra) ? extra : {}), type: 'broadcast', event, payload }
    return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: broadcast }
  } catch {
    return null
  }
}

export function encodeFrame(version: Version, { joinRef, ref, topic, event, payload }: Frame): string {
  return version === '1.0.0'
    ? JSON.stringify({ topic, event, payload, ref, join_ref: joinRef })
    : JSON.stringify([joinRef, ref, topic, event, payload])
}

/** Encodes a message whose payload is JSON already, because one text goes to many clients. */
export function encodePush(version: Version, message: { topic: string; event: string; payloadJson: string }): string {
  const topic = JSON.stringify(message.topic)
  const event = JSON.stringify(message.event)
  return version === '1.0.0'
    ? `{"topic":${topic},"event":${event},"payload":${message.payloadJson},"ref":null,"join_ref":null}`
    : `[null,null,${topic},${event},${message.payloadJson}]`
}

/** Encodes a binary broadcast, which only version 2 supports. */
export function encodeBinaryBroadcast(topic: string, event: string, payload: Uint8Array): Uint8Array {
  const encoder = new TextEncoder()
  const names = [encoder.encode(topic), encoder.encode(event)]
  if (names.some((name) => name.length > 255)) throw new RangeError('Topic and event take at most 255 bytes')
  const head = [BROADCAST, ...names.map((name) => name.length), 0, BINARY]
  return Buffer.concat([Uint8Array.from(head), ...names, payload])
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
}

function isRef(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && value.length <= 64)
}
