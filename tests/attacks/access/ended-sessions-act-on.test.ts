import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { openTarget, type Person, type Target } from '../open-target.ts'

/** A stolen device still has its access token and its cookie, and continues after the owner has signed it out. */
let target: Target
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target?.close())

type Device = Pick<Person, 'token' | 'refreshToken'>

async function signInAgain({ email, password }: Person): Promise<Device> {
  const answer = await target.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify({ email, password }),
  })
  expect(answer.status).toBe(200)
  const session = (await answer.json()) as { access_token: string; refresh_token: string }
  return { token: session.access_token, refreshToken: session.refresh_token }
}

const cookieOf = ({ token, refreshToken }: Device) => {
  const expires_at = Math.floor(Date.now() / 1000) + 3600
  const stored = {
    access_token: token,
    refresh_token: refreshToken,
    expires_at,
    expires_in: 3600,
    token_type: 'bearer',
  }
  return `ajoja-session=${encodeURIComponent(JSON.stringify(stored))}`
}

/** Each means of access, and whether it still authenticates the device. */
const doors: Record<string, (device: Device, person: Person) => Promise<boolean>> = {
  'reading a table': async ({ token }) => {
    const answer = await target.request('/rest/v1/profiles?select=id', { token })
    return answer.status === 200
  },
  'writing a table': async ({ token }, { id }) => {
    const body = JSON.stringify({ full_name: 'Somebody Else' })
    return (await target.request(`/rest/v1/profiles?id=eq.${id}`, { token, method: 'PATCH', body })).status < 300
  },
  'a command': async ({ token }) => {
    const body = JSON.stringify({ order_id: crypto.randomUUID() })
    return (await target.request('/functions/v1/leave-group-buy', { token, method: 'POST', body })).status !== 401
  },
  storage: async ({ token }) => {
    const body = JSON.stringify({ prefix: '', limit: 1 })
    return (await target.request('/storage/v1/object/list/products', { token, method: 'POST', body })).status !== 401
  },
  'the login': async ({ token }) => (await target.request('/auth/v1/user', { token })).status === 200,
  'a page': async (device) => {
    const headers = { cookie: cookieOf(device) }
    return (await fetch(`${target.origin}/account/orders`, { headers, redirect: 'manual' })).status === 200
  },
  'a form of a page': async (device) => {
    const headers = {
      cookie: cookieOf(device),
      origin: target.origin,
      'content-type': 'application/x-www-form-urlencoded',
    }
    const sent = { method: 'POST', headers, body: 'full_name=Somebody+Else', redirect: 'manual' as const }
    const answer = await fetch(`${target.origin}/account/profile`, sent)
    return !(answer.headers.get('location') ?? '').startsWith('/auth')
  },
  'a new channel': async ({ token }) => {
    const { socket, joined } = await listen(token)
    socket.terminate()
    return joined === 'ok'
  },
}

/** An open websocket with one private channel of the device. */
async function listen(token: string) {
  const address = `${target.origin.replace('http', 'ws')}/realtime/v1/websocket?apikey=${target.publishableKey}&vsn=1.0.0`
  const socket = new WebSocket(address)
  const heard: { event: string; payload: { status?: string } }[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  await new Promise((opened, failed) => socket.once('open', opened).once('error', failed))
  const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'orders' }] }
  const payload = { config, access_token: token }
  socket.send(JSON.stringify({ topic: 'realtime:mine', event: 'phx_join', payload, ref: '1', join_ref: '1' }))
  const joined = await vi.waitFor(
    () => {
      const reply = heard.find(({ event }) => event === 'phx_reply')
      expect(reply).toBeDefined()
      return reply?.payload.status
    },
    { timeout: 60_000 },
  )
  return { socket, joined, hasEnded: () => heard.some(({ event }) => event === 'phx_close') }
}

async function openDoors(device: Device, person: Person): Promise<string[]> {
  const tried = await Promise.all(
    Object.entries(doors).map(async ([name, opens]) => ((await opens(device, person)) ? [name] : [])),
  )
  return tried.flat()
}

const logOut = (scope: string) => async (_: Person, owner: Device) =>
  target.request(`/auth/v1/logout?scope=${scope}`, { token: owner.token, method: 'POST' })

const admin = (path: string, method: string, body: unknown = {}) =>
  target.request(`/auth/v1/admin${path}`, {
    method,
    body: JSON.stringify(body),
    headers: { apikey: target.secretKey, authorization: `Bearer ${target.secretKey}` },
  })

