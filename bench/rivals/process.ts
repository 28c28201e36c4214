import { fork } from 'node:child_process'
import type { Server } from 'node:http'

interface Rival {
  origin: string
  stop(): void
}

/** Starts a rival's file in a separate process, as in production, and sends it its options. */
export async function startRival(file: string, job: object): Promise<Rival> {
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' }
  const child = fork(new URL(file, import.meta.url), { execArgv: ['--import', 'tsx'], env })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', () => reject(new Error(`The rival ${file} has exited.`)))
    child.send(job)
  })
  return { origin: `http://127.0.0.1:${port}`, stop: () => void child.kill() }
}

/** Runs in the rival's process: starts the server made from its options, and reports its port. */
export function serveRival<Job>(make: (job: Job) => Promise<Server> | Server): void {
  process.once('message', async (job: Job) => {
    const server = await make(job)
    // As long as the product's. Node's 5 seconds end while a slow contender has its turn, and a client may write then.
    server.keepAliveTimeout = 65_000
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      process.send?.(typeof address === 'object' && address ? address.port : 0)
    })
  })
}
