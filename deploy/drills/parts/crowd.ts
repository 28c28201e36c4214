import { setTimeout as sleep } from 'node:timers/promises'
import { type HttpAnswer, type HttpCall, openWire } from '../../../bench/wire.ts'

/** The responses that a crowd of clients received. */
export interface Heard {
  /** By status; 0 where no answer came. */
  statuses: Map<number, number>
  /** Why no answer came. */
  silences: Map<string, number>
  /** Milliseconds of each answer that was no refusal. */
  servedMs: number[]
  /** Milliseconds of each refusal. */
  refusedMs: number[]
}

interface Crowd {
  origin: string
  clients: number
  /** Returns a client's next request. */
  next(client: number): HttpCall
  /** Processes a response of 200 before the client's next request. */
  onServed?(call: HttpCall, answer: HttpAnswer): Promise<void>
  /** Between an answer and the next question, and after a 503. */
  pauseMs: number
  againMs: number
  isGoingOn(): boolean
}

/** Opens the given number of connections, each of which sends one request after the other. */
export async function crowdOf({ origin, clients, next, onServed, pauseMs, againMs, isGoingOn }: Crowd): Promise<Heard> {
  const heard: Heard = { statuses: new Map(), silences: new Map(), servedMs: [], refusedMs: [] }
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      // They do not all come in the same moment.
      await sleep((client / clients) * 1_000)
      const wire = openWire(origin)
      while (isGoingOn()) {
        const beganAt = performance.now()
        const call = next(client)
        const answer = await wire.ask(call).catch(({ message }: Error) => {
          heard.silences.set(message, (heard.silences.get(message) ?? 0) + 1)
        })
        const status = answer?.status ?? 0
        heard.statuses.set(status, (heard.statuses.get(status) ?? 0) + 1)
        const tookMs = performance.now() - beganAt
        if (status === 503) heard.refusedMs.push(tookMs)
        else if (status !== 0) heard.servedMs.push(tookMs)
        if (answer?.status === 200) await onServed?.(call, answer)
        await sleep(status === 503 || status === 0 ? againMs : pauseMs)
      }
      wire.close()
    }),
  )
  return heard
}

export const served = ({ statuses }: Heard): number => statuses.get(200) ?? 0
export const refusedShare = ({ statuses }: Heard): number => {
  const all = [...statuses.values()].reduce((sum, count) => sum + count, 0)
  return all === 0 ? 0 : (statuses.get(503) ?? 0) / all
}

/** Unexpected responses: neither served nor a 503 with `Retry-After`. */
export const odd = ({ statuses, silences }: Heard): string =>
  [...statuses, ...silences]
    .filter(([status]) => ![0, 200, 503].includes(Number(status)))
    .map(([status, count]) => `${count} x ${status}`)
    .join(', ')
