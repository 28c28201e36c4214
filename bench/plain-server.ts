import { createServer } from 'node:http'
import { openPool } from '#platform/postgres/database.ts'
import { replay, type Step } from './record-statements.ts'

/** A hand-written server: node:http and pg with the same SQL, and one page from memory. Its parent tells it what to serve. */
export interface PlainJob {
  connectionString: string
  connections: number
  steps: Step[]
  page: { body: string; type: string }
}

process.once('message', (job: PlainJob) => {
  const pool = openPool({ connectionString: job.connectionString, maxConnections: job.connections })
  const page = Buffer.from(job.page.body)
  const server = createServer(async (request, response) => {
    if (request.url === '/page') {
      response.writeHead(200, { 'content-type': job.page.type, 'content-length': page.byteLength }).end(page)
      return
    }
    const client = await pool.connect()
    try {
      const results = await replay(client, job.steps)
      const body = results.findLast((result) => result.rows[0]?.body !== undefined)?.rows[0].body as string
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body)
    } catch (error) {
      await client.query('rollback')
      response.writeHead(500).end(String(error))
    } finally {
      client.release()
    }
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.send?.(typeof address === 'object' && address ? address.port : 0)
  })
})
