import pg from 'pg'

type Parser = (text: string) => unknown

const asText: Parser = (text) => text

/**
 * How column values arrive in TypeScript on every connection that this project opens:
 * `int8` (and so `count(*)` and all amounts of money) as `bigint`, `numeric` as text (never a float), `date` and
 * `timestamp` as text (a calendar day has no time zone), `timestamptz` as `Date`, `json` parsed.
 * NOTE: `JSON.stringify` refuses a bigint, so an amount is always converted to text or a number on purpose.
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
