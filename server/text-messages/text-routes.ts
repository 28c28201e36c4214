import type { Hono } from 'hono'
import { isStopReply, type TextChannel } from '#domain/text-messages/text-channels.ts'
import { readBytes } from '#platform/http/requests/body.ts'
import { openRouter } from '#platform/http/router.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { readTermiiWebhook } from '#platform/sms/termii-webhook.ts'
import { readChallenge, readWhatsAppWebhook } from '#platform/whatsapp/webhook.ts'
import { chargeKobo } from './charge-kobo.ts'

interface TextRouteDeps {
  database: Database
  /** Null if WhatsApp is off. */
  whatsapp: { appSecret: string; verifyToken: string; phoneNumberId: string } | null
  /** The secret with which Termii signs reports; null if there is none. */
  termiiSecret: string | null
}

const MAX_BYTES = 256 * 1024

/**
 * Reports of the providers, signed over their raw bytes: `GET` and `POST /webhooks/whatsapp`, `POST /webhooks/termii`.
 * Repeated and reordered ones change nothing that is newer.
 */
export function textRoutes({ database, whatsapp, termiiSecret }: TextRouteDeps): Hono {
  const routes = openRouter()
  if (whatsapp) {
    routes.get('/webhooks/whatsapp', (c) => {
      const challenge = readChallenge(new URL(c.req.url).searchParams, whatsapp.verifyToken)
      return challenge === null ? c.text('Not our token', 403) : c.text(challenge)
    })
    routes.post('/webhooks/whatsapp', async (c) => {
      const body = await readBytes(c.req.raw, { maxBytes: MAX_BYTES, reject: () => null })
      if (!body) return c.json({ message: 'Too large' }, 413)
      const signature = c.req.header('x-hub-signature-256') ?? null
      const reports = readWhatsAppWebhook({ body, signature, ...whatsapp })
      if (!reports) return c.json({ message: 'Not signed by WhatsApp' }, 401)
      for (const report of reports.statuses) await recordReport(database, 'whatsapp', report)
      for (const reply of reports.replies) await recordReply(database, 'whatsapp', reply)
      return c.json({ message: 'Noted' })
    })
  }
  if (termiiSecret !== null) {
    routes.post('/webhooks/termii', async (c) => {
      const body = await readBytes(c.req.raw, { maxBytes: MAX_BYTES, reject: () => null })
      if (!body) return c.json({ message: 'Too large' }, 413)
      const signature = c.req.header('x-termii-signature') ?? null
      const report = readTermiiWebhook({ body, signature, secret: termiiSecret })
      if (!report) return c.json({ message: 'Not signed by Termii' }, 401)
      if (report.kind === 'status') {
        const costKobo = report.charge === null ? null : chargeKobo(report.charge)
        await recordReport(database, 'sms', { ...report, costKobo })
      }
      // Without a time it might be a repetition of a reply that is older than the consent.
      if (report.kind === 'reply' && report.at) await recordReply(database, 'sms', { ...report, at: report.at })
      return c.json({ message: 'Noted' })
    })
  }
  return routes
}

interface Report {
  messageId: string
  status: string
  reason: string | null
  isUnreachable: boolean
  costKobo?: number | null
}

async function recordReport(database: Database, channel: TextChannel, report: Report): Promise<void> {
  const { messageId, status, reason, isUnreachable, costKobo = null } = report
  const facts = { status, reason, is_unreachable: isUnreachable, cost_kobo: costKobo }
  await database.as(SERVICE, (tx) =>
    tx.query('select public.record_text_report($1, $2, $3)', [channel, messageId, JSON.stringify(facts)]),
  )
}

interface Reply {
  from: string
  text: string
  at: Date
}

async function recordReply(database: Database, channel: TextChannel, { from, text, at }: Reply): Promise<void> {
  if (!isStopReply(text)) return
  await database.as(SERVICE, (tx) => tx.query('select public.stop_texts($1, $2, $3)', [channel, from, at]))
}
