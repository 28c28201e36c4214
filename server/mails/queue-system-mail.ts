import type pg from 'pg'
import { type SystemMailName, type SystemMails, systemMail } from '#domain/texts/mails.ts'
import { mailOnly, type NoticedMail } from '#domain/texts/notices.ts'
import { type Mail, queueMailBatch, queueMail } from '#platform/mail/queue-mail.ts'
import { inOnePacket } from '#platform/postgres/in-one-packet.ts'
import { isChosen, wantedMails } from '../notices/wanted-mails.ts'
import { writeNotice, writeNotices } from '../notices/write-notice.ts'
import { mailLanes } from './lanes.ts'

type SystemMailFor<Name extends SystemMailName> = {
  /** Empty or null for people without an e-mail address, who get the notice alone. */
  to: string | null
  facts: SystemMails[Name]
  siteUrl: string
} & (Name extends NoticedMail ? { person: string } : { person?: never })

/**
 * Tells somebody, in the caller's transaction: by one of the market's own mails, and by the notice in the app that says the same
 * (domain/texts/notices.ts). For a command or a job that names the mail, whom it is for, and its facts.
 */
export async function queueSystemMail<Name extends SystemMailName>(
  tx: pg.PoolClient,
  name: Name,
  mail: SystemMailFor<Name>,
): Promise<void> {
  const { to, person, facts, siteUrl } = mail
  if (person && isNoticed(name) && isChosen(name)) {
    await tellEach(tx, name, [{ to, person, facts: facts as SystemMails[typeof name], siteUrl }])
    return
  }
  await Promise.all([
    person && isNoticed(name) && writeNotice(tx, name, { person, facts: facts as SystemMails[typeof name] }),
    to && queueMail(tx, { to, kind: name, lane: mailLanes[name], ...systemMail(name, { facts, site: siteUrl }) }),
  ])
}

interface Telling<Name extends NoticedMail> {
  to: string | null
  person: string
  facts: SystemMails[Name]
  siteUrl: string
}

/**
 * The same mail and notice to many, each with facts of their own, in one statement for the mails and one for the notices. Throws `UnsendableMail` at once,
 * before it sends them. Where people choose about the mail, it first asks who wants it, and when.
 */
export function tellEach<Name extends NoticedMail>(
  tx: pg.PoolClient,
  name: Name,
  told: readonly Telling<Name>[],
): Promise<unknown> {
  if (!isChosen(name)) return inOnePacket([queueMailBatch(tx, mailsTo(name, told)), writeNotices(tx, name, told)])
  return tellAsWanted(tx, name, told)
}

async function tellAsWanted<Name extends NoticedMail>(
  tx: pg.PoolClient,
  name: Name,
  told: readonly Telling<Name>[],
): Promise<void> {
  const reachable = told.filter(({ to }) => to)
  const people = reachable.map(({ person }) => person)
  const wanted = people.length > 0 ? await wantedMails(tx, name, people) : new Map<string, Date>()
  const mails = mailsTo(name, reachable).map((mail, index) => ({ ...mail, dueAt: wanted.get(people[index] ?? '') }))
  await inOnePacket([
    queueMailBatch(
      tx,
      mails.filter(({ dueAt }) => dueAt),
    ),
    writeNotices(tx, name, told),
  ])
}

const mailsTo = <Name extends NoticedMail>(name: Name, told: readonly Telling<Name>[]): Mail[] =>
  told.flatMap(({ to, facts, siteUrl }) =>
    to ? [{ to, kind: name, lane: mailLanes[name], ...systemMail(name, { facts, site: siteUrl }) }] : [],
  )

const isNoticed = (name: SystemMailName): name is NoticedMail => !Object.hasOwn(mailOnly, name)
