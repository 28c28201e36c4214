import pLimit from 'p-limit'
import { fillOwnSms } from '#domain/mails/own-texts/sms-text.ts'
import { countSmsParts, isTextKind, textTemplates } from '#domain/text-messages/templates.ts'
import type { TextChannel } from '#domain/text-messages/text-channels.ts'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { type SendFailure, SmsFault, type SmsGateway } from '#platform/sms/sms.ts'
import { WhatsAppFault } from '#platform/whatsapp/whatsapp.ts'
import type { Codes } from '#server/hand-overs/codes/codes.ts'
import { readCodeToText } from '#server/hand-overs/codes/send-codes.ts'
import { readOwnSms } from '#server/mails/own-texts/read-own-texts.ts'
import { reportUnused } from '#server/mails/own-texts/report-unused.ts'
import { notifyAdmins } from '#server/notices/notify-admins.ts'
import { chargeKobo } from './charge-kobo.ts'
import type { TextDelivery } from './delivery.ts'

interface TextDeps {
  database: Database
  codes: Codes
  siteUrl: string
  sms: SmsGateway
  delivery: TextDelivery
}

const BATCH_SIZE = 20
/** Maximum number of batches per run, so that another process may take the next run. */
const MAX_BATCHES = 20
const CONCURRENCY = 5

/**
 * Sends due text messages, each at most once: one that may have been taken is not sent again. Throws one error at the
 * end if providers refused messages: then our account, our request or a template is wrong.
 */
export async function sendTextMessages(deps: TextDeps): Promise<void> {
  const limit = pLimit(CONCURRENCY)
  const refusals: string[] = []
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const due = await claim(deps)
    if (due.length === 0) break
    const send = async (message: DueText) => {
      const outcome = await sendOne(deps, message)
      if (outcome.kind === 'failed' || outcome.kind === 'later') refusals.push(outcome.reason)
      await settle(deps.database, message.id, outcome)
    }
    await Promise.all(due.map((message) => limit(send, message)))
  }
  if (refusals.length > 0) throw new Error(`${refusals.length} text messages were not taken: ${refusals[0]}`)
}

interface DueText {
  id: bigint
  channel: TextChannel
  kind: string
  parameters: string[]
  hand_over_id: string | null
  phone: string
  /** The text of the chiefs, if they have written one. WhatsApp has its registered text. */
  ownText: string | null
}

type TextOutcome =
  | { kind: 'sent'; providerId: string; costKobo: number }
  | { kind: 'later' | 'failed' | 'unreachable' | 'unknown' | 'dropped'; reason: string }

/** Claims due messages, and tells the chiefs once a day if the ceiling keeps others from being sent. */
function claim({ database, siteUrl, delivery }: TextDeps): Promise<DueText[]> {
  return database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<Omit<DueText, 'ownText'>>('select * from public.claim_text_messages($1, $2)', [
      JSON.stringify(delivery.pricesKobo),
      BATCH_SIZE,
    ])
    const { rows: stops } = await tx.query<{ ceiling_kobo: bigint; spent_kobo: bigint }>(
      `update public.text_message_stops set notified_at = clock_timestamp() where notified_at is null
       returning 100::bigint * public.whole_setting('text_messages_naira_a_day') as ceiling_kobo, public.text_cost_today() as spent_kobo`,
    )
    for (const { ceiling_kobo: ceilingKobo, spent_kobo: spentKobo } of stops) {
      await notifyAdmins(tx, 'text-messages-stopped', { facts: { ceilingKobo, spentKobo }, siteUrl })
    }
    const own = await readOwnSms(tx, Object.keys(textTemplates))
    return rows.map((row) => ({ ...row, ownText: own.get(row.kind) ?? null }))
  })
}

async function sendOne(deps: TextDeps, message: DueText): Promise<TextOutcome> {
  const { kind, parameters, hand_over_id: handOverId } = message
  if (!isTextKind(kind)) return { kind: 'failed', reason: 'This kind has no template' }
  const code = handOverId ? await readCodeToText(deps.database, deps.codes, handOverId) : null
  if (handOverId && !code) return { kind: 'dropped', reason: 'handed over' }
  const values = [...parameters, ...(code ? [code] : []), `${deps.siteUrl}${textTemplates[kind].path}`]
  try {
    return message.channel === 'sms'
      ? await sendSms(deps, message.phone, fillOwnSms(kind, values, { own: message.ownText, onUnused: reportUnused }))
      : await sendWhatsApp(deps, { to: message.phone, template: textTemplates[kind].name, language: 'en', values })
  } catch (fault) {
    if (!(fault instanceof SmsFault || fault instanceof WhatsAppFault)) throw fault
    return { kind: outcomeOf[fault.failure], reason: fault.message }
  }
}

const outcomeOf = {
  refused: 'failed',
  unreachable: 'unreachable',
  later: 'later',
  unknown: 'unknown',
} as const satisfies Record<SendFailure, TextOutcome['kind']>

async function sendSms({ sms, delivery }: TextDeps, to: string, text: string): Promise<TextOutcome> {
  const { messageId, charge } = await sms.send({ to, text, channel: 'sms' })
  const price = countSmsParts(text) * (delivery.pricesKobo.sms ?? 0)
  return {
    kind: 'sent',
    providerId: messageId,
    costKobo: charge?.currency === 'NGN' ? chargeKobo(charge.amount) : price,
  }
}

async function sendWhatsApp(
  { delivery: { whatsapp, pricesKobo } }: TextDeps,
  message: { to: string; template: string; language: string; values: string[] },
): Promise<TextOutcome> {
  if (!whatsapp) return { kind: 'later', reason: 'WhatsApp is off' }
  const { messageId } = await whatsapp.send(message)
  return { kind: 'sent', providerId: messageId, costKobo: pricesKobo.whatsapp ?? 0 }
}

function settle(database: Database, id: bigint, outcome: TextOutcome): Promise<unknown> {
  const facts =
    outcome.kind === 'sent'
      ? { provider_id: outcome.providerId, cost_kobo: outcome.costKobo }
      : { reason: outcome.reason }
  return database.as(SERVICE, (tx) =>
    tx.query('select public.settle_text_message($1, $2, $3)', [id, outcome.kind, JSON.stringify(facts)]),
  )
}
