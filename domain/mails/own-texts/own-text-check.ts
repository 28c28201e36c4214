import { isNoticed, type MessageName, noticedMessage } from '#domain/all-messages.ts'
import type { Errors } from '#domain/forms/validation.ts'
import { contactFault } from './contact-fault.ts'
import type { PartText } from './lift-facts.ts'
import { ownTextTexts as texts } from './own-text-texts.ts'

interface CheckedPart {
  name: MessageName
  part: 'mail' | 'notice' | 'sms'
  standard: PartText & { placeholders: readonly { name: string; isRequired: boolean }[] }
}

/** Lengths of own texts (`public.guard_message_text` has the same numbers). With facts, notices get 200 and 1000. */
const MOST_CHARACTERS = { subject: 150, mail: 4000, notice: 700, sms: 300 } as const

/** The faults of an own text by field; empty if it may be saved. */
export function ownTextFaults(text: PartText, { name, part, standard }: CheckedPart): Errors {
  const known = standard.placeholders.map((one) => one.name)
  const inSubject = part === 'sms' ? null : fieldFault(text.subject, { known, most: MOST_CHARACTERS.subject })
  const subject =
    inSubject ??
    (/[\r\n]/.test(text.subject) ? texts.oneLine : null) ??
    (part === 'notice' ? privacyFault(text.subject, { name, standard }) : secretFault(text.subject))
  const body = fieldFault(text.body, { known, most: MOST_CHARACTERS[part] }) ?? missingFault(text, standard)
  return { ...(subject && { subject }), ...(body && { body }) }
}

/** Names of the placeholders in a text. */
const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)),
]

function fieldFault(source: string, { known, most }: { known: readonly string[]; most: number }): string | null {
  if (source.trim() === '') return 'This is required.'
  if (source.length > most) return texts.tooLong(most)
  const unknown = placeholdersIn(source).find((name) => !known.includes(name))
  if (unknown) return texts.unknown(unknown, known)
  if (/[{}]/.test(source.replace(/\{\w+\}/g, ''))) return texts.braces
  if (/[<>]/.test(source)) return texts.markup
  return contactFault(source)
}
/** A fact of the body has to stay in the body; one that only the subject has may move there. */
function missingFault(text: PartText, { subject, body, placeholders }: CheckedPart['standard']): string | null {
  const required = placeholders.filter((one) => one.isRequired).map(({ name }) => name)
  const [inBody, everywhere] = [placeholdersIn(text.body), placeholdersIn(`${text.subject} ${text.body}`)]
  const missing = required.filter((name) => {
    const isOfBody = placeholdersIn(body).includes(name)
    return isOfBody ? !inBody.includes(name) : placeholdersIn(subject).includes(name) && !everywhere.includes(name)
  })
  return missing.length > 0 ? texts.missing(missing) : null
}

/** The log of mails, which staff read, has subjects: the body with a code is not stored there. */
const secretFault = (subject: string): string | null =>
  placeholdersIn(subject).includes('code') ? texts.secretSubject : null

/** The title of a pushed notice says no more than the standard one does. */
function privacyFault(title: string, { name, standard }: Omit<CheckedPart, 'part'>): string | null {
  if (!isNoticed(name) || noticedMessage(name).push === 'never') return null
  const shown = placeholdersIn(standard.subject)
  const more = placeholdersIn(title).find((one) => !shown.includes(one))
  return more ? texts.privateTitle(more) : null
}
