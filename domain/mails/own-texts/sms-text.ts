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

/** The SMS of a kind with its values, in the own text if there is one whose placeholders have values. */
export function fillOwnSms(kind: TextKind, values: readonly string[], own: string | null): string {
  const names: readonly string[] = textTemplates[kind].values
  const filled = own === null ? null : fillPlaceholders(own, (name) => values[names.indexOf(name)])
  return filled === null ? fillTemplate(kind, values) : writeSms(filled)
}

/** Costs are estimated from the standard text, so an own one is not charged as more parts. */
export function smsLengthFault(name: MessageName, body: string): string | null {
  if (!isTextKind(name)) return null
  const longest = textTemplates[name].values.map((value) => SAMPLES[value]?.longest ?? '')
  const most = countSmsParts(fillTemplate(name, longest))
  return countSmsParts(fillOwnSms(name, longest, body)) > most ? ownTextTexts.tooManyParts(most) : null
}
