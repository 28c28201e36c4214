import { createServer } from 'node:http'
import pg from 'pg'
import { serveRival } from './process.ts'

interface ReadsJob {
  connectionString: string
  connections: number
}

const PRODUCT = `p.id, p.vendor_id, p.name, p.description, p.category, p.base_price, p.unit, p.min_quantity, p.max_quantity, p.available_quantity,
  p.image_url, p.vendor_location, p.share_date, p.stockpile_allowed, p.archived_at, p.created_at, p.updated_at,
  p.stockpile_confirmed_by, p.stockpile_confirmed_at, p.can_be_stockpiled, p.vat_class, p.kg_per_unit`
const VENDOR = `json_build_object('id', v.id, 'owner_id', v.owner_id, 'business_name', v.business_name, 'description', v.description,
  'location', v.location, 'state', v.state, 'logo_url', v.logo_url, 'status', v.status, 'created_at', v.created_at, 'updated_at', v.updated_at) as vendor`
const SOLD = `from public.products p join public.vendors v on v.id = p.vendor_id where p.archived_at is null and v.status = 'active'`
const LIST = `select ${PRODUCT}, ${VENDOR} ${SOLD} order by p.created_at desc limit 12`
const ONE = `select ${PRODUCT} ${SOLD} and p.id = $1`

/** The list and the single product by hand, with the public columns. */
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
