import type pg from 'pg'
import type { MessageFacts, MessageName, NoticedName } from '#domain/all-messages.ts'
import { type OwnText, renderOwnMail } from '#domain/mails/own-texts/own-text.ts'
import { type Mail, queueMailBatch } from '#platform/mail/queue-mail.ts'
import { awaitPipelined } from '#platform/postgres/queries/await-pipelined.ts'
import { readOwnTexts } from '#server/mails/own-texts/read-own-texts.ts'
import { reportUnused } from '#server/mails/own-texts/report-unused.ts'
import { isOptional, readMailTimes } from './mail-preferences.ts'
import { writeNotices } from './write-notices.ts'

interface ToAddress<Name extends MessageName> {
  recipient: string
  facts: MessageFacts<Name>
  siteUrl: string
}

/** A message to a person; `recipient` is null for those without an e-mail address, who get only the notice. */
interface ToPerson<Name extends NoticedName> extends Omit<ToAddress<Name>, 'recipient'> {
  person: string
  recipient: string | null
  /** When it happened. */
  at: Date
}

/** Queues the mails of a message to people without an account. */
export const writeMails = async <Name extends MessageName>(
  tx: pg.ClientBase,
  name: Name,
  messages: readonly ToAddress<Name>[],
): Promise<unknown> => queueMailBatch(tx, mailsOf(name, messages, await readOwnTexts(tx, name)))

/**
 * Writes the notices of a message, with their pushes and text messages, and queues its mails. If people can choose
 * whether to get the mail, their preferences are read first.
 */
export async function writeMailsAndNotices<Name extends NoticedName>(
  tx: pg.ClientBase,
  name: Name,
  messages: readonly ToPerson<Name>[],
): Promise<unknown> {
  const [ownTexts, mailTimes] = await awaitPipelined([readOwnTexts(tx, name), readOptionalTimes(tx, name, messages)])
  const mailed = messages.flatMap(({ recipient, ...message }) => {
    const isWanted = mailTimes === null || mailTimes.has(message.person)
    // By the time of the event, so that the mails of a person are sent in its order.
    return recipient && isWanted ? [{ ...message, recipient, dueAt: mailTimes?.get(message.person) ?? message.at }] : []
  })
  return awaitPipelined([
    queueMailBatch(
      tx,
      mailsOf(name, mailed, ownTexts).map((mail, index) => ({ ...mail, dueAt: mailed[index]?.dueAt })),
    ),
    writeNotices(tx, name, { entries: messages, ownTexts }),
  ])
}

/** Null if everyone gets the mail at once. */
async function readOptionalTimes<Name extends NoticedName>(
  tx: pg.ClientBase,
  name: Name,
  messages: readonly ToPerson<Name>[],
): Promise<Map<string, Date> | null> {
  if (!isOptional(name)) return null
  const people = messages.flatMap(({ person, recipient }) => (recipient ? [person] : []))
  return people.length > 0 ? readMailTimes(tx, name, people) : new Map()
}

const mailsOf = <Name extends MessageName>(
  name: Name,
  messages: readonly ToAddress<Name>[],
  ownTexts: readonly OwnText[],
): Mail[] =>
  messages.map(({ recipient, facts, siteUrl }) => ({
    to: recipient,
    kind: name,
    ...renderOwnMail(name, { facts, site: siteUrl, ownTexts, onUnused: reportUnused }),
  }))
