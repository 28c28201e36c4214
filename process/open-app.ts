import type { Config } from '#config'
import { brand } from '#domain/brand/brand.ts'
import { operatorAuth } from '#platform/auth/operator-settings.ts'
import { loadSigningKeys } from '#platform/auth/sessions/tokens.ts'
import { openStore } from '#platform/files/stores/open-store.ts'
import type { ApiKeys } from '#platform/http/guards/keys.ts'
import type { Logger } from '#platform/http/request-log.ts'
import type { Database } from '#platform/postgres/database.ts'
import { createPushSender, newPushKey } from '#platform/push/push-sender.ts'
import { loadOrCreateSecret } from '#platform/secrets/stored-secret.ts'
import { createSmsLog } from '#platform/sms/log.ts'
import { createWhatsAppLog } from '#platform/whatsapp/log.ts'
import { createApp } from '#server/app.ts'
import { onUnusedOwnText } from '#server/mails/own-texts/report-unused.ts'
import { openGateway } from '#server/payments/gateway/open-gateway.ts'
import { openTexts } from '#server/text-messages/open-texts.ts'
import type { Metrics } from './metrics/metrics.ts'

export interface AppDeps {
  config: Config
  database: Database
  keys: ApiKeys
  /** Private keys that sign access tokens, as JSON Web Keys; the first one signs. */
  signingKeys: { keys: Record<string, unknown>[] }
  log: Logger
  /** Undefined in development. */
  metrics?: Metrics | undefined
}

/** The server with its gateway, push service and file store, as configured. */
export async function openApp({ config, database, keys, log, metrics, ...deps }: AppDeps) {
  const { mode, siteUrl } = config
  const auth = operatorAuth(config.auth, { secretKey: keys.secret })
  const signingKeys = await loadSigningKeys(deps.signingKeys, {
    issuer: auth.issuer ?? `${siteUrl}/auth/v1`,
    ...(auth.legacySecret && { legacySecret: auth.legacySecret }),
  })
  const reportFault = (fault: unknown) => {
    metrics?.noteFault()
    log.error({ err: fault }, 'a fault')
  }
  const { allowedRedirects, rateLimits, smtp } = config
  const { paystack, cell } = config
  const gateway = openGateway({ database, paystack, siteUrl, cell, secretKey: keys.secret, reportFault })
  const pushes = await openPushes(config)
  const store = openStore(config)
  const texts = openTexts({
    ...config.texts,
    database,
    log: createWhatsAppLog((one) => log.warn(one, 'a WhatsApp message')),
  })
  onUnusedOwnText((unused) => log.info(unused, 'an own text was not used'))
  const app = createApp({
    database,
    apiKeys: keys,
    signingKeys,
    siteUrl,
    store,
    maxSignedSeconds: config.maxSignedSeconds,
    allowedRedirects,
    rateLimits,
    connections: config.databaseConnections,
    trustedProxies: config.trustedProxies,
    smtp,
    payments: gateway.payments,
    ...(gateway.beforePayments && { beforePayments: gateway.beforePayments }),
    // Without a provider, a demo writes messages to its log; production refuses phones without one.
    sms: auth.sms ?? createSmsLog((sms) => (mode === 'demo' ? log.warn(sms, 'a text message') : undefined)),
    pushes,
    texts: texts.delivery,
    auth,
    tables: config.tables,
    realtime: config.realtime,
    staffSecondFactor: config.staffSecondFactor,
    countJobs: metrics?.countJobs,
    reportFault,
    onMail: {
      onAttemptFailed: ({ id, kind, attempts }, fault) =>
        log.warn({ mail: id, kind, attempts, reason: reasonOf(fault) }, 'a mail was not taken'),
      onServerChange: (fault) =>
        fault === null
          ? log.warn('the mail server is available again')
          : log.error(
              { reason: reasonOf(fault) },
              'the mail server is unavailable: mails are stored and sent once it is back',
            ),
    },
  })
  return { app, auth, signingKeys, gateway, pushes, texts, store, reportFault }
}

/** Only the first line: the rest may contain the recipient of a mail. */
const reasonOf = (fault: unknown) => (fault instanceof Error ? fault.message : String(fault)).split('\n')[0]

/** A demo generates a key; in production, pushes are off without one. */
async function openPushes({ mode, pushKey, dataDir }: Config) {
  const generated = () => loadOrCreateSecret({ dataDir, name: 'push-key', make: newPushKey })
  const privateKey = pushKey ?? (mode === 'demo' ? await generated() : null)
  return privateKey === null ? null : createPushSender({ privateKey, contact: `mailto:${brand.supportEmail}` })
}
