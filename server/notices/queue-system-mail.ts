import type pg from 'pg'
import { isNoticed, type MessageFacts, type MessageName, type NoticedName, renderMail } from '#domain/all-messages.ts'
import { type Mail, queueMail, queueMailBatch } from '#platform/mail/queue-mail.ts'
import { awaitPipelined } from '#platform/postgres/queries/await-pipelined.ts'
import { isOptional, readMailTimes } from './mail-preferences.ts'
import { writeNotice, writeNotices } from './write-notice.ts'

type SystemMailFor<Name extends MessageName> = {
  /** Empty or null for people without an e-mail address, who get only the notice. */
  to: string | null
  facts: MessageFacts<Name>
  siteUrl: string
} & (Name extends NoticedName ? { person: string } : { person?: never })

/**
 * Notifies a person in the caller's transaction, by one of the market's mails and by the in-app notice of the same
 * content (domain/all-messages.ts).
 */
export async function queueSystemMail<Name extends MessageName>(
  tx: pg.PoolClient,
  name: Name,
  mail: SystemMailFor<Name>,
): Promise<void> {
  const { to, person, facts, siteUrl } = mail
  if (person && isNoticed(name) && isOptional(name)) {
    await notifyEach(tx, name, [{ to, person, facts: facts as MessageFacts<typeof name>, siteUrl }])
    return
  }
  await Promise.all([
    person && isNoticed(name) && writeNotice(tx, name, { person, facts: facts as MessageFacts<typeof name> }),
    to && queueMail(tx, { to, kind: name, ...renderMail(name, { facts, site: siteUrl }) }),
  ])
}

interface Notification<Name extends NoticedName> {
  to: string | null
  person: string
  facts: MessageFacts<Name>
  siteUrl: string
}

/**
 * Sends the same kind of mail and notice to many people, each with their own facts, in one statement for the mails and
 * one for the notices. Throws `UnsendableMail` before any is queued. If people can choose whether to get the mail,
 * their preferences are read first.
 */
export function notifyEach<Name extends NoticedName>(
  tx: pg.PoolClient,
  name: Name,
  notifications: readonly Notification<Name>[],
): Promise<unknown> {
  if (!isOptional(name))
    return awaitPipelined([queueMailBatch(tx, mailsTo(name, notifications)), writeNotices(tx, name, notifications)])
  return notifyByPreference(tx, name, notifications)
}

async function notifyByPreference<Name extends NoticedName>(
  tx: pg.PoolClient,
  name: Name,
  notifications: readonly Notification<Name>[],
): Promise<void> {
  const reachable = notifications.filter(({ to }) => to)
  const people = reachable.map(({ person }) => person)
  const mailTimes = people.length > 0 ? await readMailTimes(tx, name, people) : new Map<string, Date>()
  const mails = mailsTo(name, reachable).map((mail, index) => ({ ...mail, dueAt: mailTimes.get(people[index] ?? '') }))
  await awaitPipelined([
    queueMailBatch(
      tx,
      mails.filter(({ dueAt }) => dueAt),
    ),
    writeNotices(tx, name, notifications),
  ])
}

const mailsTo = <Name extends NoticedName>(name: Name, notifications: readonly Notification<Name>[]): Mail[] =>
  notifications.flatMap(({ to, facts, siteUrl }) =>
    to ? [{ to, kind: name, ...renderMail(name, { facts, site: siteUrl }) }] : [],
  )
