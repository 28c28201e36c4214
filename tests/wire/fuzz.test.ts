import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands } from '#server/features.ts'
import { KEYS, openTestWire, type TestWire } from '#server/testing/wire.ts'
import { seed, size, TIMEOUT_MS } from '../trials/setup/sizes.ts'
import { faultOf } from './grammar/answers.ts'
import { chanceOf } from './grammar/chance.ts'
import { doorRequest } from './grammar/door-requests.ts'
import { type Known, readKnownSchema } from './grammar/known.ts'
import { wireRoutes } from './routes.ts'

const REQUESTS = fc.readConfigureGlobal()?.numRuns ?? size(500, 1_500)

let wire: TestWire
let people: string[]
let ids: string[]
beforeAll(async () => {
  wire = await openTestWire()
  const { buyId, productId, vendorId, ownerId } = await wire.market.buy()
  const [buyer, chief, editor] = await Promise.all([
    wire.market.person(),
    wire.market.person({ role: 'chief' }),
    wire.market.person({ role: 'administrator' }),
  ])
  const { body } = await wire.market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: buyer })
  people = [buyer, ownerId, chief, editor]
  ids = [buyId, productId, vendorId, ownerId, buyer, chief, String(body.order.id)]
})
afterAll(() => wire.stop())

const NASTY = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '🧺👩🏾‍🌾',
  'Ṣọlá',
  "' or 1=1 --",
  '"',
  '\\',
  '%',
  '%00',
  '../../etc/passwd',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'null',
  'NaN',
  '1e999',
  '-0',
  '0x10',
  '2026-02-30',
  '99999999999999999999',
  'x'.repeat(5_000),
]

const FIELDS = [
  ...new Set(commands.flatMap((command) => [...command.fields])),
  'id',
  'user_id',
  'total_amount',
  'status',
  'role',
  'price_tiers',
  'end_date',
  'base_price',
  'name',
  'product_id',
  'email',
  'password',
  'phone',
  'token',
  'token_hash',
  'type',
  'refresh_token',
  'auth_code',
  'code_verifier',
  'nonce',
  'factor_type',
  'code',
  'challenge_id',
  'domain',
  'provider',
  'options',
  'prefixes',
  'paths',
  'prefix',
  'limit',
  'messages',
  'topic',
  'event',
  'payload',
  '__proto__',
  'constructor',
  'toString',
  '',
]

const text = fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary', maxLength: 40 }))
const scalar = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.bigInt().map(String))
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.nat(50).map((place) => ({ idAt: place })) },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.dictionary(text, scalar, { maxKeys: 3 }) },
)
const record = fc.array(fc.tuple(fc.constantFrom(...FIELDS), value), { maxLength: 6 })

const body = fc.oneof(
  { weight: 5, arbitrary: record.map((entries) => ({ entries, form: 'object' as const })) },
  { weight: 2, arbitrary: record.map((entries) => ({ entries, form: 'list' as const })) },
  { weight: 1, arbitrary: fc.oneof(text, fc.json()).map((raw) => ({ raw, form: 'raw' as const })) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(500, 5_000).map((depth) => ({ raw: '['.repeat(depth), form: 'raw' as const })),
  },
)

const COLUMNS = [
  'id',
  'name',
  'base_price',
  'status',
  'created_at',
  'vendor_id',
  'vendors.id',
  'price_tiers',
  'or',
  'and',
  'not.or',
]
const OPERATORS = [
  'eq',
  'neq',
  'gt',
  'lte',
  'like',
  'ilike',
  'match',
  'in',
  'is',
  'cs',
  'ov',
  'fts',
  'not.eq',
  'eq(any)',
  'x',
]
const filter = fc
  .tuple(
    fc.constantFrom(...COLUMNS),
    fc.constantFrom(...OPERATORS),
    fc.oneof(text, fc.constantFrom('(1,2)', '(', '{}', '(a.eq.1,b', 'null')),
  )
  .map(([column, operator, operand]) => [column, `${operator}.${operand}`])
const word = fc
  .tuple(
    fc.constantFrom(
      'select',
      'order',
      'limit',
      'offset',
      'on_conflict',
      'columns',
      'apikey',
      'redirect_to',
      'token',
      'type',
    ),
    fc.oneof(
      text,
      fc.constantFrom(
        '*',
        '*,vendors(*)',
        'id,vendors!inner(products(*))',
        'count',
        'a:b:c',
        'name.desc.nullslast',
        '12',
        '-1',
        'id::int',
      ),
    ),
  )
  .map(([name, given]) => [name, given])
const query = fc.array(fc.oneof(filter, word), { maxLength: 4 })

