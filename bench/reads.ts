import { fork } from 'node:child_process'
import type { Bench, Figure } from './figure.ts'
import { ask, httpWorkers, takeTurns } from './load.ts'
import type { PlainJob } from './plain-server.ts'

const TURNS = { rounds: 8, seconds: 1 }
const LIST = '/rest/v1/products?select=*,vendor:vendors!inner(*)&order=created_at.desc&limit=12'
const PAGE = '/products'

/** A list from the table API compared with the same SQL behind plain node:http, and a rendered page with the same bytes from memory. */
export async function benchReads(bench: Bench): Promise<Figure[]> {
  const { origin } = bench.product
  const list = { path: LIST, headers: { apikey: bench.apiKeys.publishable } }
  const steps = await bench.learner.statementsOf(async () => new Request(origin + LIST, { headers: list.headers }))
  const page = await ask(origin, { path: PAGE })
  if (page.status !== 200) throw new Error(`${PAGE} answered ${page.status}.`)
  const plain = await startPlain({
    connectionString: bench.authenticatorConnectionString,
    connections: bench.connections,
    steps,
    page: { body: page.body.toString(), type: page.type },
  })
  try {
    const answers = await Promise.all([ask(origin, list), ask(plain.origin, { path: '/list' })])
    const [left, right] = answers.map(({ body }) => JSON.stringify(JSON.parse(body.toString())))
    if (left !== right) throw new Error('The hand-written handler answers something different.')
    const lists = await takeTurns(
      [
        { name: 'product', workers: httpWorkers(origin, () => list) },
        { name: 'plain', workers: httpWorkers(plain.origin, () => ({ path: '/list' })) },
      ],
      TURNS,
    )
    const pages = await takeTurns(
      [
        { name: 'product', workers: httpWorkers(origin, () => ({ path: PAGE })) },
        { name: 'plain', workers: httpWorkers(plain.origin, () => ({ path: '/page' })) },
      ],
      TURNS,
    )
    return [
      figure('12 of 10,000 products with vendor, sorted', lists, 0.6),
      figure(`${PAGE}, rendered (${Math.round(page.body.byteLength / 1000)} KB), against the kept bytes`, pages),
    ]
  } finally {
    plain.stop()
  }
}

function figure(what: string, [product = 0, measure = 0]: number[], target?: number): Figure {
  return { what, product, measure, unit: '/s', ...(target !== undefined && { target }) }
}

async function startPlain(job: PlainJob): Promise<{ origin: string; stop(): void }> {
  const child = fork(new URL('./plain-server.ts', import.meta.url), { execArgv: ['--import', 'tsx'] })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    child.once('exit', () => reject(new Error('The hand-written handler has exited.')))
    child.send(job)
  })
  return { origin: `http://127.0.0.1:${port}`, stop: () => void child.kill() }
}
