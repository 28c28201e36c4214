import { unavailableMediaType } from './errors/errors.ts'
import type { ExplainRequest } from './statements/explain.ts'
import type { BodyForm } from './statements/read-statement.ts'

/** The answer that a request accepts: a form of the body and, instead of the body, perhaps its plan. */
export interface Accepted {
  form: BodyForm
  explain: ExplainRequest | undefined
}

interface AcceptOptions {
  /** Forms other than those of rows: those of a function's one value. */
  scalarForms?: readonly BodyForm['kind'][]
  arePlansOn: boolean
}

/** The media type requested by `Accept`; the first supported type wins. Throws PGRST107 (406) if none is supported. */
export function negotiate(accept: string | null, { scalarForms = [], arePlansOn }: AcceptOptions): Accepted {
  if (accept === null || accept.trim() === '') return plainly({ kind: 'array', stripNulls: false })
  for (const entry of splitOutsideQuotes(accept, ',')) {
    const [type = '', ...parameters] = splitOutsideQuotes(entry, ';').map((part) => part.trim())
    const [, format] = PLAN.exec(type.toLowerCase()) ?? []
    const isPlan = PLAN.test(type)
    if (isPlan && arePlansOn) return explained(format === 'json' ? 'json' : 'text', { parameters, scalarForms })
    const form = isPlan ? undefined : formOf(type, parameters, scalarForms)
    if (form) return plainly(form)
  }
  throw unavailableMediaType(accept)
}

const plainly = (form: BodyForm): Accepted => ({ form, explain: undefined })

const PLAN = /^application\/vnd\.pgrst\.plan(?:\+(json|text))?$/i

const OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const

interface PlanParameters {
  parameters: string[]
  scalarForms: readonly BodyForm['kind'][]
}

/** `for="…"` names the body whose plan is requested. */
function explained(format: 'json' | 'text', { parameters, scalarForms }: PlanParameters): Accepted {
  const parameterOf = (name: string) =>
    parameters.find((parameter) => parameter.startsWith(`${name}=`))?.slice(name.length + 1)
  const body = parameterOf('for')?.replaceAll('"', '') ?? 'application/json'
  const given = parameterOf('options')?.toLowerCase().split('|') ?? []
  const { form } = negotiate(body, { scalarForms, arePlansOn: false })
  return {
    form,
    explain: { format, options: OPTIONS.filter((option) => given.includes(option)), body: contentType(form) },
  }
}

function formOf(type: string, parameters: string[], scalarForms: readonly BodyForm['kind'][]): BodyForm | undefined {
  const name = type.toLowerCase()
  const scalar = SCALARS.get(name)
  const kind = KINDS.get(name) ?? (scalar && scalarForms.includes(scalar) ? scalar : undefined)
  if (!kind) return undefined
  const canStrip = kind === 'array' || kind === 'object'
  return { kind, stripNulls: canStrip && parameters.some((parameter) => parameter.toLowerCase() === 'nulls=stripped') }
}

function splitOutsideQuotes(text: string, separator: ',' | ';'): string[] {
  return text.match(separator === ',' ? /(?:"[^"]*"|[^,])+/g : /(?:"[^"]*"|[^;])+/g) ?? []
}

const KINDS = new Map<string, BodyForm['kind']>([
  ['application/json', 'array'],
  ['application/*', 'array'],
  ['*/*', 'array'],
  ['application/vnd.pgrst.array+json', 'array'],
  ['application/vnd.pgrst.array', 'array'],
  ['application/vnd.pgrst.object+json', 'object'],
  ['application/vnd.pgrst.object', 'object'],
  ['text/csv', 'csv'],
])

const SCALARS = new Map<string, BodyForm['kind']>([
  ['text/plain', 'text'],
  ['text/xml', 'xml'],
  ['application/octet-stream', 'binary'],
])

export function contentType({ kind, stripNulls }: BodyForm): string {
  const nulls = stripNulls ? ';nulls=stripped' : ''
  if (kind === 'csv') return 'text/csv; charset=utf-8'
  if (kind === 'text') return 'text/plain; charset=utf-8'
  if (kind === 'xml') return 'text/xml; charset=utf-8'
  if (kind === 'binary') return 'application/octet-stream'
  if (kind === 'object') return `application/vnd.pgrst.object+json${nulls}; charset=utf-8`
  return stripNulls ? `application/vnd.pgrst.array+json${nulls}; charset=utf-8` : 'application/json; charset=utf-8'
}
