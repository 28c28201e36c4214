import type { Market } from '../market-processes.ts'

const EMAIL = 'kept@drill.test'
const PASSWORD = 'ofada-rice-and-ayamase'
/** A minimal picture: a GIF of one pixel. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const PICTURE_PATH = 'pictures'

/** A user with a password, an open session and a picture. */
interface Person {
  refreshToken: string
  picture: string
  /** The picture as it is served: the market re-encodes pictures. */
  bytes: Buffer
}

/** Creates the user through the API, as staff and as the user. */
export async function addPerson(origin: string, market: Market): Promise<Person> {
  const staff = { apikey: market.secretKey, authorization: `Bearer ${market.secretKey}` }
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: EMAIL, password: PASSWORD, email_confirm: true })
  await must(await fetch(`${origin}/auth/v1/admin/users`, { method: 'POST', headers: { ...staff, ...json }, body }))
  const picture = `${PICTURE_PATH}/drill/${crypto.randomUUID()}.gif`
  const headers = { ...staff, 'content-type': 'image/gif' }
  await must(await fetch(`${origin}/storage/v1/object/${picture}`, { method: 'POST', headers, body: PICTURE }))
  const { refresh_token: refreshToken } = await signIn(origin, market)
  const bytes = await read(origin, picture)
  return { refreshToken, picture, bytes }
}

/** Checks what still works for the person: a new sign-in, the open session, the picture. */
export async function checkPerson(origin: string, market: Market, person: Person) {
  const signedIn = await signIn(origin, market).then(Boolean, () => false)
  const renewed = await token(origin, market, 'refresh_token', { refresh_token: person.refreshToken }).then(
    Boolean,
    () => false,
  )
  const picture = await read(origin, person.picture).then(
    (bytes) => bytes.equals(person.bytes),
    () => false,
  )
  return { signedIn, renewed, picture }
}

async function read(origin: string, picture: string): Promise<Buffer> {
  const answer = await must(await fetch(`${origin}/storage/v1/object/public/${picture}`))
  return Buffer.from(await answer.arrayBuffer())
}

const signIn = (origin: string, market: Market) =>
  token(origin, market, 'password', { email: EMAIL, password: PASSWORD })

async function token(origin: string, { publishableKey }: Market, kind: string, fields: Record<string, string>) {
  const headers = { apikey: publishableKey, 'content-type': 'application/json' }
  const body = JSON.stringify(fields)
  const answer = await fetch(`${origin}/auth/v1/token?grant_type=${kind}`, { method: 'POST', headers, body })
  return (await must(answer)).json() as Promise<{ refresh_token: string }>
}

async function must(answer: Response): Promise<Response> {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`)
  return answer
}
