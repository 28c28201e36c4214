import { randomBytes } from 'node:crypto'
import type { JWK } from 'jose'
import { generateSigningKey } from '#platform/auth/sessions/tokens.ts'
import type { ApiKeys } from '#platform/http/guards/keys.ts'
import { loadOrCreateSecret } from './stored-secret.ts'

interface SiteKeyOptions {
  dataDir: string
  publishableKey: string | undefined
  secretKey: string | undefined
}

/** The API keys: as configured, or else generated once and stored. */
export async function loadApiKeys({ dataDir, publishableKey, secretKey }: SiteKeyOptions): Promise<ApiKeys> {
  return {
    publishable:
      publishableKey ?? (await loadOrCreateSecret({ dataDir, name: 'publishable-key', make: newPublishableKey })),
    secret: secretKey ?? (await loadOrCreateSecret({ dataDir, name: 'secret-key', make: newSecretKey })),
  }
}

/** The private keys that sign access tokens: as configured, or else generated once and stored. */
export async function loadSigningKeySet(options: {
  dataDir: string
  signingKeys: { keys: JWK[] } | undefined
}): Promise<{ keys: JWK[] }> {
  const { dataDir, signingKeys } = options
  return signingKeys ?? JSON.parse(await loadOrCreateSecret({ dataDir, name: 'jwt-keys.json', make: newSigningKeySet }))
}

export const newPublishableKey = () => `sb_publishable_${randomBytes(16).toString('hex')}`
export const newSecretKey = () => `sb_secret_${randomBytes(24).toString('hex')}`
export const newSigningKeySet = async () => JSON.stringify({ keys: [await generateSigningKey()] })
