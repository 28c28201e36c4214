import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than the longer of the two ways takes, so that the time of an answer does not tell which one it was. */
const FLOOR_MS = 150

/** Answers no earlier than a fixed time after the start. */
export async function evenly<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), sleep(FLOOR_MS)])
  return result
}
