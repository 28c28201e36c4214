export interface BookCommands {
  /**
   * Records how a difference between the gateway's records and the ledger was resolved. Moves no money. Chiefs only.
   */
  'resolve-difference': { input: { difference_id: string; reason: string }; output: { difference_id: string } }
  /** Queues an audit of the books; `with_gateway` reconciles them with the gateway first. Chiefs only. */
  'check-books': { input: { with_gateway: boolean }; output: { is_queued: true } }
}
