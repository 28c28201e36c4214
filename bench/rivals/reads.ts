import { createServer } from 'node:http'
import pg from 'pg'
import { serveRival } from './process.ts'

interface ReadsJob {
  connectionString: string
  connections: number
}

const SOLD = `from public.products p join public.vendors v on v.id = p.vendor_id where p.archived_at is null and v.status = 'active'`
const LIST = `select p.*, row_to_json(v) as vendor ${SOLD} order by p.created_at desc limit 12`
const ONE = `select p.* ${SOLD} and p.id = $1`

/** The list and the single product by hand, with all columns, which are public. */
serveRival(({ connectionString, connections }: ReadsJob) => {
  const pool = new pg.Pool({ connectionString, max: connections })
  return createServer(async (request, response) => {
    try {
      const id = request.url?.split('id=')[1]
      const { rows } = await (id
        ? pool.query({ name: 'one', text: ONE, values: [id] })
        : pool.query({ name: 'list', text: LIST }))
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
})
