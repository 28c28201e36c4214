/** Throws if an invariant is violated, which is a bug. For expected failures, return a refusal instead. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`bug: ${message}`)
}
