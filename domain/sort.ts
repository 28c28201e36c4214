/** One way to order a list, with the column it stands for. */
export interface Sort {
  key: string
  label: string
  column: string
  ascending: boolean
}

/** The sort of a key in the address; the usual one for anything else. */
export function findSort(sorts: readonly [Sort, ...Sort[]], key: string | null | undefined, usual: string): Sort {
  return sorts.find((sort) => sort.key === key) ?? sorts.find((sort) => sort.key === usual) ?? sorts[0]
}
