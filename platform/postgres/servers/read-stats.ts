/** Counts of the reads that a standby may serve, and the state of the standbys. */
export interface ReadStats {
  /** Served by a standby. */
  standby: number
  /** Served by the primary, because no standby was available or up to date. */
  primary: number
  /** Those of them that a standby started and couldn't finish. */
  repeated: number
  /** Queries for the primary's log position; concurrent reads share one. */
  questions: number
  /** `lagMs`: replay lag in ms; null while unknown. */
  standbys: { name: string; isReady: boolean; lagMs: number | null }[]
}
