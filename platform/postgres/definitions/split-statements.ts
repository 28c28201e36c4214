/** A statement of an SQL file, without its semicolon and without the comments that stand before it. */
export interface Statement {
  sql: string
  /** Where it begins, counted from 1. */
  line: number
}

/**
 * The statements of an SQL text, in their order. Knows comments, quoted texts and names, and dollar quotes. Bodies written
 * as `begin atomic … end` are not read: their semicolons would end the statement.
 */
export function splitStatements(text: string): Statement[] {
  const statements: Statement[] = []
  let start = 0
  let line = 1
  let at = 0
  while (at < text.length) {
    const next = endOfToken(text, at)
    if (text[at] === ';') {
      add(text.slice(start, at))
      start = next
    }
    at = next
  }
  add(text.slice(start))
  return statements

  function add(part: string): void {
    const sql = withoutLeadingComments(part)
    const before = part.slice(0, part.length - sql.length)
    if (sql.trim() !== '') statements.push({ sql: sql.trimEnd(), line: line + linesIn(before) })
    line += linesIn(part)
  }
}

/** Behind the comment, quoted text, quoted name, dollar-quoted body or single character that begins at `at`. */
function endOfToken(text: string, at: number): number {
  if (text.startsWith('--', at)) return ending(text, '\n', at)
  if (text.startsWith('/*', at)) return ending(text, '*/', at + 2)
  if (text[at] === "'") return isEscapeText(text, at) ? endOfEscapeText(text, at + 1) : ending(text, "'", at + 1)
  if (text[at] === '"') return ending(text, '"', at + 1)
  if (text[at] === '$') {
    const [tag] = /^\$[a-z_]*\$/i.exec(text.slice(at, at + 64)) ?? []
    if (tag !== undefined) return ending(text, tag, at + tag.length)
  }
  return at + 1
}

function ending(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from)
  return at === -1 ? text.length : at + end.length
}

/** `E'...'`, in which a backslash takes the next character along. */
function isEscapeText(text: string, at: number): boolean {
  return /(^|[^a-z0-9_])e$/i.test(text.slice(Math.max(0, at - 2), at))
}

function endOfEscapeText(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === "'") return at + 1
  }
  return text.length
}

function withoutLeadingComments(part: string): string {
  return part.replace(/^(\s+|--[^\n]*(\n|$)|\/\*[\s\S]*?\*\/)+/, '')
}

function linesIn(text: string): number {
  return text.split('\n').length - 1
}
