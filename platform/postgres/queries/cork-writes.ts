import pg from 'pg'

/**
 * Corks the connection's socket until the end of the current turn of the event loop, because the write is the largest
 * cost of a statement.
 */
export function corkWrites(tx: pg.ClientBase): void {
  if (!(tx instanceof pg.Client)) return
  const { stream } = tx.connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Sends what has been written so far, and corks the socket again for the rest of the turn. */
export function flushWrites(tx: pg.ClientBase): void {
  if (!(tx instanceof pg.Client)) return
  tx.connection.stream.uncork()
  corkWrites(tx)
}
