import { TooBusy } from '#platform/queues/concurrency-limiter.ts'
import { tooBusy, tooManyReads } from './errors/errors.ts'
import type { Exchange } from './exchange.ts'
import type { ReadCost } from './statements/read-cost.ts'

interface CountedRead extends ReadCost {
  isCounted: boolean
}

/** Charged for each function call, because its cost cannot be estimated. */
export const ROWS_OF_A_CALL = 5_000

/** A unit is the measure of `ReadLimits.take`: a read, and each of these many rows. */
const ROWS_PER_UNIT = 1_000
const COUNT_UNITS = 4
const HEAVY_READ_UNITS = 20

/**
 * Runs a read when its reader has not read too much and a place is free. Throws 429, or 503 when too much waits
 * already.
 */
export async function admitRead<T>(exchange: Exchange, read: ReadCost, work: () => Promise<T>): Promise<T> {
  const { reading, identity, request, preferences } = exchange
  if (!reading || identity.role === 'service_role') return work()
  const reader = reading.readerOf(request, identity)
  const wait = await reading.take(reader, readUnits({ ...read, isCounted: preferences.count !== undefined }))
  if (wait > 0) throw tooManyReads(wait)
  const isAnonymous = identity.role === 'anon'
  const run = isAnonymous ? () => reading.anonymous(reader, work) : work
  try {
    return await (read.isHeavy ? reading.heavy(reader, run) : run())
  } catch (error) {
    throw error instanceof TooBusy ? tooBusy() : error
  }
}

function readUnits({ rows, isHeavy, isCounted }: CountedRead): number {
  const counted = isCounted ? COUNT_UNITS : 0
  return 1 + Math.floor(rows / ROWS_PER_UNIT) + counted + (isHeavy ? HEAVY_READ_UNITS : 0)
}
