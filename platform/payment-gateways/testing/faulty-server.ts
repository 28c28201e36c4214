import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FaultyServer {
  url: string
  /** Fault of the next response: lost after the work, an error before it, or a response from a proxy. Applies once. */
  nextFault: 'none' | 'lost answer' | 'before' | 'another shape'
  close(): Promise<void>
}

/** Serves a fetch handler on a free port and injects faults into its responses. */
export async function serveWithFaults(handler: (request: Request) => Promise<Response>): Promise<FaultyServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const fault = faulty.nextFault
    faulty.nextFault = 'none'
    if (fault === 'before') return void response.writeHead(502).end('<html>Bad gateway</html>')
    const answer = await handler(
      new Request(`http://localhost${request.url}`, {
        method: request.method ?? 'GET',
        headers: { authorization: request.headers.authorization ?? '' },
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      }),
    )
    if (fault === 'lost answer') return void response.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    const isWrongShape = fault === 'another shape'
    response.end(isWrongShape ? '{"status":true,"message":"ok","data":{"amount":1.5}}' : await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const faulty: FaultyServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    nextFault: 'none',
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return faulty
}
