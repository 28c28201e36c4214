import type pg from 'pg'

/**
 * Runs work of which nothing is left if it throws, or if its result is not kept. The transaction goes on either way: the
 * fault is the caller's to judge.
 */
export async function inSavepoint<T>(
  tx: pg.ClientBase,
  work: () => Promise<T>,
  keeps: (result: T) => boolean = () => true,
): Promise<T> {
  await tx.query('savepoint attempt')
  try {
    const result = await work()
    await tx.query(keeps(result) ? 'release savepoint attempt' : 'rollback to savepoint attempt')
    return result
  } catch (fault) {
    // Over a broken connection there is nothing to roll back.
    await tx.query('rollback to savepoint attempt').catch(() => undefined)
    throw fault
  }
}
