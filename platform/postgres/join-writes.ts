import pg from 'pg'

/** Sends everything written in this turn of the event loop at once, because the write is a statement's largest cost. */
export function joinWrites(tx: pg.ClientBase): void {
  if (!(tx instanceof pg.Client)) return
  const { stream } = tx.connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Sends what has been written in this turn so far; what follows in it is sent together again. */
export function sendWritten(tx: pg.ClientBase): void {
  if (!(tx instanceof pg.Client)) return
  tx.connection.stream.uncork()
  joinWrites(tx)
}
