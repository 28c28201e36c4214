import { allMessages, type MessageName } from '#domain/all-messages.ts'
import type { Errors } from '#domain/forms/validation.ts'
import { writeSms } from '#domain/text-messages/templates.ts'
import { fillPlaceholders } from './fact-forms.ts'
import type { PartText } from './lift-facts.ts'
import { messageCases, standardText } from './message-cases.ts'
import { ownTextFaults } from './own-text-check.ts'
import { smsLengthFault, smsStandard } from './sms-text.ts'

export const MESSAGE_PARTS = ['mail', 'notice', 'sms'] as const
export type MessagePart = (typeof MESSAGE_PARTS)[number]

/** Notices are shown in the reader's language; mails and SMS are in English, because the market knows no other of a person. */
export const OWN_TEXT_LANGUAGES = ['en', 'pcm', 'yo', 'ha', 'ig'] as const

/** One text that a chief can write. */
export interface TextSlot {
  name: MessageName
  part: MessagePart
  variant: string
  language: string
}

/** The standard text of a slot with its placeholders; null if there is no such slot. */
export function slotStandard({ name, part, variant, language }: TextSlot) {
  if (!Object.hasOwn(allMessages, name)) return null
  if (part !== 'notice' && language !== 'en') return null
  if (part === 'sms') return variant === 'usual' ? smsStandard(name) : null
  return standardText(name, part, variant)
}

/** The faults of a text for this slot by field; empty if it may be saved. */
export function slotFaults(slot: TextSlot, text: PartText): Errors {
  const standard = slotStandard(slot)
  if (!standard) return { body: 'There is no such text.' }
  const faults = ownTextFaults(text, { name: slot.name, part: slot.part, standard })
  const tooLong = slot.part === 'sms' && !faults.body ? smsLengthFault(slot.name, text.body) : null
  return tooLong ? { body: tooLong } : faults
}

/** The text with example facts. Placeholders that the message does not have stay as they were typed. */
export function previewSlot(slot: TextSlot, text: PartText): PartText {
  const placeholders = slotStandard(slot)?.placeholders ?? []
  const fill = (source: string) =>
    fillPlaceholders(source, (name) => {
      const found = placeholders.find((one) => one.name === name)
      if (!found) return `{${name}}`
      return found.kind === 'link' && slot.part !== 'sms' ? EXAMPLE_SITE + found.sample : found.sample
    }) ?? source
  return { subject: fill(text.subject), body: slot.part === 'sms' ? writeSms(fill(text.body)) : fill(text.body) }
}

const EXAMPLE_SITE = 'https://market.example'

/** All texts of a message, in the order in which the editor offers them. */
export function slotsOf(name: MessageName): TextSlot[] {
  const slots = messageCases(name).flatMap(({ key: variant }) =>
    MESSAGE_PARTS.flatMap((part) =>
      OWN_TEXT_LANGUAGES.map((language): TextSlot => ({ name, part, variant, language })),
    ),
  )
  return slots.filter((slot) => slotStandard(slot) !== null)
}
