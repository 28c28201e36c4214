import { randomBytes } from 'node:crypto'
import type { JWK } from 'jose'
import { generateSigningKey } from '../auth/tokens.ts'
import type { ApiKeys } from '../http/keys.ts'
import { keptSecret } from './kept-secret.ts'

interface SiteKeyOptions {
  dataDir: string
  publishableKey: string | undefined
  secretKey: string | undefined
}

/** The wire's API keys: as given, else made once and kept. */
export async function siteKeys({ dataDir, publishableKey, secretKey }: SiteKeyOptions): Promise<ApiKeys> {
  return {
    publishable: publishableKey ?? (await keptSecret({ dataDir, name: 'publishable-key', make: newPublishableKey })),
    secret: secretKey ?? (await keptSecret({ dataDir, name: 'secret-key', make: newSecretKey })),
  }
}

/** The private keys that sign access tokens: as given, else made once and kept. */
export async function signingKeySet(options: {
  dataDir: string
  signingKeys: { keys: JWK[] } | undefined
}): Promise<{ keys: JWK[] }> {
  const { dataDir, signingKeys } = options
  return signingKeys ?? JSON.parse(await keptSecret({ dataDir, name: 'jwt-keys.json', make: newSigningKeySet }))
}

export const newPublishableKey = () => `sb_publishable_${randomBytes(16).toString('hex')}`
export const newSecretKey = () => `sb_secret_${randomBytes(24).toString('hex')}`
export const newSigningKeySet = async () => JSON.stringify({ keys: [await generateSigningKey()] })
