import { setTimeout as sleep } from 'node:timers/promises'

/** Minimum duration, longer than the slower branch takes, so that the response time does not reveal which one ran. */
const FLOOR_MS = 150

/** Resolves no earlier than a fixed time after the start. */
export async function withMinimumDuration<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), sleep(FLOOR_MS)])
  return result
}
