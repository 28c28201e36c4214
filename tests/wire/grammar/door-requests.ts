import { type Chance, nasty } from './chance.ts'
import type { Door, DoorRequest, Known } from './known.ts'
import { tableRequest } from './table-requests.ts'

/** One request to one of the doors; tables get half of them. */
export function doorRequest(chance: Chance, known: Known): DoorRequest {
  const draw = chance.below(100)
  if (draw < 50) return tableRequest(chance, known)
  if (draw < 60 && known.pages.length > 0) return pageRequest(chance, known)
  return routeRequest(chance, known)
}

const DOORS: [prefix: string, door: Door][] = [
  ['/functions/v1/', 'functions'],
  ['/auth/v1/', 'auth'],
  ['/storage/v1/', 'storage'],
  ['/realtime/v1/', 'realtime'],
]

function routeRequest(chance: Chance, { routes, ids, fieldsOf }: Known): DoorRequest {
  const [prefix, door] = chance.of(DOORS)
  const { method, path } = chance.of(routes.filter((route) => route.path.startsWith(prefix)))
  const id = chance.in(85) ? chance.of(ids) : encodeURIComponent(nasty(chance))
  const fields = door === 'functions' ? fieldsOf(path.slice(prefix.length)) : FIELDS[door]
  const hasBody = !['GET', 'HEAD'].includes(method)
  return {
    door,
    method,
    path: path.replace('{id}', id),
    headers: {
      ...(chance.in(10) && {
        'idempotency-key': chance.of([chance.of(ids), 'x', nasty(chance).replace(/[^\x21-\x7e]/g, '?')]),
      }),
      ...(chance.in(8) && {
        'content-type': chance.of([
          'text/plain',
          'image/png',
          'multipart/form-data; boundary=x',
          'application/x-www-form-urlencoded',
        ]),
      }),
      ...(chance.in(5) && { range: 'bytes=0-3', 'x-upsert': 'true' }),
    },
    ...(hasBody && { body: bodyOf(chance, fields, ids) }),
  }
}

const FIELDS: Record<Exclude<Door, 'functions'>, readonly string[]> = {
  auth: 'email password phone data token token_hash type refresh_token auth_code code_verifier nonce factor_type friendly_name code challenge_id domain provider id_token options redirect_to create_user code_challenge code_challenge_method user_metadata app_metadata role ban_duration'.split(
    ' ',
  ),
  storage: 'prefix limit offset sortBy search prefixes paths expiresIn bucketId sourceKey destinationKey'.split(' '),
  realtime: 'messages topic event payload private'.split(' '),
  tables: [],
  pages: 'intent name id quantity email password reason note'.split(' '),
}

function bodyOf(chance: Chance, fields: readonly string[], ids: readonly string[]): string {
  if (chance.in(4)) return nasty(chance)
  // Mostly every field, because most commands look at no value before all are there.
  const given = fields.filter(() => chance.in(88))
  const input = Object.fromEntries(given.map((name) => [name, fieldValue(chance, name, ids)]))
  if (chance.in(3)) return JSON.stringify([input])
  return JSON.stringify(chance.in(5) ? { ...input, __proto__: 1, unknown: 1 } : input)
}

const TYPES = ['signup', 'recovery', 'magiclink', 'email_change', 'sms', 'totp', 'phone', 'webauthn']

/** A value that the name suggests, at times of another type. */
function fieldValue(chance: Chance, name: string, ids: readonly string[]): unknown {
  if (chance.in(10))
    return chance.of([null, true, -1, 1.5, [], {}, [{}], nasty(chance), [nasty(chance)], { a: nasty(chance) }])
  if (/_ids$|^ids$/.test(name)) return chance.some(3, () => chance.of(ids))
  if (/_id$|^id$/.test(name)) return chance.of(ids)
  if (/email/.test(name)) return `someone${chance.below(50)}@market.test`
  if (/phone/.test(name)) return `+23480${10_000_000 + chance.below(50)}`
  if (/password/.test(name)) return 'market-day-morning-7'
  if (/type|method/.test(name)) return chance.of(TYPES)
  if (/amount|kobo|price|quantity|count|days|percent|limit|offset|points|version|weight|expires/i.test(name))
    return chance.below(1_000)
  if (/^is_|^has_|enabled|private|create_user/.test(name)) return chance.in(50)
  if (/date|_at$|until|^from$|^to$|day$/.test(name))
    return chance.of(['2026-12-24', '2026-12-24T09:00:00Z', '2026-02-30'])
  if (/lines|items|places|messages|rows|tiers|prefixes|paths/.test(name))
    return chance.some(2, () => ({ id: chance.of(ids), quantity: 1, topic: 'room', event: 'word', payload: {} }))
  if (/data|options|metadata|details|sortBy|payload/.test(name))
    return { full_name: 'Ngozi Bello', column: 'name', order: 'asc' }
  return chance.of([
    'Rice and beans',
    'Lagos',
    'approve',
    'reject',
    'A reason that is long enough.',
    '123456',
    'https://market.test/x',
  ])
}

function pageRequest(chance: Chance, { pages, ids }: Known): DoorRequest {
  const filled = chance
    .of(pages)
    .replace(/:[\w?]+/g, () => (chance.in(80) ? chance.of(ids) : encodeURIComponent(nasty(chance).slice(0, 200))))
  const isData = chance.in(20)
  const search = chance.in(50)
    ? `?${['q', 'page', 'sort', 'status', 'state', 'from', 'to', 'lang']
        .filter(() => chance.in(30))
        .map(
          (name) =>
            `${name}=${encodeURIComponent(chance.of(['1', '-1', 'rice', '2026-03-04', nasty(chance).slice(0, 300)]))}`,
        )
        .join('&')}`
    : ''
  const method = chance.of(['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST'])
  const fields = FIELDS.pages
    .filter(() => chance.in(40))
    .map((name) => `${name}=${encodeURIComponent(chance.in(30) ? nasty(chance) : chance.of(ids))}`)
  return {
    door: 'pages',
    method,
    path: `${filled === '/' && isData ? '/_root' : filled}${isData ? '.data' : ''}${search}`,
    headers: {
      ...(chance.in(20) && { 'accept-language': chance.of(['ha', 'yo-NG', 'xx', '*;q=0.1']) }),
      ...(chance.in(10) && { cookie: chance.of(['theme=dark', 'session=x; cart=%7B', 'a=b; a=c; =;']) }),
      ...(method === 'POST' && {
        'content-type': chance.of([
          'application/x-www-form-urlencoded',
          'application/json',
          'multipart/form-data; boundary=x',
        ]),
      }),
    },
    ...(method === 'POST' && { body: fields.join('&') }),
  }
}
