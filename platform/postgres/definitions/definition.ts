import type { Statement } from './split-statements.ts'

/**
 * What a database has besides tables and their rows. `rights` are all grants of one table, view, sequence or function.
 */
export type DefinitionKind = 'function' | 'view' | 'trigger' | 'policy' | 'rights'

/** The order in which kinds are created: bodies of functions are not read when they are created, those of views are. */
export const KINDS: readonly DefinitionKind[] = ['function', 'view', 'trigger', 'policy', 'rights']

export interface Definition {
  kind: DefinitionKind
  /**
   * Unique among its kind: `public.f(uuid, text)`, `public.v`, `t on public.orders` (triggers and policies),
   * `table public.orders` or `function public.f(uuid, text)` (rights; `table` is also said of views).
   */
  name: string
  /** All that makes it, its comments included. */
  statements: readonly Statement[]
  /** The file that it is written in. */
  path: string
  /** The role that owns it, if not the owner of the database. */
  owner: string | undefined
}

/** The statements as they are compared and stored. */
export function sqlOf({ statements, owner }: Definition): string {
  const sql = statements.map((statement) => `${statement.sql};`).join('\n')
  return owner === undefined ? sql : `-- owner: ${owner}\n${sql}`
}
