import { firstStepsTexts } from '#domain/mails/first-steps.ts'
import { type RenderedMail, renderTemplate, type Template, templateFault } from '#domain/mails/mail-template.ts'
import { templatePlaceholders } from '#domain/mails/templates.ts'
import type { Errors } from '#domain/validation.ts'

/** The mail as it would be sent, with an example in each placeholder and the first steps in the list. */
export function previewTemplate(words: Template): RenderedMail {
  return renderTemplate(words, exampleFor(`${words.subject}\n${words.content}`))
}

/** What is wrong with a template of this type, by field; empty if it can be sent. */
export function templateFaults({ subject, content }: Template, type: string): Errors {
  const known = knownPlaceholders(type)
  const [inSubject, inContent] = [templateFault(subject, known), templateFault(content, known)]
  return { ...(inSubject && { subject: inSubject }), ...(inContent && { content: inContent }) }
}

/** Undefined for a template of the operator's own, who alone knows what fills it. */
export function knownPlaceholders(type: string): readonly string[] | undefined {
  const known: Record<string, readonly string[]> = templatePlaceholders
  return known[type]
}

const KNOWN: Record<string, unknown> = {
  full_name: 'Ada Obi',
  base_url: 'https://market.example',
  referral_code: 'ADAOBI23',
  referral_reward: '0.5%',
  reference: '7C1E52A0',
  steps: firstStepsTexts,
}

/** Known examples; any other placeholder shows its own name. */
function exampleFor(source: string): Record<string, unknown> {
  const names = [...source.matchAll(/\{\{\{?\s*[&]?\s*([\w.]+)\s*\}?\}\}/g)].map((match) => match[1] ?? '')
  return { ...Object.fromEntries(names.map((name) => [name, `[${name}]`])), ...KNOWN }
}

/** The placeholders a template uses, lists with a hash. */
export function placeholdersOf(source: string): string[] {
  const names = [...source.matchAll(/\{\{\{?\s*([#^&]?)\s*([\w.]+)\s*\}?\}\}/g)]
  return [...new Set(names.map(([, kind, name]) => `{{${kind === '#' ? '#' : ''}${name}}}`))]
}
