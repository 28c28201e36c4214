/** False for an empty list, so that a pending list is waited for. */
export function isSorted<T>(values: readonly T[], compare: (a: T, b: T) => number): boolean {
  return values.length > 0 && values.every((value, at) => at === 0 || compare(values[at - 1] as T, value) <= 0)
}
