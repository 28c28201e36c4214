import type pg from 'pg'
import { orderedUuid } from '#platform/postgres/queries/ordered-uuid.ts'
import type { MailLane } from './lanes.ts'

export interface Mail {
  /** One address; each recipient gets a separate mail. */
  to: string
  subject: string
  text: string
  html?: string | undefined
  /** Purpose of the mail, lower case, e.g. `confirmation`, for matching and counting outcomes. */
  kind: string
  lane: MailLane
  /** Additional headers such as List-Unsubscribe. Those for addressing and content are set by the sender. */
  headers?: Record<string, string> | undefined
}

/** A mail with an earliest sending time. */
interface TimedMail extends Mail {
  dueAt?: Date | undefined
}

/** The mail is invalid; `field` names the part. Nothing was queued. */
export class UnsendableMail extends Error {
  override name = 'UnsendableMail'
  readonly field: string
  constructor(field: string, reason: string) {
    super(`Mail ${field} ${reason}`)
    this.field = field
  }
}

const RESERVED_HEADERS =
  /^(from|to|cc|bcc|sender|reply-to|subject|date|message-id|mime-version|content-.*|received|return-path|dkim-.*)$/i
const MAX_BODY_CHARACTERS = 500_000

/**
 * Queues a mail in the caller's transaction (as service_role or auth_admin) and returns its id; it is sent after the
 * commit. Throws `UnsendableMail` if a part could inject headers or recipients.
 */
export async function queueMail(tx: pg.PoolClient, mail: Mail): Promise<string> {
  assertSendable(mail)
  const id = orderedUuid()
  await tx.query(
    'insert into mail.messages (id, kind, recipient, subject, text, html, headers, lane) values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8)',
    [id, mail.kind, mail.to, mail.subject, mail.text, mail.html ?? null, JSON.stringify(mail.headers ?? {}), mail.lane],
  )
  return id
}

/** Queues different mails in one statement. Throws `UnsendableMail` synchronously, before sending the statement. */
export function queueMailBatch(tx: pg.ClientBase, mails: readonly TimedMail[]): Promise<unknown> {
  for (const mail of mails) assertSendable(mail)
  if (mails.length === 0) return Promise.resolve()
  return tx.query({
    name: 'queue-each-mail',
    text: `insert into mail.messages (id, kind, recipient, subject, text, html, headers, lane, due_at, next_attempt_at)
     select id, kind, "to", subject, text, html, coalesce(headers, '{}'), lane, coalesce("dueAt", now()), coalesce("dueAt", now())
     from json_to_recordset($1::json)
       as m (id uuid, kind text, "to" text, subject text, text text, html text, headers jsonb, lane text, "dueAt" timestamptz)`,
    values: [JSON.stringify(mails.map((mail) => ({ ...mail, id: orderedUuid() })))],
  })
}

/** Queues the same mail for many recipients, as separate mails, in one statement. Invalid addresses are skipped. */
export async function queueMailToMany(
  tx: pg.ClientBase,
  to: readonly string[],
  mail: Omit<Mail, 'to' | 'html' | 'headers'>,
) {
  assertSendable({ ...mail, to: 'somebody@example.test' })
  const { kind, subject, text, lane } = mail
  await tx.query(
    `insert into mail.messages (id, kind, recipient, subject, text, headers, lane)
     select gen_random_uuid(), $2, recipient, $3, $4, '{}', $5 from unnest($1::text[]) as m (recipient)`,
    [to.filter((address) => ADDRESS.test(address) && address.length <= 320), kind, subject, text, lane],
  )
}

const ADDRESS = /^[^\s\p{Cc},;<>"]+@[^\s\p{Cc},;<>"@]+$/u

/** Throws `UnsendableMail` unless `to` is one address. */
export function assertSendableTo(to: string): void {
  if (!ADDRESS.test(to) || to.length > 320) throw new UnsendableMail('recipient', 'must be one plain address')
}

function assertSendable(mail: Mail): void {
  assertSendableTo(mail.to)
  if (mail.subject.length === 0 || mail.subject.length > 255 || /\p{Cc}/u.test(mail.subject)) {
    throw new UnsendableMail('subject', 'must be 1 to 255 characters on one line')
  }
  if (!/^[a-z0-9][a-z0-9_.:-]{0,62}$/.test(mail.kind))
    throw new UnsendableMail('kind', 'must be a short lower-case word')
  for (const body of [mail.text, mail.html ?? '']) {
    if (body.length > MAX_BODY_CHARACTERS) throw new UnsendableMail('body', 'is too long')
    if (body.includes('\0')) throw new UnsendableMail('body', 'must not contain NUL')
  }
  for (const [name, value] of Object.entries(mail.headers ?? {})) {
    if (!/^[A-Za-z][A-Za-z0-9-]{0,75}$/.test(name) || RESERVED_HEADERS.test(name)) {
      throw new UnsendableMail('header name', 'is not allowed')
    }
    if (value.length > 998 || /\p{Cc}/u.test(value)) throw new UnsendableMail('header value', 'must be one short line')
  }
}
