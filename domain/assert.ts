/** Stops on a bug: something the caller promised is not true. Expected noes are refusals, not asserts. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`bug: ${message}`)
}
