import type { Errors } from '#domain/forms/validation.ts'
import { firstStepsTexts } from './first-steps.ts'
import { type RenderedMail, renderTemplate, type Template, templateFault } from './mail-template.ts'
import { templateTexts } from './mail-texts.ts'
import { requiredPlaceholders, templatePlaceholders } from './templates.ts'

/** The rendered mail, with an example value for each placeholder. */
export function previewTemplate(words: Template): RenderedMail {
  return renderTemplate(words, exampleFor(`${words.subject}\n${words.content}`))
}

/** The errors of a template of this type by field; empty if it is valid. */
export function templateFaults({ subject, content }: Template, type: string): Errors {
  const known = knownPlaceholders(type)
  const required: Readonly<Record<string, readonly string[]>> = requiredPlaceholders
  const absent = (required[type] ?? []).find((name) => !new RegExp(`\\{\\{\\s*${name}\\s*\\}\\}`).test(content))
  const inSubject = templateFault(subject, known)
  const inContent = templateFault(content, known) ?? (absent ? templateTexts.missing(absent) : null)
  return { ...(inSubject && { subject: inSubject }), ...(inContent && { content: inContent }) }
}

/** The placeholders available to a template type; undefined for custom types. */
export function knownPlaceholders(type: string): readonly string[] | undefined {
  const known: Record<string, readonly string[]> = templatePlaceholders
  return known[type]
}

const EXAMPLES: Record<string, unknown> = {
  full_name: 'Ada Obi',
  base_url: 'https://market.example',
  referral_code: 'ADAOBI23',
  referral_reward: '0.5%',
  reference: '7C1E52A0',
  steps: firstStepsTexts,
}

/** Example values for the placeholders; unknown ones show their own name. */
function exampleFor(source: string): Record<string, unknown> {
  const names = [...source.matchAll(/\{\{\{?\s*[&]?\s*([\w.]+)\s*\}?\}\}/g)].map((match) => match[1] ?? '')
  return { ...Object.fromEntries(names.map((name) => [name, `[${name}]`])), ...EXAMPLES }
}

/** The placeholders a template uses, lists with a hash. */
export function listPlaceholders(source: string): string[] {
  const names = [...source.matchAll(/\{\{\{?\s*([#^&]?)\s*([\w.]+)\s*\}?\}\}/g)]
  return [...new Set(names.map(([, kind, name]) => `{{${kind === '#' ? '#' : ''}${name}}}`))]
}
