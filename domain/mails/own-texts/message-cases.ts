import type { MessageName } from '#domain/all-messages.ts'
import { GIVEN, sampleMessage } from '../sample-messages.ts'
import { codeText, fillWithFacts, liftFacts, type StandardText } from './lift-facts.ts'

type Facts = Readonly<Record<string, unknown>>

/** A case of a message: facts for which the code says something else than usually. */
interface MessageCase {
  /** `usual`, or a fact and its value: `refundKobo=0`. */
  key: string
  label: string
}

interface KnownCase extends MessageCase {
  facts: Facts
  /** Null if the part is missing, or says what it says in an earlier case. */
  mail: StandardText | null
  notice: StandardText | null
}

const known = new Map<MessageName, readonly KnownCase[]>()

/**
 * The cases of a message, the usual one first. Two of these things at once are no case: then the standard text is sent.
 */
export function messageCases(name: MessageName): readonly KnownCase[] {
  const found = known.get(name)
  if (found) return found
  const cases: KnownCase[] = []
  for (const [key, facts] of candidates(name)) {
    if (!isTellable(name, facts)) continue
    const fresh = PARTS.filter((part) => !cases.some((one) => isText(name, part, { one, facts })))
    const lifted = fresh.map((part) => [part, liftFacts(name, part, facts)] as const).filter(([, text]) => text)
    if (lifted.length === 0) continue
    cases.push({ mail: null, notice: null, ...Object.fromEntries(lifted), key, label: caseLabel(key), facts })
  }
  known.set(name, cases)
  return cases
}

/** The standard text of a part of a message in one of its cases; null if it has none. */
export const standardText = (name: MessageName, part: 'mail' | 'notice', key: string): StandardText | null =>
  messageCases(name).find((one) => one.key === key)?.[part] ?? null

const PARTS = ['mail', 'notice'] as const

/** Whether the code's text for these facts is the text of this case, filled in. */
function isText(name: MessageName, part: 'mail' | 'notice', { one, facts }: { one: KnownCase; facts: Facts }): boolean {
  const standard = one[part]
  if (!standard) return false
  const filled = fillWithFacts(standard, standard.placeholders, { facts, site: '' })
  const said = textOf(name, part, facts)
  return filled !== null && said !== null && filled.subject === said.subject && filled.body === said.body
}

/** Some facts cannot be told: a text would have a gap. */
const isTellable = (name: MessageName, facts: Facts): boolean =>
  !/undefined|NaN|\[object|Invalid|null\b/.test(
    PARTS.map((part) => Object.values(textOf(name, part, facts) ?? {}).join('\n')).join('\n'),
  ) && textOf(name, 'mail', facts) !== null

function textOf(name: MessageName, part: 'mail' | 'notice', facts: Facts) {
  try {
    return codeText(name, part, { facts: facts as never, site: '' })
  } catch {
    return null
  }
}

/** The example, then the example with one fact changed. */
function candidates(name: MessageName): [key: string, facts: Facts][] {
  const usual = sampleMessage(name) as Facts
  const read = new Map<string, unknown>()
  const recorder = new Proxy(usual, {
    get(target, fact) {
      const value = Reflect.get(target, fact)
      if (typeof fact === 'string') read.set(fact, value)
      return value
    },
  })
  for (const part of PARTS) textOf(name, part, recorder)
  const others = [...read].flatMap(([fact, value]) =>
    otherValues(name, fact, value).map((other): [string, Facts] => [
      `${fact}=${keyOf(other)}`,
      withFact(usual, fact, other),
    ]),
  )
  return [['usual', usual], ...others]
}

/** Other values of a fact that the message reads: the other side of a condition, nothing, one, and choices of a list. */
function otherValues(name: MessageName, fact: string, value: unknown): unknown[] {
  const choices = CHOICES[name]?.[fact]
  if (choices) return choices.filter((choice) => choice !== value)
  if (typeof value === 'boolean') return [!value]
  if (typeof value === 'bigint') return [0n]
  if (value instanceof Date) return fact === 'now' ? [] : [null]
  if (typeof value === 'number') return [1]
  if (Array.isArray(value) && typeof value[0] === 'number') return [value.slice(0, 1), []]
  if (typeof value !== 'string') return []
  return OPTIONAL_TEXT.test(fact) || GIVEN[name]?.[fact] === '' ? [value === '' ? 'Ada Obi' : ''] : []
}

const OPTIONAL_TEXT = /^(note|reason|instructions|takenBy|message|times)$/

/** Choices of closed lists whose texts differ. */
const CHOICES: Partial<Record<MessageName, Readonly<Record<string, readonly unknown[]>>>> = {
  'report-decided': { decision: ['nothing', 'hidden', 'warned'] },
  'message-judged': { decision: ['hidden', 'warned'] },
  'vendor-decision': { decision: ['approve', 'reject', 'suspend', 'reinstate'] },
  'payment-reminder': { hours: [72, 24, 3] },
  'ajo-reminder': { step: ['soon', 'due', 'late', 'last'], turn: ['none', 'before', 'after'] },
  'standing-order-offered': { why: ['asked', 'too_dear', 'pay_at_once'] },
  'standing-order-stopped': { why: ['unpaid', 'ended'] },
  'ajo-not-bought': { why: ['no_votes', 'not_enough', 'not_served'] },
  'ajo-over': { as: ['finished', 'left', 'defaulted', 'stopped'] },
  'buy-settled': { backTo: ['source', 'peps'] },
  'buy-extended': { by: ['shop', 'clock', 'staff'] },
}

function withFact(usual: Facts, changed: string, value: unknown): Facts {
  return new Proxy(usual, {
    get: (target, fact) => (fact === changed ? value : Reflect.get(target, fact)),
    getOwnPropertyDescriptor: (target, fact) => {
      const found = Reflect.getOwnPropertyDescriptor(target, fact)
      return found && fact === changed ? { ...found, value } : found
    },
  })
}

function keyOf(value: unknown): string {
  if (value === null || value === '') return 'none'
  if (Array.isArray(value)) return String(value.length)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' && / /.test(value) ? 'given' : String(value)
}

/** "Refund: 0", "Has grown: yes". */
function caseLabel(key: string): string {
  if (key === 'usual') return 'Usual'
  const [fact = '', value = ''] = key.split('=')
  const words = fact
    .replace(/Kobo$/, '')
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${value.replaceAll('-', ' ')}`
}
