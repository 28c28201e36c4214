import { readSqlError } from './sqlstate.ts'

/** The transaction had failed already: true of every statement that was sent after the one that is to blame. */
const FOLLOWED = '25P02'

/**
 * The answers of statements that were sent together in one transaction. Of several that fail, throws what was wrong first, not
 * what followed from it.
 */
export async function inOnePacket<Answers extends unknown[]>(
  statements: readonly [...{ [Index in keyof Answers]: Promise<Answers[Index]> }],
): Promise<Answers> {
  const settled = await Promise.allSettled(statements)
  const faults = settled.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []))
  if (faults.length > 0) throw faults.find((fault) => readSqlError(fault)?.code !== FOLLOWED) ?? faults[0]
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as Answers
}
