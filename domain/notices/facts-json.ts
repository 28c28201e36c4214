/**
 * Encodes the facts of a message as JSON: amounts (bigint) as `{"$bigint": "7790000"}` and times as
 * `{"$date": "2026-03-17T10:59:59.000Z"}`. Missing facts (undefined) are left out.
 */
export const factsToJson = (facts: object): string => JSON.stringify(tagged(facts))

/** Tags a copy before it is encoded: a replacer is called for each value and takes twice as long. */
function tagged(value: unknown): unknown {
  if (typeof value === 'bigint') return { $bigint: String(value) }
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return { $date: value.toISOString() }
  return mapValues(value, tagged)
}

/** The facts of `factsToJson`, from parsed JSON. */
export function factsFromJson(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json
  const { $bigint, $date } = json as { $bigint?: unknown; $date?: unknown }
  if (typeof $bigint === 'string') return BigInt($bigint)
  if (typeof $date === 'string') return new Date($date)
  return mapValues(json, factsFromJson)
}

function mapValues(source: object, mapped: (value: unknown) => unknown): unknown {
  if (Array.isArray(source)) return source.map(mapped)
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(source)) copy[key] = mapped((source as Record<string, unknown>)[key])
  return copy
}
