import { PostgresFault } from '../../fault.ts'
import type { DefinitionName } from './definition.ts'
import { functionName, splitList } from './function-name.ts'
import { type Statement, withoutTexts } from './split-statements.ts'

interface Defined extends DefinitionName {
  sql: string
}

/**
 * The definitions in a statement: one, or the rights on each object that a grant names. Throws a `PostgresFault` that
 * begins with `place`.
 */
export function parseDefinitions({ sql }: Statement, place: string): Defined[] {
  const code = withoutTexts(sql)
  if (/\bbegin\s+atomic\b/i.test(code)) throw new PostgresFault(`${place}: write the body between $$ and $$.`)
  const [, noun, name] = CREATE_OBJECT.exec(code) ?? []
  if (noun !== undefined && name !== undefined) {
    const inSchema = qualified(name, place)
    if (noun.toLowerCase() === 'view') return [{ kind: 'view', name: inSchema, sql }]
    return [{ kind: 'function', name: functionName(inSchema, code), sql }]
  }
  const [, trigger, table] = CREATE_TRIGGER.exec(code) ?? []
  if (trigger !== undefined && table !== undefined)
    return [{ kind: 'trigger', name: `${trigger.toLowerCase()} on ${qualified(table, place)}`, sql }]
  const [, policy, of] = CREATE_POLICY.exec(code) ?? []
  if (policy !== undefined && of !== undefined)
    return [{ kind: 'policy', name: `${policy.toLowerCase()} on ${qualified(of, place)}`, sql }]
  if (/^grant\s/i.test(code)) return grants(code, place)
  const words = sql.split(/\s+/, 4).join(' ')
  throw new PostgresFault(
    `${place}: "${words}" defines no function, view, trigger, policy or right. Tables and their rows are made in folders named "tables".`,
  )
}

const CREATE_OBJECT = /^create\s+(function|view)\s+([\w.]+)/i
const CREATE_TRIGGER = /^create\s+(?:constraint\s+)?trigger\s+(\w+)\s[\s\S]*?\son\s+([\w.]+)/i
const CREATE_POLICY = /^create\s+policy\s+(\w+)\s+on\s+([\w.]+)/i
const GRANT = /^grant\s+([\s\S]+?)\s+on\s+(?:(function|sequence|table)\s+)?([\s\S]+?)\s+to\s+(\w+(?:\s*,\s*\w+)*)\s*$/i

/** One for each object that the statement names, so that rights are compared object by object. */
function grants(code: string, place: string): Defined[] {
  const [, privileges, noun = 'table', objects, roles] = GRANT.exec(code) ?? []
  if (privileges === undefined || objects === undefined || roles === undefined)
    throw new PostgresFault(`${place}: this grant cannot be read.`)
  const on = noun.toLowerCase()
  return splitList(objects).map((object) => {
    const name = on === 'function' ? withArguments(object) : /^[\w.]+$/.exec(object)?.[0]
    if (name === undefined) throw new PostgresFault(`${place}: this grant cannot be read.`)
    return {
      kind: 'rights',
      name: `${on} ${qualified(name, place)}`,
      sql: `grant ${privileges} on ${on} ${object} to ${roles}`,
    }
  })
}

function withArguments(object: string): string | undefined {
  const [name] = /^[\w.]+(?=\s*\()/.exec(object) ?? []
  return name === undefined ? undefined : functionName(name, object)
}

/**
 * The object of a comment, such as "function public.f(uuid)" or "view public.v"; for a column its view. Undefined for
 * other statements.
 */
export function commentTarget({ sql }: Statement): { kind: 'function' | 'view'; name: string } | undefined {
  const code = withoutTexts(sql)
  const [, noun, named] = /^comment\s+on\s+(function|view|column)\s+([\s\S]+?)\s+is\s/i.exec(`${code} `) ?? []
  if (noun === undefined || named === undefined) return undefined
  const name = named.toLowerCase()
  if (noun.toLowerCase() === 'function') return { kind: 'function', name: withArguments(name) ?? name }
  return { kind: 'view', name: noun.toLowerCase() === 'view' ? name : name.slice(0, name.lastIndexOf('.')) }
}

function qualified(name: string, place: string): string {
  if (!name.includes('.')) throw new PostgresFault(`${place}: ${name} is written without its schema.`)
  // Unquoted names are folded to lower case.
  return name.toLowerCase()
}
