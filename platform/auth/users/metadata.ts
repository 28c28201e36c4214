import { invalid } from '../refusals.ts'

/** Facts that the service writes into user metadata for clients to read. Users cannot set them. */
const SERVICE_FIELDS = ['sub', 'email', 'email_verified', 'phone', 'phone_verified', 'provider_id', 'iss']

/**
 * Merges a user's input into their metadata; null deletes a key. Rejects metadata larger than the limit, in bytes of
 * JSON.
 */
export function mergeMetadata(
  current: Record<string, unknown>,
  { sent, maxBytes }: { sent: Record<string, unknown> | undefined; maxBytes: number },
): Record<string, unknown> {
  const merged = { ...current }
  for (const [key, value] of Object.entries(sent ?? {})) {
    if (SERVICE_FIELDS.includes(key)) continue
    if (value === null) delete merged[key]
    else merged[key] = value
  }
  if (Buffer.byteLength(JSON.stringify(merged)) > maxBytes) {
    throw invalid(`User metadata must not be larger than ${maxBytes} bytes`)
  }
  return merged
}

/** The service's own facts alone. */
export function serviceFields(metadata: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => SERVICE_FIELDS.includes(key)))
}

/** A user's input without fields that belong to the service. */
export function withoutServiceFields(metadata: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => !SERVICE_FIELDS.includes(key)))
}
