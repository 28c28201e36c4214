import type { NoticeTemplates } from '#domain/all-messages.ts'
import {
  type MessageFacts,
  type MessageName,
  type NoticedName,
  renderMail,
  renderNotice,
} from '#domain/all-messages.ts'
import { truncate } from '#domain/texts/truncate.ts'
import { codeText, fillWithFacts, type PartText } from './lift-facts.ts'
import { isLocked } from './locked-messages.ts'
import { messageCases } from './message-cases.ts'
import { ownTextFaults } from './own-text-check.ts'

/** A text of the chiefs for one case of a message, as it is now. */
export interface OwnText extends PartText {
  part: 'mail' | 'notice' | 'sms'
  variant: string
  language: string
}

/** Why the standard text was sent although somebody has written own ones. */
export interface UnusedOwnText {
  kind: MessageName
  part: OwnText['part']
  reason: 'another case' | 'it lacks what the message has to say now' | 'a placeholder has no value' | 'it failed'
}

interface Rendering<Name extends MessageName> {
  facts: MessageFacts<Name>
  site: string
  ownTexts: readonly OwnText[]
  onUnused: (unused: UnusedOwnText) => void
}

/** The mail of a message, in the own text of its case if there is one. Mails are in English. */
export function renderOwnMail<Name extends MessageName>(name: Name, rendering: Rendering<Name>) {
  const mail = renderMail(name, rendering)
  const own = findOwnText(name, 'mail', rendering).get('en')
  return own ? { lane: mail.lane, subject: truncate(own.subject, 200), text: `${own.body}\n` } : mail
}

/** Own texts of a notice by language, beside its templates: screens show these to readers of that language. */
export interface OwnNoticeTemplates extends NoticeTemplates {
  own?: Readonly<Record<string, { title: string; body: string }>>
}

/** The notice of a message, in the own texts of its case if there are some. */
export function renderOwnNotice<Name extends NoticedName>(name: Name, rendering: Omit<Rendering<Name>, 'site'>) {
  const notice = renderNotice(name, rendering.facts)
  const found = findOwnText(name, 'notice', rendering)
  if (found.size === 0) return { ...notice, templates: notice.templates as OwnNoticeTemplates | null }
  const own = Object.fromEntries(
    [...found].map(([language, { subject, body }]) => [
      language,
      { title: truncate(subject, 200), body: truncate(body, 1000) },
    ]),
  )
  const { title, body } = own.en ?? notice
  const standard = notice.templates ?? { title: notice.title, body: notice.body }
  const templates: OwnNoticeTemplates = { title: standard.title, body: standard.body, own }
  return { title, body, link: notice.link, templates }
}

type SearchedPart<Name extends MessageName> = Omit<Rendering<Name>, 'site'> & { site?: string }

/**
 * The own texts that fit these facts, filled in, by language. A failure must not keep the message from being sent, with
 * the payment or the closing of a buy that it tells of, so the standard text is sent then.
 */
function findOwnText<Name extends MessageName>(
  name: Name,
  part: 'mail' | 'notice',
  rendering: SearchedPart<Name>,
): ReadonlyMap<string, PartText> {
  const ownTexts = rendering.ownTexts.filter((one) => one.part === part)
  if (ownTexts.length === 0 || isLocked(name)) return new Map()
  try {
    return fillOwnTexts(name, part, { ...rendering, ownTexts })
  } catch {
    rendering.onUnused({ kind: name, part, reason: 'it failed' })
    return new Map()
  }
}

function fillOwnTexts<Name extends MessageName>(
  name: Name,
  part: 'mail' | 'notice',
  { facts, site = '', ownTexts, onUnused }: SearchedPart<Name>,
): Map<string, PartText> {
  const found = new Map<string, PartText>()
  const said = codeText(name, part, { facts: facts as never, site })
  const fitting = messageCases(name).find(({ [part]: standard }) => {
    const filled = standard && fillWithFacts(standard, standard.placeholders, { facts: facts as object, site })
    return filled && said && filled.subject === said.subject && filled.body === said.body
  })
  const standard = fitting?.[part]
  const texts = ownTexts.filter(({ variant }) => variant === fitting?.key)
  if (!standard || texts.length === 0) onUnused({ kind: name, part, reason: 'another case' })
  for (const text of standard ? texts : []) {
    const isFit = standard && Object.keys(ownTextFaults(text, { name, part, standard })).length === 0
    const filled = isFit && fillWithFacts(text, standard.placeholders, { facts: facts as object, site })
    const subject = filled ? oneLine(filled.subject) : ''
    if (filled && subject && filled.body.trim()) found.set(text.language, { subject, body: filled.body })
    else {
      const reason = isFit ? 'a placeholder has no value' : 'it lacks what the message has to say now'
      onUnused({ kind: name, part, reason })
    }
  }
  return found
}

/** Facts such as a reason may have several lines, and a subject with a line break is not sent. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim()
