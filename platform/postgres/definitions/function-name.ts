/**
 * `public.f(uuid, text)`: how PostgreSQL tells functions of one name apart, with types as it writes them itself, so that a
 * function has one name however its types are written. `text` has the arguments in its first brackets, each
 * `[mode] [name] type [default]`, and no comments or quoted texts.
 */
export function functionName(name: string, text: string): string {
  const open = text.indexOf('(')
  const types = splitList(text.slice(open + 1, closing(text, open)))
    .map((argument) => argument.replace(/\s*:?=[\s\S]*$|\s+default\s[\s\S]*$|\s+default$/i, '').trim())
    .filter((argument) => !/^out\s/i.test(argument))
    .map((argument) => plainType(argument.replace(/^(in|inout|variadic)\s+/i, '')))
  return `${name}(${types.join(', ')})`
}

/** At commas that stand in no brackets. */
export function splitList(text: string): string[] {
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

/** Of `[name] type`. */
function plainType(argument: string): string {
  const words = argument
    .toLowerCase()
    .replace(/\([\d\s,]*\)/, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?\[/g, '[')
  const isType = OF_SEVERAL_WORDS.some((type) => words.replace(/\[.*$/, '') === type)
  const type = (isType ? words : words.replace(/^\w+ /, '')).replace(/^pg_catalog\./, '')
  const [element = type] = type.split('[')
  return `${OTHER_NAMES[element] ?? element}${type.includes('[') ? '[]' : ''}`
}

const OF_SEVERAL_WORDS = [
  'timestamp with time zone',
  'timestamp without time zone',
  'time with time zone',
  'time without time zone',
  'double precision',
  'character varying',
  'bit varying',
]

const OTHER_NAMES: Readonly<Record<string, string>> = {
  timestamptz: 'timestamp with time zone',
  timestamp: 'timestamp without time zone',
  timetz: 'time with time zone',
  time: 'time without time zone',
  int: 'integer',
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  bool: 'boolean',
  float4: 'real',
  float8: 'double precision',
  float: 'double precision',
  decimal: 'numeric',
  varchar: 'character varying',
  char: 'character',
  bpchar: 'character',
  varbit: 'bit varying',
}
