import { allMessages, isNoticed, type MessageName, noticedMessage } from '#domain/all-messages.ts'
import { formatInEnglish } from '#domain/texts/translatable-text.ts'
import { type Form, factForms, fillPlaceholders, formsOfLists, formsOfUnits, linkForm } from './fact-forms.ts'
import { traceFacts } from './trace-facts.ts'

/** Subject and body of a mail, title and body of a notice. */
export interface PartText {
  subject: string
  body: string
}

/**
 * The words of the code in one case of a message, with {placeholders} where it writes facts. An own text takes the place of
 * exactly this text: where the code would say anything else, the own text does not apply.
 */
export interface StandardText extends PartText {
  placeholders: readonly Form[]
}

type FactsPart = 'mail' | 'notice'

/** The text of a part in the code's words; null if this message has no such part. */
export function codeText(
  name: MessageName,
  part: FactsPart,
  { facts, site }: { facts: never; site: string },
): PartText | null {
  if (part === 'mail') {
    const { subject, text } = allMessages[name].mail(facts, site)
    return { subject, body: text.join('\n\n') }
  }
  if (!isNoticed(name)) return null
  const { title, body } = noticedMessage(name).notice(facts)
  return { subject: formatInEnglish(title), body: formatInEnglish(body) }
}

/** The origin in standard texts, which links begin with. */
const SITE = 'https://market.example'

/** The text of a part for these example facts, with placeholders in place of the facts that it writes. */
export function liftFacts(
  name: MessageName,
  part: FactsPart,
  example: Readonly<Record<string, unknown>>,
): StandardText | null {
  const traced = traceFacts(example)
  const text = codeText(name, part, { facts: traced.facts, site: SITE })
  if (!text) return null
  const facts = traced.read()
  const forms = [
    ...formsOfLists(facts),
    ...formsOfUnits(facts),
    ...[...facts].flatMap(([path, value]) => factForms(path, value)),
  ]
  const links: Form[] = []
  const used = new Set<Form>()
  const lift = (source: string) => liftForms(liftLinks(source, forms, links), forms, { used })
  return { subject: lift(text.subject), body: lift(text.body), placeholders: [...used, ...links] }
}

/** The text with these facts; null if a placeholder has no value. */
export function fillWithFacts(
  { subject, body }: PartText,
  placeholders: readonly Form[],
  { facts, site }: { facts: object; site: string },
): PartText | null {
  const fact = (path: string) => path.split('.').reduce<unknown>(stepInto, facts)
  const readValue = (name: string) => placeholders.find((one) => one.name === name)?.write(fact, site)
  const filled = { subject: fillPlaceholders(subject, readValue), body: fillPlaceholders(body, readValue) }
  return filled.subject === null || filled.body === null ? null : { subject: filled.subject, body: filled.body }
}

const stepInto = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined

/** Replaces links by {link}, {link2} and so on; a link stands for its whole address. */
function liftLinks(source: string, forms: readonly Form[], links: Form[]): string {
  return source.replace(/https:\/\/market\.example[^\s]*/g, (address) => {
    const path = liftForms(address.slice(SITE.length), forms, { used: new Set(), encode: encodeURIComponent })
    const before = links.find((link) => link.path === path)
    const link = before ?? linkForm(links.length === 0 ? 'link' : `link${links.length + 1}`, path, forms)
    if (!before) links.push(link)
    return `{${link.name}}`
  })
}

interface Lifting {
  used: Set<Form>
  /** How facts are written in links. */
  encode?: (text: string) => string
}

/** Replaces what the facts are written as by their placeholders, the longest first. */
function liftForms(source: string, forms: readonly Form[], { used, encode = (text) => text }: Lifting): string {
  const written = forms
    .map((form) => ({ form, text: encode(form.sample) }))
    .filter(({ text }) => text !== '')
    .sort((one, other) => other.text.length - one.text.length)
  let pieces: (string | Form)[] = [source]
  for (const { form, text } of written) {
    pieces = pieces.flatMap((piece) => (typeof piece === 'string' ? split(piece, text, form) : [piece]))
  }
  for (const piece of pieces) if (typeof piece !== 'string') used.add(piece)
  return pieces.map((piece) => (typeof piece === 'string' ? piece : `{${piece.name}}`)).join('')
}

/** Only whole words and numbers: the 3 of "13" is no fact, and neither is the name of a placeholder. */
function split(source: string, text: string, form: Form): (string | Form)[] {
  const literal = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const parts = source.split(new RegExp(`(?<![\\p{L}\\d{])${literal}(?![\\p{L}\\d}])`, 'u'))
  return parts.flatMap((part, at) => (at === 0 ? [part] : [form, part]))
}
