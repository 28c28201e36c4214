// Apart from `area.ts`, which needs the names of all local governments: every page shows an area.

/** Where a person buys. */
export interface Area {
  state: string
  /** Null where only the state is known: on pages that are cached for all visitors of a state (decision 0097). */
  lga: string | null
}

/** "Ikeja, Lagos" */
export const areaText = ({ state, lga }: Area): string => (lga === null ? state : `${lga}, ${state}`)
