/**
 * Encodes the facts of a message as JSON: amounts (bigint) as `{"$bigint": "7790000"}` and times as
 * `{"$date": "2026-03-17T10:59:59.000Z"}`. Missing facts (undefined) are left out.
 */
export const factsToJson = (facts: object): string =>
  JSON.stringify(facts, function (this: Record<string, unknown>, key, encoded: unknown) {
    // `encoded` of a date is its text already.
    const value = this[key]
    if (typeof value === 'bigint') return { $bigint: String(value) }
    return value instanceof Date ? { $date: value.toISOString() } : encoded
  })

/** The facts of `factsToJson`, from parsed JSON. */
export function factsFromJson(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(factsFromJson)
  if (typeof json !== 'object' || json === null) return json
  const { $bigint, $date } = json as { $bigint?: unknown; $date?: unknown }
  if (typeof $bigint === 'string') return BigInt($bigint)
  if (typeof $date === 'string') return new Date($date)
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, factsFromJson(value)]))
}
