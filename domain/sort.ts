/** A sort order of a list, and its column. */
export interface Sort {
  key: string
  label: string
  column: string
  ascending: boolean
}

/** The sort for a key in the URL; the `usual` one if the key is unknown. */
export function findSort(sorts: readonly [Sort, ...Sort[]], key: string | null | undefined, usual: string): Sort {
  return sorts.find((sort) => sort.key === key) ?? sorts.find((sort) => sort.key === usual) ?? sorts[0]
}
