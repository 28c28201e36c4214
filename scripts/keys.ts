import { newPublishableKey, newSecretKey, newSigningKeySet } from '#platform/secrets/site-keys.ts'

/** npm run keys: a fresh set of secrets in the form of .env, for MODE=production. */
console.log(`SUPABASE_PUBLISHABLE_KEY=${newPublishableKey()}
SUPABASE_SECRET_KEY=${newSecretKey()}
JWT_KEYS='${await newSigningKeySet()}'`)
