import { newPushKey } from '#platform/push/push-sender.ts'
import { newPublishableKey, newSecretKey, newSigningKeySet } from '#platform/secrets/site-keys.ts'

/** npm run keys: prints fresh secrets in .env format, for MODE=production. */
console.log(`SUPABASE_PUBLISHABLE_KEY=${newPublishableKey()}
SUPABASE_SECRET_KEY=${newSecretKey()}
JWT_KEYS='${await newSigningKeySet()}'
PUSH_PRIVATE_KEY=${newPushKey()}`)
