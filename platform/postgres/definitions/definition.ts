import type { Statement } from './split-statements.ts'

/**
 * What a database has besides tables and their rows. `rights` are all grants of one table, view, sequence or function.
 */
export type DefinitionKind = 'function' | 'view' | 'trigger' | 'policy' | 'rights'

/** The order in which kinds are created: bodies of functions are not read when they are created, those of views are. */
export const KINDS: readonly DefinitionKind[] = ['function', 'view', 'trigger', 'policy', 'rights']

export interface Named {
  kind: DefinitionKind
  /**
   * Unique among its kind: `public.f(uuid, text)`, `public.v`, `t on public.orders` (triggers and policies),
   * `table public.orders` or `function public.f(uuid, text)` (rights; `table` is also said of views).
   */
  name: string
}

export interface Definition extends Named {
  /** All that makes it, its comments included. */
  statements: readonly PlacedStatement[]
  /** The role that owns it, if not the owner of the database. */
  owner: string | undefined
}

export interface PlacedStatement extends Statement {
  path: string
  /** Of a text that is composed of several files: where each of them begins in it. */
  parts?: readonly Part[] | undefined
}

interface Part {
  /** The line of the composed text, counted from 1. */
  at: number
  path: string
  line: number
}

export const keyOf = ({ kind, name }: Named): string => `${kind} ${name}`

/** Functions and views stay for a release after they are gone, and are dropped with all that is built on them. */
export const isObject = ({ kind }: Named): boolean => kind === 'function' || kind === 'view'

/** "function public.f(uuid)" is about "public.f(uuid)", and "t on public.orders" about "public.orders". */
export function objectOf({ kind, name }: Named): string {
  if (kind === 'rights') return name.slice(name.indexOf(' ') + 1)
  return isObject({ kind, name }) ? name : name.slice(name.indexOf(' on ') + ' on '.length)
}

/** The statements as they are compared and stored. */
export function sqlOf({ statements, owner }: Definition): string {
  // The semicolon stands on a line of its own, because a statement may end with a comment.
  const sql = statements.map((statement) => `${statement.sql}\n;`).join('\n')
  return owner === undefined ? sql : `-- owner: ${owner}\n${sql}`
}

/** `path:line` of a statement, or of what stands so many lines below its beginning. */
export function placeOf({ path, line, parts }: PlacedStatement, linesBelow = 0): string {
  const at = line + linesBelow
  const part = parts?.findLast((one) => one.at <= at)
  return part ? `${part.path}:${part.line + at - part.at}` : `${path}:${at}`
}
