import type { MessageName } from '#domain/all-messages.ts'
import {
  countSmsParts,
  fillTemplate,
  isTextKind,
  type TextKind,
  textTemplates,
  writeSms,
} from '#domain/text-messages/templates.ts'
import { fillPlaceholders } from './fact-forms.ts'
import type { UnusedOwnText } from './own-text.ts'
import { ownTextFaults } from './own-text-check.ts'
import { ownTextTexts } from './own-text-texts.ts'

const SAMPLES: Readonly<Record<string, { kind: 'name' | 'text' | 'time' | 'link'; sample: string; longest: string }>> =
  {
    goods: { kind: 'name', sample: 'Ofada rice', longest: 'x'.repeat(40) },
    place: { kind: 'text', sample: 'At Ikeja hub', longest: 'x'.repeat(40) },
    code: { kind: 'text', sample: '123 456', longest: '123 456' },
    deadline: { kind: 'time', sample: 'Tue 17 Mar, 11:59 am', longest: 'Wed 30 Sep, 12 midnight' },
    reference: { kind: 'text', sample: 'AJ-7C1E52A0', longest: 'x'.repeat(40) },
    link: { kind: 'link', sample: 'https://market.example/account/orders', longest: 'x'.repeat(40) },
  }

/** The standard text of an SMS, with its values as {placeholders}; null for messages that are not sent as one. */
export function smsStandard(name: MessageName) {
  if (!isTextKind(name)) return null
  const { body, values } = textTemplates[name]
  const placeholders = values.map((value) => ({
    name: value,
    kind: SAMPLES[value]?.kind ?? 'text',
    sample: SAMPLES[value]?.sample ?? '',
    isRequired: value !== 'goods',
  }))
  return {
    subject: '',
    body: body.replaceAll(/\{\{(\d)\}\}/g, (_, at: string) => `{${values[Number(at) - 1]}}`),
    placeholders,
  }
}

interface OwnSms {
  /** The text of the chiefs; null if they have written none. */
  own: string | null
  onUnused: (unused: UnusedOwnText) => void
}

/** The SMS of a kind with its values, in the own text if there is one that says what this SMS has to say now. */
export function fillOwnSms(kind: TextKind, values: readonly string[], { own, onUnused }: OwnSms): string {
  if (own === null) return fillTemplate(kind, values)
  const standard = smsStandard(kind)
  const isFit =
    standard &&
    Object.keys(ownTextFaults({ subject: '', body: own }, { name: kind, part: 'sms', standard })).length === 0
  const filled = isFit ? fillSms(kind, values, own) : null
  if (filled !== null) return filled
  const reason = isFit ? 'a placeholder has no value' : 'it lacks what the message has to say now'
  onUnused({ kind, part: 'sms', reason })
  return fillTemplate(kind, values)
}

function fillSms(kind: TextKind, values: readonly string[], text: string): string | null {
  const names: readonly string[] = textTemplates[kind].values
  const filled = fillPlaceholders(text, (name) => values[names.indexOf(name)])
  return filled === null ? null : writeSms(filled)
}

/** Costs are estimated from the standard text, so an own one is not charged as more parts. */
export function smsLengthFault(name: MessageName, body: string): string | null {
  if (!isTextKind(name)) return null
  const longest = textTemplates[name].values.map((value) => SAMPLES[value]?.longest ?? '')
  const most = countSmsParts(fillTemplate(name, longest))
  return countSmsParts(fillSms(name, longest, body) ?? '') > most ? ownTextTexts.tooManyParts(most) : null
}
