import * as z from 'zod'
import { isOn, whole } from '#platform/operator-values/operator-values.ts'
import type { TablesChoices } from './settings.ts'

/** Schemas of PostgreSQL itself, and of accounts, sessions and keys: their tables are never meant for the wire. */
const INTERNAL = /^(?:pg_.*|information_schema|auth|site|storage|realtime|.*_shown)$/

const schemaNames = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .refine((names) => names.every((name) => /^[a-z_][a-z0-9_]{0,62}$/.test(name)), 'must be names separated by commas')
  .refine((names) => new Set(names).size === names.length, 'names a schema twice')

/** The environment variables of the table API, to be merged with the others. Blank values have been removed. */
export const TABLES_VARIABLES = {
  TABLES_SCHEMAS: schemaNames
    .refine((names) => !names.some((name) => INTERNAL.test(name)), 'names a schema that must stay internal')
    .default(['public']),
  TABLES_EXTRA_SEARCH_PATH: schemaNames.default([]),
  TABLES_MAX_ROWS: whole({ least: 1, most: 100_000 }).default(1000),
  TABLES_MAX_WRITTEN_ROWS: whole({ least: 1, most: 100_000 }).default(1000),
  TABLES_MAX_EMBED_COST: whole({ least: 1, most: 500 }).default(60),
  TABLES_AGGREGATES: isOn('off'),
  TABLES_PLANS: z.enum(['off', 'secret-key', 'everyone']).default('off'),
  TABLES_ROLLBACK: isOn('off'),
  TABLES_DESCRIPTION: z.enum(['signed-in', 'everyone']).optional(),
}

const Variables = z.object(TABLES_VARIABLES)
type TablesVariables = z.infer<typeof Variables>

/** Settings that are convenient while developing and unsafe in production, one sentence each. Checks the raw values. */
export function tablesProductionFaults(values: Record<string, string | undefined>): string[] {
  if (values.TABLES_PLANS !== 'everyone') return []
  return ['TABLES_PLANS=everyone shows what rows of others are like, and is not allowed when MODE=production.']
}

/** The operator's choices in the form the handler expects. Strangers get the description only in a demo by default. */
export function tablesChoices(values: TablesVariables, { isDemo }: { isDemo: boolean }): TablesChoices {
  return {
    schemas: values.TABLES_SCHEMAS,
    extraSearchPath: values.TABLES_EXTRA_SEARCH_PATH,
    maxRows: values.TABLES_MAX_ROWS,
    maxServiceWrittenRows: values.TABLES_MAX_WRITTEN_ROWS,
    maxEmbedCost: values.TABLES_MAX_EMBED_COST,
    areAggregatesOn: values.TABLES_AGGREGATES,
    plans: values.TABLES_PLANS === 'off' ? 'none' : values.TABLES_PLANS,
    isRollbackAllowed: values.TABLES_ROLLBACK,
    description: values.TABLES_DESCRIPTION ?? (isDemo ? 'everyone' : 'signed-in'),
  }
}
