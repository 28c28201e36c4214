import type pg from 'pg'
import { isNoticed, type MessageFacts, type MessageName, type NoticedName } from '#domain/all-messages.ts'
import { type OwnText, renderOwnMail } from '#domain/mails/own-texts/own-text.ts'
import { type Mail, queueMail, queueMailBatch } from '#platform/mail/queue-mail.ts'
import { awaitPipelined } from '#platform/postgres/queries/await-pipelined.ts'
import { readOwnTexts } from '#server/mails/own-texts/read-own-texts.ts'
import { reportUnused } from '#server/mails/own-texts/report-unused.ts'
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
  const ownTexts = await readOwnTexts(tx, name)
  await Promise.all([
    person && isNoticed(name) && writeNotice(tx, name, { person, facts: facts as MessageFacts<typeof name>, ownTexts }),
    to && queueMail(tx, mailTo(name, to, { facts, siteUrl, ownTexts })),
  ])
}

interface Notification<Name extends NoticedName> {
  to: string | null
  person: string
  facts: MessageFacts<Name>
  siteUrl: string
}

interface NotificationBatch<Name extends NoticedName> {
  notifications: readonly Notification<Name>[]
  ownTexts: readonly OwnText[]
}

/**
 * Sends the same kind of mail and notice to many people, each with their own facts, in one statement for the mails and
 * one for the notices. Throws `UnsendableMail` before any is queued. If people can choose whether to get the mail,
 * their preferences are read first.
 */
export async function notifyEach<Name extends NoticedName>(
  tx: pg.PoolClient,
  name: Name,
  notifications: readonly Notification<Name>[],
): Promise<unknown> {
  if (notifications.length === 0) return
  return notifyInWords(tx, name, { notifications, ownTexts: await readOwnTexts(tx, name) })
}

/** As `notifyEach`, with own texts that were read before: sends its statements and throws synchronously. */
export function notifyInWords<Name extends NoticedName>(
  tx: pg.PoolClient,
  name: Name,
  batch: NotificationBatch<Name>,
): Promise<unknown> {
  if (isOptional(name)) return notifyByPreference(tx, name, batch)
  const { notifications: entries, ownTexts } = batch
  return awaitPipelined([queueMailBatch(tx, mailsTo(name, batch)), writeNotices(tx, name, { entries, ownTexts })])
}

async function notifyByPreference<Name extends NoticedName>(
  tx: pg.PoolClient,
  name: Name,
  { notifications, ownTexts }: NotificationBatch<Name>,
): Promise<void> {
  const reachable = notifications.filter(({ to }) => to)
  const people = reachable.map(({ person }) => person)
  const mailTimes = people.length > 0 ? await readMailTimes(tx, name, people) : new Map<string, Date>()
  const mails = mailsTo(name, { notifications: reachable, ownTexts }).map((mail, index) => ({
    ...mail,
    dueAt: mailTimes.get(people[index] ?? ''),
  }))
  await awaitPipelined([
    queueMailBatch(
      tx,
      mails.filter(({ dueAt }) => dueAt),
    ),
    writeNotices(tx, name, { entries: notifications, ownTexts }),
  ])
}

const mailsTo = <Name extends NoticedName>(name: Name, { notifications, ownTexts }: NotificationBatch<Name>): Mail[] =>
  notifications.flatMap(({ to, facts, siteUrl }) => (to ? [mailTo(name, to, { facts, siteUrl, ownTexts })] : []))

function mailTo<Name extends MessageName>(
  name: Name,
  to: string,
  { facts, siteUrl, ownTexts }: { facts: MessageFacts<Name>; siteUrl: string; ownTexts: readonly OwnText[] },
): Mail {
  return { to, kind: name, ...renderOwnMail(name, { facts, site: siteUrl, ownTexts, onUnused: reportUnused }) }
}