const headers = fc.dictionary(
  fc.constantFrom(
    'prefer',
    'accept',
    'range',
    'content-type',
    'idempotency-key',
    'accept-profile',
    'content-profile',
    'x-upsert',
    'user-agent',
    'x-client-info',
    'authorization',
    'apikey',
    'cookie',
    'range-unit',
  ),
  fc.oneof(
    fc.constantFrom(
      'return=representation',
      'count=exact',
      'resolution=merge-duplicates',
      'handling=strict, max-affected=1',
      'application/vnd.pgrst.object+json',
      'text/csv',
      '0-3',
      '9-1',
      'Bearer x',
      'Mozilla/5.0',
      'public',
      'a',
    ),
    fc.string({ maxLength: 30 }).filter((line) => /^[\x21-\x7e]*$/.test(line)),
  ),
  { maxKeys: 3 },
)

const request = fc.record({
  route: fc.constantFrom(...wireRoutes(commands)),
  id: fc.oneof({ weight: 3, arbitrary: fc.nat(50) }, { weight: 1, arbitrary: text }),
  query,
  headers,
  body,
  /** 0: a visitor, 1: the secret key, then people. */
  who: fc.nat(5),
})
type RandomRequest = typeof request extends fc.Arbitrary<infer Value> ? Value : never

/** An address cannot contain half a surrogate pair. */
const inAddress = (given: string) => encodeURIComponent(given.replace(/\p{Surrogate}/gu, '\ufffd'))

const idAt = (place: number) => ids[place % ids.length] ?? ''

function bodyOf({ body: given }: RandomRequest): string {
  if (given.form === 'raw') return given.raw
  const entries = given.entries.map(([name, own]) => {
    const isId = typeof own === 'object' && own !== null && 'idAt' in own
    return `${JSON.stringify(name)}:${JSON.stringify(isId ? idAt(Number(own.idAt)) : own)}`
  })
  return given.form === 'list' ? `[{${entries.join()}},{}]` : `{${entries.join()}}`
}

function addressOf({ route, id, query: parameters }: RandomRequest): string {
  const own = typeof id === 'number' ? idAt(id) : inAddress(id)
  const path = route.path.replace('{id}', own)
  const search = parameters.map(([name = '', given = '']) => `${name}=${inAddress(given)}`)
  return search.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${search.join('&')}`
}

test(`${REQUESTS} requests at random over all routes: no 5xx, no fault, no stack`, async () => {
  const statuses: Record<number, number> = {}
  const property = fc.asyncProperty(request, async (requested) => {
    const { method } = requested.route
    const as = people[requested.who - 2]
    const answer = await wire.request(addressOf(requested), {
      method,
      redirect: 'manual',
      ...(as && { as }),
      headers: {
        'content-type': 'application/json',
        ...(requested.who === 1 && { apikey: KEYS.secret, authorization: `Bearer ${KEYS.secret}` }),
        ...requested.headers,
      },
      ...(!['GET', 'HEAD'].includes(method) && { body: bodyOf(requested) }),
    })
    const said = await answer.text()
    statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    expect(answer.status, said.slice(0, 500)).toBeLessThan(500)
    expect(said).not.toMatch(/\bat .*\.ts:|node_modules/)
    expect(wire.faults).toEqual([])
  })
  await fc.assert(property, { numRuns: REQUESTS, endOnFailure: true })
  console.info('How often each status was answered:', statuses)
})

const BY_GRAMMAR = size(600, 4_000)

test(
  `${BY_GRAMMAR} requests by the grammar of the doors, with names that exist (seed ${seed})`,
  async () => {
    const known: Known = {
      schema: await readKnownSchema(wire.market.db.owner),
      ids,
      routes: wireRoutes(commands),
      fieldsOf: (name) => commands.find((command) => command.name === name)?.fields ?? [],
      pages: [],
    }
    const statuses: Record<string, number> = {}
    const faults: unknown[] = []
    for (let number = 0; number < BY_GRAMMAR; number += 1) {
      const chance = chanceOf(seed, number)
      const requested = doorRequest(chance, known)
      const { method, path, headers, body: sent } = requested
      const as = chance.in(60) ? chance.of(people) : undefined
      const isSecret = !as && chance.in(25)
      const answer = await wire.request(path, {
        method,
        redirect: 'manual',
        ...(as && { as }),
        headers: {
          'content-type': 'application/json',
          ...(isSecret && { apikey: KEYS.secret, authorization: `Bearer ${KEYS.secret}` }),
          ...headers,
        },
        ...(sent !== undefined && { body: sent }),
      })
      const fault = faultOf(requested, answer, await answer.text())
      if (fault) faults.push({ number, method, path, sent, fault })
      const key = `${requested.door} ${answer.status}`
      statuses[key] = (statuses[key] ?? 0) + 1
    }
    console.info('How often each door answered each status:', statuses)
    expect({ faults, reported: wire.faults }).toEqual({ faults: [], reported: [] })
    // Requests by the grammar are mostly understood: a generator that only sends refuse tests nothing.
    expect(statuses['tables 200']).toBeGreaterThan(BY_GRAMMAR / 20)
  },
  TIMEOUT_MS,
)
