import pg from 'pg'

type Parser = (text: string) => unknown

const asText: Parser = (text) => text

/**
 * How column values are converted on every connection that this project opens: `int8` (also `count(*)` and all amounts
 * of money) to `bigint`, `numeric` to text (never a float), `date` and `timestamp` to text (a calendar day has no time
 * zone), `timestamptz` to `Date`, `json` parsed.
 * NOTE: `JSON.stringify` rejects a bigint, so an amount must be converted to text or a number explicitly.
 */
const parsers = new Map<number, Parser>([
  [pg.types.builtins.INT8, BigInt],
  [pg.types.builtins.NUMERIC, asText],
  [pg.types.builtins.DATE, asText],
  [pg.types.builtins.TIMESTAMP, asText],
])

export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? pg.types.getTypeParser(oid, format ?? 'text')) as typeof pg.types.getTypeParser,
}
