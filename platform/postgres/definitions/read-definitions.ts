import { PostgresFault } from '../fault.ts'
import { type Definition, type DefinitionKind, KINDS } from './definition.ts'
import { type Statement, splitStatements } from './split-statements.ts'

/** An SQL file of definitions. */
export interface DefinitionText {
  path: string
  text: string
  /** The role that owns what the file defines, if not the owner of the database. */
  owner?: string | undefined
}

/**
 * The definitions of all files, in the order in which they are created: by kind, then as the files are given, then as they
 * are written. Comments belong to what stands before them, and all grants on one object are one definition. Throws a
 * `PostgresFault` that names file and line for what defines nothing, or what is defined twice.
 */
export function readDefinitions(texts: readonly DefinitionText[]): Definition[] {
  const found = new Map<string, Definition & { statements: Statement[] }>()
  for (const { path, text, owner } of texts) {
    let last: (Definition & { statements: Statement[] }) | undefined
    for (const statement of splitStatements(text)) {
      const place = `${path}:${statement.line}`
      if (/^comment on (function|view|column)\s/i.test(statement.sql)) {
        if (!last) throw new PostgresFault(`${place}: a comment follows what it is about.`)
        last.statements.push(statement)
        continue
      }
      for (const { kind, name, sql } of definedBy(statement, place)) {
        const key = `${kind} ${name}`
        const former = found.get(key)
        if (former && kind !== 'rights') throw new PostgresFault(`${place}: ${key} is defined twice.`)
        last = former ?? { kind, name, statements: [], path, owner }
        last.statements.push({ ...statement, sql })
        found.set(key, last)
      }
    }
  }
  const all = [...found.values()]
  return KINDS.flatMap((kind) => all.filter((definition) => definition.kind === kind))
}

/** A part of a view that several files compose (`unions` of database/definitions.json). */
export interface Union {
  /** With its schema. */
  view: string
  columns: readonly string[]
  comment: string
}

/** The text that defines a union from the texts of its parts, which are queries joined by `union all`. */
export function unionText({ view, columns, comment }: Union, parts: readonly DefinitionText[]): DefinitionText {
  const queries = parts.flatMap(({ path, text }) => {
    const [query, ...others] = splitStatements(text)
    if (!query || others.length > 0) throw new PostgresFault(`${path}: one query is expected, a part of ${view}.`)
    return [`-- ${path}\n${query.sql}`]
  })
  const head = `create view ${view} (${columns.join(', ')}) with (security_invoker = true) as`
  const about = `comment on view ${view} is '${comment.replaceAll("'", "''")}';`
  return {
    path: parts.map(({ path }) => path).join(', '),
    text: `${head}\n${queries.join('\nunion all\n')};\n${about}\n`,
  }
}

interface Defined {
  kind: DefinitionKind
  name: string
  sql: string
}

function definedBy({ sql }: Statement, place: string): Defined[] {
  const [, view] = /^create view\s+([\w.]+)/i.exec(sql) ?? []
  if (view !== undefined) return [{ kind: 'view', name: qualified(view, place), sql }]
  if (/^create function\s/i.test(sql)) return [{ kind: 'function', name: signatureOf(sql, place), sql }]
  const [, trigger, table] = /^create (?:constraint )?trigger\s+(\w+)\s[\s\S]*?\son\s+([\w.]+)/i.exec(sql) ?? []
  if (trigger !== undefined && table !== undefined)
    return [{ kind: 'trigger', name: `${trigger} on ${qualified(table, place)}`, sql }]
  const [, policy, of] = /^create policy\s+(\w+)\s+on\s+([\w.]+)/i.exec(sql) ?? []
  if (policy !== undefined && of !== undefined)
    return [{ kind: 'policy', name: `${policy} on ${qualified(of, place)}`, sql }]
  if (/^grant\s/i.test(sql)) return grants(sql, place)
  const words = sql.split(/\s+/, 4).join(' ')
  throw new PostgresFault(
    `${place}: "${words}" defines no function, view, trigger, policy or right. Tables and their rows are made in folders named "tables".`,
  )
}

/** One for each object that the statement names, so that rights are compared object by object. */
function grants(sql: string, place: string): Defined[] {
  const match = /^grant\s+([\s\S]+?)\s+on\s+(?:(function|sequence|table)\s+)?([\s\S]+?)\s+to\s+([\w, ]+)$/i.exec(sql)
  const [, privileges, noun = 'table', objects, roles] = match ?? []
  if (privileges === undefined || objects === undefined || roles === undefined)
    throw new PostgresFault(`${place}: this grant cannot be read.`)
  const on = noun.toLowerCase()
  return splitList(objects).map((object) => {
    const name = on === 'function' ? withPlainTypes(object) : qualified(object, place)
    return { kind: 'rights', name: `${on} ${name}`, sql: `grant ${privileges} on ${on} ${object} to ${roles}` }
  })
}

/** `public.f(uuid, text)`: how PostgreSQL tells functions of one name apart. Arguments are `[mode] name type [default]`. */
function signatureOf(sql: string, place: string): string {
  const [, name] = /^create function\s+([\w.]+)\s*\(/i.exec(sql) ?? []
  if (name === undefined) throw new PostgresFault(`${place}: the name of this function cannot be read.`)
  const open = sql.indexOf('(')
  const types = splitList(sql.slice(open + 1, closing(sql, open)))
    .map((argument) => argument.replace(/\s+(default|=)\s[\s\S]*$/i, '').trim())
    .filter((argument) => !/^out\s/i.test(argument))
    .map((argument) => argument.replace(/^(in|inout|variadic)\s+/i, ''))
    .map((argument) => argument.replace(/^\w+\s+/, ''))
  return `${qualified(name, place)}(${types.join(', ')})`
}

function withPlainTypes(object: string): string {
  return object.replace(/\s+/g, ' ').replace(/\s*,\s*/g, ', ')
}

/** At commas that stand in no brackets. */
function splitList(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at <= text.length; at += 1) {
    if (text[at] === '(' || text[at] === '[') depth += 1
    if (text[at] === ')' || text[at] === ']') depth -= 1
    if (at === text.length || (text[at] === ',' && depth === 0)) {
      parts.push(text.slice(start, at).trim())
      start = at + 1
    }
  }
  return parts.filter((part) => part !== '')
}

function closing(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  return text.length
}

function qualified(name: string, place: string): string {
  if (!name.includes('.')) throw new PostgresFault(`${place}: ${name} is written without its schema.`)
  return name
}
