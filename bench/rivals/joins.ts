import { createServer, type IncomingMessage } from 'node:http'
import { importJWK, type JWK, jwtVerify } from 'jose'
import pg from 'pg'
import { JOIN, ORDER_OF_KEY } from './join-sql.ts'
import { serveRival } from './process.ts'

interface JoinsJob {
  connectionString: string
  connections: number
  publicKey: JWK
  issuer: string
}

/** A minimal implementation of joins: `node:http`, `pg`, and one statement a join. */
serveRival(async ({ connectionString, connections, publicKey, issuer }: JoinsJob) => {
  const pool = new pg.Pool({ connectionString, max: connections })
  const key = await importJWK(publicKey, 'ES256')
  const known = new Map<string, { sub: string; exp: number }>()

  async function personOf(token: string): Promise<string | null> {
    const seen = known.get(token)
    if (seen && seen.exp > Date.now() / 1000) return seen.sub
    const options = { issuer, audience: 'authenticated', algorithms: ['ES256'], requiredClaims: ['sub', 'exp'] }
    const checked = await jwtVerify(token, key, options).catch(() => null)
    if (!checked) return null
    const { sub = '', exp = 0 } = checked.payload
    known.set(token, { sub, exp })
    return sub
  }

  async function join(buy: string, person: string, { quantity, key }: { quantity: number; key: string }) {
    const order = await pool
      .query({ name: 'join', text: JOIN, values: [buy, person, quantity, key] })
      .catch((error) => {
        if (error.code === '23505') return pool.query(ORDER_OF_KEY, [key, person])
        throw error
      })
    return order.rows[0]
  }

  return createServer(async (request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    try {
      const person = await personOf((request.headers.authorization ?? '').replace('Bearer ', ''))
      if (!person) return answer(401, { error: 'not signed in' })
      if (request.method === 'GET') return answer(200, { person })
      const { group_buy_id: buy, quantity } = JSON.parse(await bodyOf(request))
      if (!Number.isInteger(quantity) || quantity < 1) return answer(400, { error: 'not a quantity' })
      const order = await join(buy, person, { quantity, key: String(request.headers['idempotency-key']) })
      return order ? answer(200, { order }) : answer(409, { error: 'nothing left' })
    } catch (error) {
      return answer(500, { error: String(error) })
    }
  })
})

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}
