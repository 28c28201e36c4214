import { setTimeout as sleep } from 'node:timers/promises'
import { type HttpCall, type HttpResponse, openHttpClient } from '../../../../bench/http-client.ts'

/** The responses that a crowd of clients received. */
export interface CrowdResponses {
  /** By status; 0 without a response. */
  statuses: Map<number, number>
  /** Error messages of requests without a response. */
  errors: Map<string, number>
  /** Milliseconds of each response other than 503. */
  servedMs: number[]
  /** Milliseconds of each 503. */
  refusedMs: number[]
}

interface CrowdOptions {
  origin: string
  clients: number
  /** Returns a client's next request. */
  next(client: number): HttpCall
  /** Processes a response of 200 before the client's next request. */
  onServed?(call: HttpCall, answer: HttpResponse): Promise<void>
  /** Pauses after a response, and after a 503. */
  pauseMs: number
  retryMs: number
  isGoingOn(): boolean
}

/** Opens the given number of connections, each of which sends one request after the other. */
export async function runCrowd({
  origin,
  clients,
  next,
  onServed,
  pauseMs,
  retryMs,
  isGoingOn,
}: CrowdOptions): Promise<CrowdResponses> {
  const responses: CrowdResponses = { statuses: new Map(), errors: new Map(), servedMs: [], refusedMs: [] }
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      // Spreads the clients' starts over a second.
      await sleep((client / clients) * 1_000)
      const wire = openHttpClient(origin)
      while (isGoingOn()) {
        const beganAt = performance.now()
        const call = next(client)
        const answer = await wire.send(call).catch(({ message }: Error) => {
          responses.errors.set(message, (responses.errors.get(message) ?? 0) + 1)
        })
        const status = answer?.status ?? 0
        responses.statuses.set(status, (responses.statuses.get(status) ?? 0) + 1)
        const tookMs = performance.now() - beganAt
        if (status === 503) responses.refusedMs.push(tookMs)
        else if (status !== 0) responses.servedMs.push(tookMs)
        if (answer?.status === 200) await onServed?.(call, answer)
        await sleep(status === 503 || status === 0 ? retryMs : pauseMs)
      }
      wire.close()
    }),
  )
  return responses
}

export const served = ({ statuses }: CrowdResponses): number => statuses.get(200) ?? 0
export const refusedShare = ({ statuses }: CrowdResponses): number => {
  const all = [...statuses.values()].reduce((sum, count) => sum + count, 0)
  return all === 0 ? 0 : (statuses.get(503) ?? 0) / all
}

/** Unexpected responses: neither served nor a 503 with `Retry-After`. */
export const unexpectedResponses = ({ statuses, errors }: CrowdResponses): string =>
  [...statuses, ...errors]
    .filter(([status]) => ![0, 200, 503].includes(Number(status)))
    .map(([status, count]) => `${count} x ${status}`)
    .join(', ')
