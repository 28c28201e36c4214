import { Agent, type IncomingMessage, request } from 'node:http'

export const CLIENTS = 16

/** Does one unit of work after another until told to stop; throws if one fails. */
export type Worker = (mayGoOn: () => boolean) => Promise<number>

export interface Side {
  name: string
  workers: Worker[]
}

/**
 * Units of work per second for each side. The sides take turns in short rounds, so that other load on the machine affects
 * them equally.
 */
export async function takeTurns(
  sides: Side[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<number[]> {
  const rates = sides.map(() => [] as number[])
  // The first round warms up and is not counted.
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { workers }] of sides.entries()) {
      const rate = await rateOf(workers, round === 0 ? seconds / 2 : seconds)
      if (round > 0) rates[index]?.push(rate)
    }
  }
  return rates.map((all) => all.reduce((sum, rate) => sum + rate, 0) / all.length)
}

async function rateOf(workers: Worker[], seconds: number): Promise<number> {
  const beganAt = performance.now()
  const endsAt = beganAt + seconds * 1000
  const counts = await Promise.all(workers.map((worker) => worker(() => performance.now() < endsAt)))
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - beganAt) / 1000)
}

export interface HttpCall {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Clients with one keep-alive connection each; `next` gives the request. Anything but a 200 fails the benchmark. */
export function httpWorkers(origin: string, next: () => HttpCall): Worker[] {
  return Array.from({ length: CLIENTS }, () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    return async (mayGoOn) => {
      let count = 0
      for (; mayGoOn(); count++) {
        const call = next()
        const { status, body } = await ask(origin, call, agent)
        if (status !== 200) throw new Error(`${call.path} answered ${status}: ${body.toString().slice(0, 500)}`)
      }
      return count
    }
  })
}

export function ask(
  origin: string,
  call: HttpCall,
  agent?: Agent,
): Promise<{ status: number; body: Buffer; type: string }> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body } = call
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options = { method, headers: { ...headers, ...length }, ...(agent && { agent }) }
    const asking = request(origin + call.path, options, (response: IncomingMessage) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const type = response.headers['content-type'] ?? ''
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks), type })
      })
    })
    asking.once('error', reject)
    asking.end(body)
  })
}
