import type pg from 'pg'
import { renderTemplate } from '#domain/mails/mail-template.ts'
import { queueMail } from '#platform/mail/queue-mail.ts'
import { templateLane } from './lanes.ts'

interface TemplatedMail {
  /** `type` of the template. */
  type: string
  recipient: string
  userId: string | null
  data: Record<string, unknown>
  siteUrl: string
}

/**
 * Queues a mail from a template in the caller's transaction. This creates its `email_logs` row, which becomes `sent` or
 * `failed` later. Returns the row's id, or null if there is no such template. Adds full_name and base_url to the data.
 */
export async function sendTemplated(tx: pg.PoolClient, mail: TemplatedMail): Promise<string | null> {
  const { rows: templates } = await tx.query<{ id: string; subject: string; content: string }>(
    'select id, subject, content from public.email_templates where type = $1',
    [mail.type],
  )
  const template = templates[0]
  if (!template) return null
  const { rows: people } = await tx.query<{ full_name: string }>(
    'select full_name from public.profiles where id = $1',
    [mail.userId],
  )
  const data = { full_name: people[0]?.full_name || 'friend', base_url: mail.siteUrl, ...mail.data }
  const rendered = renderTemplate(template, data)
  const lane = templateLane(mail.type)
  const messageId = await queueMail(tx, { to: mail.recipient, kind: mail.type, lane, ...rendered })
  const { rows } = await tx.query<{ id: string }>(
    `update public.email_logs set user_id = coalesce($2, user_id), template_id = $3, metadata = $4::jsonb
     where message_id = $1 returning id`,
    [messageId, mail.userId, template.id, JSON.stringify(mail.data)],
  )
  return rows[0]?.id ?? null
}
