/** A sort order of a list, and its column. */
export interface Sort {
  /** In the URL; the column may change without breaking links. */
  key: string
  label: string
  column: string
  ascending: boolean
}

/** The sort for a key in the URL; `defaultKey`'s if the key is unknown. */
export function findSort(sorts: readonly [Sort, ...Sort[]], key: string | null | undefined, defaultKey: string): Sort {
  return sorts.find((sort) => sort.key === key) ?? sorts.find((sort) => sort.key === defaultKey) ?? sorts[0]
}
