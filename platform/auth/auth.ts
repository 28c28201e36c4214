import { createHmac } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { ApiKeys } from '../http/keys.ts'
import type { Database } from '../postgres/database.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import type { Captcha } from './captcha/captcha.ts'
import { createKeptSecrets, type KeptSecrets } from './kept-secrets.ts'
import type { SendMail } from './mails.ts'
import { createPasswordHashing, type PasswordHashing } from './password-hashing.ts'
import { type AuthSettings, type AuthSettingsInput, completeSettings } from './settings.ts'
import type { SendSms } from './text-messages.ts'
import type { SigningKeys } from './tokens.ts'
import { isFirstUse } from './used-proofs.ts'

export interface AuthDependencies {
  /** Work runs as the role `auth_admin`. */
  database: Pick<Database, 'as'>
  apiKeys: ApiKeys
  signingKeys: SigningKeys
  settings: AuthSettingsInput
  /** Puts a mail into the queue inside the caller's transaction. */
  sendMail: SendMail
  /** Sends a text message at once; only called where phones are switched on. */
  sendSms: SendSms
  rateLimits: RateLimits
  /** Who called, by the network: taken from the socket or from our own proxy only. */
  clientAddress(request: Request): string
  /** Hears what should never happen; secrets are not part of it. */
  reportFault(error: unknown): void
  /** Made from the machine's size when it is left out. */
  hashing?: PasswordHashing
  /** Asked before calls that a program could abuse; none when it is left out. */
  captcha?: Captcha
}

/** The dependencies, completed, as every call sees them. */
export interface Auth extends Omit<AuthDependencies, 'settings' | 'hashing'> {
  settings: AuthSettings
  hashing: PasswordHashing
  /** Keyed hash of a short code, which without a key could be guessed from the hash. */
  hashCode(purpose: string, code: string): string
  keptSecrets: KeptSecrets
  /** True the first time a value is shown, in a transaction of its own. */
  isFirstUse(proof: { kind: string; value: string; keepSeconds: number }): Promise<boolean>
  transact<T>(work: (tx: PoolClient) => Promise<T>, options?: TransactOptions): Promise<T>
}

export interface TransactOptions {
  lockTimeoutMs?: number
  /** The commit does not wait for the disk: for counts of tries, of which a crash may take the last. */
  mayBeLost?: boolean
  /** The commit travels with the work's first statements, which must be all of them. */
  atOnce?: boolean
}

/** Owns the tables of this service. */
export const AUTH_ADMIN = { role: 'auth_admin', claims: { role: 'auth_admin' } }

/** The service's parts, each made once; a call brings them along as `call.auth`. */
export function createAuth(dependencies: AuthDependencies): Auth {
  const pepper = createHmac('sha256', dependencies.apiKeys.secret).update('one-time codes').digest()
  const transact: Auth['transact'] = (work, options = {}) =>
    dependencies.database.as(AUTH_ADMIN, work, {
      statementTimeoutMs: 8000,
      atOnce: options.atOnce ?? false,
      settings: {
        lock_timeout: String(options.lockTimeoutMs ?? 5000),
        ...(options.mayBeLost && { synchronous_commit: 'off' }),
      },
    })
  const settings = completeSettings(dependencies.settings)
  return {
    ...dependencies,
    settings,
    keptSecrets: createKeptSecrets(settings.encryptionSecret || dependencies.apiKeys.secret),
    hashing: dependencies.hashing ?? createPasswordHashing(),
    hashCode: (purpose, code) => createHmac('sha256', pepper).update(`${purpose}\0${code}`).digest('hex'),
    isFirstUse: (proof) => transact((tx) => isFirstUse(tx, proof)),
    transact,
  }
}

/** One request on its way through the service. */
export interface Call {
  auth: Auth
  request: Request
  url: URL
  /** The parts of the path that the route left open, such as an id. */
  params: Record<string, string>
  address: string
  /** Of the address: what limits count by. */
  network: string
  userAgent: string
}

/** Answers hold tokens or facts about people: nobody on the way keeps them. */
export function answerJson(body: unknown, init: { status?: number; headers?: Record<string, string> } = {}): Response {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', ...init.headers }
  return new Response(JSON.stringify(body), { status: init.status ?? 200, headers })
}