const ENDS: [string, (person: Person, owner: Device) => Promise<Response>][] = [
  ['a global sign-out', logOut('global')],
  ['signing the others out', logOut('others')],
  [
    'a new password',
    (_, owner) =>
      target.request('/auth/v1/user', {
        token: owner.token,
        method: 'PUT',
        body: JSON.stringify({ password: 'another-good-morning-9' }),
      }),
  ],
  ['a new password by the site', ({ id }) => admin(`/users/${id}`, 'PUT', { password: 'another-good-morning-9' })],
  ['a ban', ({ id }) => admin(`/users/${id}`, 'PUT', { ban_duration: '24h' })],
  ['deleting the login', ({ id }) => admin(`/users/${id}`, 'DELETE', { should_soft_delete: true })],
  [
    'another role',
    async ({ id }) => {
      const chief = await target.signIn({ role: 'chief' })
      const body = JSON.stringify({ user_id: id, role: 'manager' })
      return target.request('/functions/v1/set-role', { token: chief.token, method: 'POST', body })
    },
  ],
  [
    'a sign-out by a chief',
    async ({ id }) => {
      const chief = await target.signIn({ role: 'chief' })
      const body = JSON.stringify({ user_id: id })
      return target.request('/functions/v1/end-sessions', { token: chief.token, method: 'POST', body })
    },
  ],
]

test.each(ENDS)('after %s the device has no access', async (name, end) => {
  const person = await target.signIn()
  const owner = await signInAgain(person)
  expect((await openDoors(person, person)).sort()).toEqual(Object.keys(doors).sort())
  const line = await listen(person.token)
  expect(line.joined).toBe('ok')

  expect((await end(person, owner)).status).toBeLessThan(300)
  const since = performance.now()
  await vi.waitFor(async () => expect(await openDoors(person, person)).toEqual([]), { timeout: 60_000, interval: 50 })
  await vi.waitFor(() => expect(line.hasEnded()).toBe(true), { timeout: 60_000, interval: 20 })
  console.log(`after ${name}: shut everywhere within ${Math.round(performance.now() - since)} ms`)
  line.socket.terminate()
})

test('a local sign-out ends this device’s session only', async () => {
  const person = await target.signIn()
  const other = await signInAgain(person)
  expect((await logOut('local')(person, person)).status).toBe(204)
  await vi.waitFor(async () => expect(await openDoors(person, person)).toEqual([]), { timeout: 60_000, interval: 50 })
  expect((await openDoors(other, person)).sort()).toEqual(Object.keys(doors).sort())
})

const SIGN_IN = '/auth?next=%2Faccount%2F'

test.each([
  ['GET', '/account/receipts.csv', 302, `${SIGN_IN}receipts.csv`],
  ['HEAD', '/account/receipts.csv', 302, `${SIGN_IN}receipts.csv`],
  ['GET', '/account/orders.csv', 401, null],
  ['GET', '/account/orders?page=1', 302, `${SIGN_IN}orders%3Fpage%3D1`],
  ['GET', '/account/orders.data', 202, null],
])(
  'a session that ends while %s %s is read has it answered as for a visitor',
  async (method, path, status, location) => {
    const person = await target.signIn()
    const headers = { cookie: cookieOf(person) }
    const lock = await target.owner.connect()
    try {
      await lock.query('begin; lock table public.profiles in access exclusive mode')
      const loading = fetch(target.origin + path, { method, headers, redirect: 'manual' })
      await vi.waitFor(async () => expect(await countBlockedReads()).toBeGreaterThan(0), {
        timeout: 20_000,
        interval: 20,
      })
      expect((await logOut('local')(person, person)).status).toBe(204)
      const isIn = doors['a command'] as (device: Device, person: Person) => Promise<boolean>
      await vi.waitFor(async () => expect(await isIn(person, person)).toBe(false), { timeout: 20_000, interval: 20 })
      await lock.query('rollback')
      const answer = await loading
      expect([answer.status, answer.headers.get('location')]).toEqual([status, location])
      if (status === 202) expect(await answer.text()).toContain(`${SIGN_IN}orders`)
    } finally {
      await lock.query('rollback')
      lock.release()
    }
  },
)

async function countBlockedReads(): Promise<number> {
  const { rows } = await target.owner.query<{ blocked: number }>(
    `select count(*)::int as blocked from pg_locks where not granted and relation = 'public.profiles'::regclass`,
  )
  return rows[0]?.blocked ?? 0
}
