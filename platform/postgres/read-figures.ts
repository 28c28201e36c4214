/** Where reads went that a standby may answer: since the start, and how the standbys are now. */
export interface ReadFigures {
  /** Answered by a standby. */
  standby: number
  /** Answered by the primary server, because no standby was there or far enough. */
  primary: number
  /** Of these, begun by a standby that could not end them. */
  repeated: number
  /** How often the primary server was asked for its position; many reads share one question. */
  questions: number
  /** `lagMs`: how long ago the primary server's log was as short as what is replayed there; null while nobody knows. */
  standbys: { name: string; isReady: boolean; lagMs: number | null }[]
}
