/** Stops on a bug: something that the callers promise is not so. Expected noes are refusals, not asserts. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`bug: ${message}`)
}
