/** Statements of a migration that break the previous version, which still runs during the deployment. */
export function breakingStatements(sql: string, newTables: ReadonlySet<string> = new Set()): string[] {
  if (/^-- contracts: \S.{19,}$/m.test(sql)) return []
  return statementsOf(sql).flatMap((statement) =>
    BREACHES.flatMap(({ finds, says }) => {
      const found = finds.exec(statement)
      if (!found || newTables.has(tableOf(statement))) return []
      return [`${says}: ${statement.slice(0, 100)}`]
    }),
  )
}

/** Tables created by these migrations, which the previous version does not use. */
export function createdTables(sql: string): string[] {
  return [...sql.matchAll(/^create (?:unlogged )?table (?:if not exists )?([\w.]+)/gim)].map(([, name = '']) => name)
}

const BREACHES = [
  {
    finds: /^drop (table|view|materialized view|function|procedure|routine|type|domain|schema|sequence)\b/i,
    says: 'drops',
  },
  {
    finds: /^alter table\b.*\bdrop (column|(?!constraint|default|not null|expression|identity)\w+)/i,
    says: 'drops a column',
  },
  { finds: /^alter \w+( \w+)? .*\brename\b/i, says: 'renames' },
  { finds: /^alter table\b.*\balter (column )?\w+ (set data )?type\b/i, says: 'changes a type' },
  { finds: /^alter table\b.*\balter (column )?\w+ set not null\b/i, says: 'demands a value' },
  {
    finds:
      /^alter table\b.*\badd (column )?(if not exists )?(?!constraint)(?:(?!\bdefault\b|\bgenerated\b|,\s*(add|alter|drop)\b).)*\bnot null\b(?!(?:(?!,\s*(?:add|alter|drop)\b).)*\b(default|generated)\b)/i,
    says: 'adds a column that must be given',
  },
  { finds: /^alter type\b.*\b(drop|rename)\b/i, says: 'changes a type' },
]

const tableOf = (statement: string) => /^alter table (?:if exists )?(?:only )?([\w.]+)/i.exec(statement)?.[1] ?? ''

/** Statements on one line each, without comments, function bodies and string literals. */
function statementsOf(sql: string): string[] {
  const bare = sql
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
  return bare.split(';').map((statement) => statement.replace(/\s+/g, ' ').trim())
}
