import type pg from 'pg'
import type { MessageFacts, MessageName, NoticedName } from '#domain/all-messages.ts'
import { factsToJson } from '#domain/notices/facts-json.ts'
import { assertSendableTo } from '#platform/mail/queue-mail.ts'

type SystemMailFor<Name extends MessageName> = {
  /** Empty or null for people without an e-mail address, who get only the notice. */
  to: string | null
  facts: MessageFacts<Name>
  siteUrl: string
} & (Name extends NoticedName ? { person: string } : { person?: never })

/**
 * Notifies a person by one of the market's mails and by the in-app notice of the same content
 * (domain/all-messages.ts). The caller's transaction stores the facts in the outbox; after it has committed, the relay
 * writes the messages (outbox/relay-outbox.ts). Throws `UnsendableMail` if `to` is no address.
 */
export const queueSystemMail = async <Name extends MessageName>(
  tx: pg.ClientBase,
  name: Name,
  mail: SystemMailFor<Name>,
): Promise<void> => void (await addToOutbox(tx, name, [mail]))

/** As `queueSystemMail`, for many people, each with their own facts, in one statement that is sent synchronously. */
export const notifyEach = <Name extends NoticedName>(
  tx: pg.ClientBase,
  name: Name,
  notifications: readonly SystemMailFor<Name>[],
): Promise<unknown> => addToOutbox(tx, name, notifications)

function addToOutbox<Name extends MessageName>(
  tx: pg.ClientBase,
  name: Name,
  mails: readonly SystemMailFor<Name>[],
): Promise<unknown> {
  const entries = mails.flatMap(({ to, person, siteUrl, facts }) => {
    const recipient = to || null
    if (recipient) assertSendableTo(recipient)
    return recipient || person ? [{ person, recipient, siteUrl, facts }] : []
  })
  if (entries.length === 0) return Promise.resolve()
  return tx.query({
    name: 'add-to-outbox',
    text: `insert into outbox.entries (message, person_id, recipient, site_url, facts)
      select $2, person, recipient, "siteUrl", facts
      from json_to_recordset($1::json) as e (person uuid, recipient text, "siteUrl" text, facts jsonb)`,
    values: [factsToJson(entries), name],
  })
}
