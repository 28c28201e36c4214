import { createServer } from 'node:http'
import { serveRival } from './process.ts'

interface BytesJob {
  body: string
  type: string
}

/** Serves the same bytes for each request, from memory. */
serveRival(({ body, type }: BytesJob) => {
  const bytes = Buffer.from(body)
  return createServer((_, response) => {
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.byteLength }).end(bytes)
  })
})
