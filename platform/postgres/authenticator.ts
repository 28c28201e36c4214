import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { errorCode } from './fault.ts'

/** Whether `authenticator` can log in with this password; false also if the role does not exist. */
export async function authenticatorMayLogIn(ownerConnectionString: string, password: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: authenticatorUrl(ownerConnectionString, password),
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    // 28P01: wrong password, 28000: none set yet, or login refused.
    if (['28P01', '28000'].includes(errorCode(error))) return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The connection string of the same server and database for `authenticator`. */
export function authenticatorUrl(ownerConnectionString: string, password: string): string {
  const url = new URL(ownerConnectionString)
  const owner = url.searchParams.get('user') ?? url.username
  // Without a database name, PostgreSQL uses the user's.
  if (url.pathname.length < 2) url.pathname = `/${owner}`
  // A user in the query overrides the one before the host, and is the only one in a local socket's address.
  url.searchParams.delete('user')
  url.searchParams.delete('password')
  url.username = 'authenticator'
  url.password = password
  if (url.username === '') {
    url.searchParams.set('user', 'authenticator')
    url.searchParams.set('password', password)
  }
  return url.href
}

/** Sets the password of `authenticator`. */
export async function setAuthenticatorPassword(client: pg.Client, password: string): Promise<void> {
  // Sent as a verifier, so that the password never appears in a server log.
  const sql = `alter role authenticator password ${pg.escapeLiteral(scramVerifier(password))}`
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(sql)
      return
    } catch (error) {
      // XX000 "tuple concurrently updated": another database on this server is setting it at the same moment.
      if (errorCode(error) !== 'XX000' || attempt === 20) throw error
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
}

/** The SCRAM verifier (RFC 5803) in the form that `alter role … password` takes. */
function scramVerifier(password: string): string {
  const iterations = 4096
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, iterations, 32, 'sha256')
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest()
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64')
  const serverKey = hmac('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
