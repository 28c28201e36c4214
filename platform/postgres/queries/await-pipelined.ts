import { readSqlError } from '../sqlstate.ts'

/** in_failed_sql_transaction: reported for every statement sent after the one that failed. */
const IN_FAILED_TRANSACTION = '25P02'

/**
 * The results of statements that were pipelined in one transaction. If several fail, throws the original error rather
 * than those that follow from it.
 */
export async function awaitPipelined<Results extends unknown[]>(
  statements: readonly [...{ [Index in keyof Results]: Promise<Results[Index]> }],
): Promise<Results> {
  const settled = await Promise.allSettled(statements)
  const errors = settled.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []))
  if (errors.length > 0) throw errors.find((error) => readSqlError(error)?.code !== IN_FAILED_TRANSACTION) ?? errors[0]
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as Results
}
