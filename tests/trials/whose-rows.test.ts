import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'
import { draw, inParallel, size, TIMEOUT_MS } from './setup/sizes.ts'

// Many people share few connections. Whatever anybody asks for, an answer has nothing of anybody else's.

const PEOPLE = 64
const CONNECTIONS = 4
const REQUESTS = size(1_000, 20_000)

interface Member {
  id: string
  orderId: string
  /** Texts that only this person may read. */
  own: string[]
}

let wire: TestWire
let buyId: string
let members: Member[]
/** Tables and views that signed-in people may read in full or in part. */
let readable: string[]
/** Whose a text is. */
let owners: Map<string, string>

beforeAll(async () => {
  wire = await openTestWire({ maxConnections: CONNECTIONS })
  const { market } = wire
  ;({ buyId } = await market.buy({ target_quantity: 500 }))
  members = []
  for (let number = 0; number < PEOPLE; number += 1) {
    const surname = `Secretname${number}x`
    const id = await market.person({ name: `Ada ${surname}` })
    const joined = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: id })
    expect(joined, number.toString()).toMatchObject({ status: 200, body: { order: { user_id: id } } })
    const orderId: string = joined.body.order.id
    const { email } = await market.row<{ email: string }>('select email from auth.users where id = $1', [id])
    const { rows } = await market.db.owner.query<{ id: string }>(
      'select id from public.order_lines where order_id = $1 union select id from public.notices where person_id = $2',
      [orderId, id],
    )
    members.push({ id, orderId, own: [surname, orderId, email, ...rows.map((row) => row.id)] })
  }
  owners = new Map(members.flatMap(({ id, own }) => own.map((text) => [text, id])))
  const { rows } = await market.db.owner.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p')
       and has_any_column_privilege('authenticated', c.oid, 'select') order by 1`,
  )
  readable = rows.map(({ name }) => name)
})
afterAll(() => wire.stop())

test(
  `${PEOPLE} people on ${CONNECTIONS} connections: ${REQUESTS} mixed requests, each answered with their own rows`,
  async () => {
    expect(readable.length).toBeGreaterThan(40)
    const below = draw('whose-rows')
    const anyone = () => members[below(PEOPLE)] as Member
    const foreign: string[] = []
    const statuses = new Map<number, number>()
    let answersWithOwnRows = 0
    const ask = async () => {
      const [reader, other] = [anyone(), anyone()]
      const kind = KINDS[below(KINDS.length)] ?? 'table'
      const as = kind === 'anonymous' ? undefined : reader.id
      const { path, body } = requestOf(kind, { reader, other, table: readable[below(readable.length)] ?? '' })
      const response = await wire.request(path, {
        ...(as && { as }),
        ...(body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      const text = await response.text()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      const found = [...text.matchAll(TOKENS)].flatMap(([token]) => owners.get(token) ?? [])
      if (found.some((owner) => owner !== as)) foreign.push(`${kind} ${path}: ${text.slice(0, 200)}`)
      answersWithOwnRows += Number(found.length > 0)
    }
    await inParallel(Array.from({ length: REQUESTS }), PEOPLE, ask)
    console.info('How often each status was answered:', Object.fromEntries(statuses))
    expect(foreign).toEqual([])
    expect(wire.faults).toEqual([])
    // The test finds nothing foreign in answers that are all empty.
    expect(answersWithOwnRows).toBeGreaterThan(REQUESTS / 5)
  },
  TIMEOUT_MS,
)

const KINDS = [
  'table',
  'mine',
  'order',
  'foreign order',
  'lines',
  'profile',
  'command',
  'refused',
  'fails',
  'anonymous',
] as const

const TOKENS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|Secretname\d+x|person\d+@market\.test/g

interface Asked {
  path: string
  /** Makes it a POST. */
  body?: Record<string, unknown>
}

function requestOf(
  kind: (typeof KINDS)[number],
  { reader, other, table }: { reader: Member; other: Member; table: string },
): Asked {
  switch (kind) {
    case 'table':
    case 'anonymous':
      return { path: `/rest/v1/${table}?select=*&limit=1000` }
    case 'mine':
      return { path: '/rest/v1/orders?select=*,lines:order_lines(*)' }
    case 'order':
      return { path: `/rest/v1/orders?select=id,status,total_amount&id=eq.${reader.orderId}` }
    case 'foreign order':
      return { path: `/rest/v1/orders?select=status,group_buy:group_buys(status)&id=eq.${other.orderId}` }
    case 'lines':
      return { path: `/rest/v1/order_lines?select=*&order_id=in.(${reader.orderId},${other.orderId})` }
    case 'profile':
      return { path: `/rest/v1/profiles?select=full_name&id=in.(${reader.id},${other.id})` }
    case 'command':
      return { path: '/functions/v1/join-group-buy', body: { group_buy_id: buyId, quantity: 1 } }
    case 'refused':
      return { path: '/functions/v1/cancel-order', body: { order_id: other.orderId, return_to: 'soon' } }
    case 'fails':
      return { path: '/rest/v1/orders?select=id&total_amount=gt.many' }
  }
}
