import type { CommandInput } from '#api/commands.ts'
import { allMessages, type MessageName } from '#domain/all-messages.ts'
import { oneOf, text, wholeNumber } from '#domain/forms/validation.ts'
import { isLocked } from '#domain/mails/own-texts/locked-messages.ts'
import {
  MESSAGE_PARTS,
  OWN_TEXT_LANGUAGES,
  slotFaults,
  slotStandard,
  type TextSlot,
} from '#domain/mails/own-texts/message-parts.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'

/** Which text it is, and its words. */
export const ownTextFields = {
  kind: oneOf({ label: 'Message', among: Object.keys(allMessages) as MessageName[] }),
  part: oneOf({ label: 'Part', among: MESSAGE_PARTS }),
  variant: text({ label: 'Case', max: 60 }),
  language: oneOf({ label: 'Language', among: OWN_TEXT_LANGUAGES }),
  subject: text({ label: 'Subject', min: 0, max: 200 }),
  body: text({ label: 'Text', min: 0, max: 5000, lines: true }),
}

/** The number of the newest version that the writer has seen; 0 before the first. */
export const versionSeen = wholeNumber({ label: 'Version', min: 0, max: 100_000 })

type OwnTextInput = CommandInput<'send-test-message'>

export const slotOf = ({ kind, part, variant, language }: OwnTextInput): TextSlot => ({
  name: kind as MessageName,
  part: part as TextSlot['part'],
  variant,
  language,
})

/** Why these words cannot be used for this text; null if they can. */
export function refuseOwnText(input: OwnTextInput): Refusal | null {
  const slot = slotOf(input)
  if (!slotStandard(slot)) return refuse('not_found')
  if (isLocked(slot.name)) return refuse('text_locked')
  const errors = slotFaults(slot, input)
  return Object.keys(errors).length > 0 ? refuse('invalid_input', { errors }) : null
}
