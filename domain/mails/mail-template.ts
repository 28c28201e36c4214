import mustache from 'mustache'
import { brand } from '#domain/brand/brand.ts'
import { truncate } from '#domain/texts/truncate.ts'
import { templateTexts } from './mail-texts.ts'

export interface Template {
  subject: string
  content: string
}

export interface RenderedMail {
  subject: string
  text: string
  html: string
}

/**
 * Renders `{{placeholder}}` and `{{#list}}` of email_templates. Values are plain in the text, escaped in the HTML, one
 * line in the subject, which is never empty: a mail without one is not sent.
 */
export function renderTemplate(template: Template, data: Record<string, unknown>): RenderedMail {
  const render = (source: string, asText: (value: unknown) => string) =>
    mustache.render(escapingTags(source), data, {}, { escape: asText })
  const oneLine = render(template.subject, plain)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return {
    subject: truncate(oneLine, 200) || brand.name,
    text: render(template.content, plain),
    html: paragraphs(render(escapeLayout(escapingTags(template.content)), escapeHtml)),
  }
}

/** The error in a template's source; null if it can be rendered and uses only `known` placeholders, if given. */
export function templateFault(source: string, known?: readonly string[]): string | null {
  if (UNESCAPED.test(source)) return templateTexts.unescaped
  try {
    const tokens = mustache.parse(source)
    const unknown = known && findUnknown(tokens, known)
    return unknown === undefined ? null : templateTexts.unknown(unknown, known ?? [])
  } catch (error) {
    return error instanceof Error ? error.message : 'This template cannot be read.'
  }
}

/** Tags that disable escaping or change the delimiters. */
const UNESCAPED = /\{\{\s*[{&=]/

/**
 * The template with such tags replaced by escaping ones: user input is escaped even if a stored template says
 * otherwise.
 */
function escapingTags(source: string): string {
  return source
    .replace(/\{\{\s*=[^}]*\}\}/g, '')
    .replace(/\{\{\{+\s*/g, '{{')
    .replace(/\}\}\}+/g, '}}')
    .replace(/\{\{[\s&]*&/g, '{{')
}

type Tokens = ReturnType<typeof mustache.parse>

/** The first unknown placeholder. `list`: name of the enclosing list. */
function findUnknown(tokens: Tokens, known: readonly string[], list = ''): string | undefined {
  for (const [kind, name, , , inside] of tokens) {
    if (kind === 'text' || kind === '!') continue
    const isName = ['name', '#', '^'].includes(kind) && !name.includes('.')
    const isKnown = isName && (known.includes(name) || known.includes(`${list}.${name}`))
    const unknown = isKnown ? Array.isArray(inside) && findUnknown(inside as Tokens, known, name) : name
    if (unknown) return unknown
  }
  return undefined
}

function plain(value: unknown): string {
  return String(value)
}

function escapeHtml(value: unknown): string {
  return String(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Escapes the template's text outside of tags, which is plain text too. */
function escapeLayout(content: string): string {
  return content
    .split(/(\{\{[^}]*\}\}\}?)/)
    .map((part) => (part.startsWith('{{') ? part : escapeHtml(part)))
    .join('')
}

function paragraphs(text: string): string {
  const linked = text.replace(/https?:\/\/[^\s<"]+/g, (address) => `<a href="${address}">${address}</a>`)
  const blocks = linked.split(/\n{2,}/).map((block) => `<p>${block.trim().replaceAll('\n', '<br>')}</p>`)
  return `<!doctype html><html lang="en"><body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#1D1A16">${blocks.join('')}</body></html>`
}
