import { setTimeout as sleep } from 'node:timers/promises'

interface RepeatedCall {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

/** Time after which a try without an answer is repeated. */
const ANSWER_WITHIN_MS = 8_000
const PAUSE_MS = 250

/**
 * Sends a call as a well-behaved client does, again and again until it is answered with something other than a request
 * to come back; null if it was given up before.
 */
export async function callUntilAnswered(
  origin: string,
  { path, ...call }: RepeatedCall,
  givesUpAt: () => number,
): Promise<{ status: number; text: string; tries: number } | null> {
  for (let tries = 1; ; tries++) {
    const answer = await fetch(origin + path, { ...call, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch(() => null)
    if (answer && answer.status < 500) return { ...answer, tries }
    if (performance.now() > givesUpAt()) return null
    await sleep(PAUSE_MS)
  }
}

/**
 * Starts pieces of work at a rate, whether or not the earlier ones have ended; `end` stops it and waits for all that has
 * been started.
 */
export function startAtRate(perSecond: number, work: (number: number) => Promise<unknown>): { end(): Promise<void> } {
  const running = new Set<Promise<unknown>>()
  const beganAt = performance.now()
  let number = 0
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - beganAt) / 1_000) * perSecond)
    for (; number < due; number++) {
      const started: Promise<unknown> = work(number).finally(() => running.delete(started))
      running.add(started)
    }
  }, 10)
  return {
    async end() {
      clearInterval(timer)
      await Promise.all(running)
    },
  }
}
