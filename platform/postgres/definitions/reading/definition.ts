import type { Statement } from './split-statements.ts'

/** Kinds of schema objects other than tables. `rights` are all grants on one table, view, sequence or function. */
export type DefinitionKind = 'function' | 'view' | 'trigger' | 'policy' | 'rights'

/**
 * The order in which kinds are created: bodies of functions aren't checked when they are created, those of views are.
 */
export const KINDS: readonly DefinitionKind[] = ['function', 'view', 'trigger', 'policy', 'rights']

export interface DefinitionName {
  kind: DefinitionKind
  /**
   * Unique within its kind: `public.f(uuid, text)`, `public.v`, `t on public.orders` (triggers and policies), `table
   * public.orders` or `function public.f(uuid, text)` (rights; `table` includes views).
   */
  name: string
}

export interface Definition extends DefinitionName {
  /** Its statements, including comments. */
  statements: readonly PlacedStatement[]
  /** The role that owns it, if not the owner of the database. */
  owner: string | undefined
}

export interface PlacedStatement extends Statement {
  path: string
  /** For a text composed of several files: where each of them begins. */
  parts?: readonly Part[] | undefined
}

interface Part {
  /** The line of the composed text, counted from 1. */
  at: number
  path: string
  line: number
}

export const definitionKey = ({ kind, name }: DefinitionName): string => `${kind} ${name}`

/**
 * True for functions and views. They are retained for one release after their removal, and are dropped with their
 * dependants.
 */
export const isObject = ({ kind }: DefinitionName): boolean => kind === 'function' || kind === 'view'

/**
 * The object that rights, a trigger or a policy belong to: "function public.f(uuid)" to "public.f(uuid)", "t on
 * public.orders" to "public.orders".
 */
export function targetObject({ kind, name }: DefinitionName): string {
  if (kind === 'rights') return name.slice(name.indexOf(' ') + 1)
  return isObject({ kind, name }) ? name : name.slice(name.indexOf(' on ') + ' on '.length)
}

/** The SQL of a definition as it is compared and stored. */
export function definitionSql({ statements, owner }: Definition): string {
  // The semicolon is on its own line, because a statement may end with a comment.
  const sql = statements.map((statement) => `${statement.sql}\n;`).join('\n')
  return owner === undefined ? sql : `-- owner: ${owner}\n${sql}`
}

/** `path:line` of a statement, or of a line below its first. */
export function statementPlace({ path, line, parts }: PlacedStatement, linesBelow = 0): string {
  const at = line + linesBelow
  const part = parts?.findLast((one) => one.at <= at)
  return part ? `${part.path}:${part.line + at - part.at}` : `${path}:${at}`
}
