/**
 * The signature of a function, `public.f(uuid, text)`, with types as PostgreSQL prints them, so that a function has one
 * name however its types are written. `text` has the arguments in its first parentheses, and contains no comments or
 * string literals.
 */
export function functionName(name: string, text: string): string {
  const types = functionArguments(text).map(({ type }) => type)
  return `${name}(${types.join(', ')})`
}

interface Argument {
  /** Empty for an unnamed argument. */
  name: string
  type: string
  hasDefault: boolean
}

/** The input arguments, parsed from `[mode] [name] type [default]` in the first parentheses of a text. */
export function functionArguments(text: string): Argument[] {
  const open = text.indexOf('(')
  return splitList(text.slice(open + 1, closing(text, open)))
    .filter((argument) => !/^out\s/i.test(argument))
    .map((argument) => {
      const declared = argument.replace(/\s*:?=[\s\S]*$|\s+default\s[\s\S]*$|\s+default$/i, '').trim()
      return {
        ...namedType(declared.replace(/^(in|inout|variadic)\s+/i, '')),
        hasDefault: declared !== argument || /^variadic\s/i.test(argument),
      }
    })
}

/** Splits at commas outside brackets. */
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

function namedType(declared: string): { name: string; type: string } {
  const words = declared
    .toLowerCase()
    .replace(/\([\d\s,]*\)/, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?\[/g, '[')
  const isType = MULTI_WORD_TYPES.some((type) => words.replace(/\[.*$/, '') === type)
  const [, name = '', type = words] = (isType ? null : /^(\w+) (.*)$/.exec(words)) ?? []
  return { name, type: plainType(type.replace(/^pg_catalog\./, '')) }
}

function plainType(type: string): string {
  const [element = type] = type.split('[')
  return `${TYPE_ALIASES[element] ?? element}${type.includes('[') ? '[]' : ''}`
}

const MULTI_WORD_TYPES = [
  'timestamp with time zone',
  'timestamp without time zone',
  'time with time zone',
  'time without time zone',
  'double precision',
  'character varying',
  'bit varying',
]

const TYPE_ALIASES: Readonly<Record<string, string>> = {
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
