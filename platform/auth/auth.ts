import { createHmac } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { ApiKeys } from '#platform/http/guards/keys.ts'
import type { Database } from '#platform/postgres/database.ts'
import type { RateLimits } from '#platform/rate-limits/rate-limits.ts'
import type { Captcha } from './captcha/captcha.ts'
import type { SendMail } from './codes/mails.ts'
import { createSecretCipher, type SecretCipher } from './factors/secret-cipher.ts'
import { createPasswordHashing, type PasswordHashing } from './passwords/password-hashing.ts'
import type { SigningKeys } from './sessions/tokens.ts'
import { type AuthSettings, type AuthSettingsInput, completeSettings } from './settings.ts'
import { isFirstUse } from './used-proofs.ts'
import type { User } from './users/users.ts'

export interface AuthDependencies {
  /** Work runs as the role `auth_admin`. */
  database: Pick<Database, 'as'>
  apiKeys: ApiKeys
  signingKeys: SigningKeys
  settings: AuthSettingsInput
  /** Queues a mail inside the caller's transaction. */
  sendMail: SendMail
  /** Sends a text message immediately; only called if phones are enabled. */
  sendSms: SendSms
  rateLimits: RateLimits
  /** The caller's network address, taken only from the socket or from our own proxy. */
  clientAddress(request: Request): string
  /** Receives faults that should never happen, without secrets. */
  reportFault(error: unknown): void
  /** Sized for the machine if left out. */
  hashing?: PasswordHashing
  /** Required on calls that a bot could abuse; none if left out. */
  captcha?: Captcha
  /** The name that apps may see; that of the sign-up if left out. */
  nameOf?: NameOf
}

export interface AuthSms {
  kind: 'confirmation' | 'phone_change' | 'reauthentication' | 'factor'
  /** E.164 without the plus sign. */
  to: string
  code: string
  channel: 'sms' | 'whatsapp'
}

/** Sends immediately and returns the provider's message id; throws if the provider does not accept it. */
type SendSms = (sms: AuthSms) => Promise<{ messageId: string }>

type NameOf = (tx: PoolClient, user: Pick<User, 'id' | 'raw_user_meta_data'>) => Promise<string | null>

/** The dependencies with their defaults filled in, as every call sees them. */
export interface Auth extends Omit<AuthDependencies, 'settings' | 'hashing' | 'nameOf'> {
  settings: AuthSettings
  nameOf: NameOf
  hashing: PasswordHashing
  /** Keyed hash of a short code; from a plain hash the code could be guessed. */
  hashCode(purpose: string, code: string): string
  secretCipher: SecretCipher
  /** True the first time a value is presented. Runs in its own transaction. */
  isFirstUse(proof: { kind: string; value: string; keepSeconds: number }): Promise<boolean>
  transact<T>(work: (tx: PoolClient) => Promise<T>, options?: TransactOptions): Promise<T>
}

interface TransactOptions {
  /**
   * The commit does not wait for the disk: for attempt counters, where losing the last few in a crash is acceptable.
   */
  mayBeLost?: boolean
  /**
   * Sends the commit in the same round trip as the statements, so the callback must issue all of them synchronously.
   */
  atOnce?: boolean
}

/** Owns the tables of this service. */
export const AUTH_ADMIN = { role: 'auth_admin', claims: { role: 'auth_admin' } }

/** The service's parts, each made once; a call carries them as `call.auth`. */
export function createAuth(dependencies: AuthDependencies): Auth {
  const pepper = createHmac('sha256', dependencies.apiKeys.secret).update('one-time codes').digest()
  const transact: Auth['transact'] = (work, options = {}) =>
    dependencies.database.as(AUTH_ADMIN, work, {
      statementTimeoutMs: 8000,
      lockTimeoutMs: 5000,
      pipelinesCommit: options.atOnce ?? false,
      ...(options.mayBeLost && { settings: { synchronous_commit: 'off' } }),
    })
  const settings = completeSettings(dependencies.settings)
  return {
    ...dependencies,
    settings,
    nameOf: dependencies.nameOf ?? nameOfSignUp,
    secretCipher: createSecretCipher(settings.encryptionSecret || dependencies.apiKeys.secret),
    hashing: dependencies.hashing ?? createPasswordHashing(),
    hashCode: (purpose, code) => createHmac('sha256', pepper).update(`${purpose}\0${code}`).digest('hex'),
    isFirstUse: (proof) => transact((tx) => isFirstUse(tx, proof)),
    transact,
  }
}

const nameOfSignUp: NameOf = async (_tx, { raw_user_meta_data: { full_name: name } }) =>
  typeof name === 'string' && name !== '' ? name : null

/** One request to the service. */
export interface Call {
  auth: Auth
  request: Request
  url: URL
  /** The path parameters, such as an id. */
  params: Record<string, string>
  address: string
  /** The key of rate limits: for IPv6, the network of one subscriber. */
  network: string
  userAgent: string
}

/** Responses contain tokens or personal data, so no cache may store them. */
export function jsonResponse(
  body: unknown,
  init: { status?: number; headers?: Record<string, string> } = {},
): Response {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', ...init.headers }
  return new Response(JSON.stringify(body), { status: init.status ?? 200, headers })
}
