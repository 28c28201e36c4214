/** A statement of an SQL file, without its semicolon and without leading comments. */
export interface Statement {
  sql: string
  /** Line of its beginning, counted from 1. */
  line: number
}

/**
 * Splits an SQL text into statements. Supports comments, string literals, quoted names and dollar quotes, but no bodies
 * in the form `begin atomic … end`: their semicolons end the statement.
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
    const sql = part.slice(lengthOfLeadingComments(part)).trimEnd()
    const before = part.slice(0, lengthOfLeadingComments(part))
    if (sql !== '') statements.push({ sql, line: line + linesIn(before) })
    line += linesIn(part)
  }
}

/** Replaces comments and string literals (but not quoted names) by spaces, so that keywords can be searched. */
export function withoutTexts(sql: string): string {
  let code = ''
  for (let at = 0; at < sql.length; ) {
    const next = endOfToken(sql, at)
    const token = sql.slice(at, next)
    code += token.length > 1 && !token.startsWith('"') ? token.replace(/[^\n]/g, ' ') : token
    at = next
  }
  return code
}

/** The position after the comment, string literal, quoted name, dollar-quoted body or single character at `at`. */
function endOfToken(text: string, at: number): number {
  if (text.startsWith('--', at)) return ending(text, '\n', at)
  if (text.startsWith('/*', at)) return endOfBlockComment(text, at)
  if (text[at] === "'") return isEscapeText(text, at) ? endOfEscapeText(text, at + 1) : ending(text, "'", at + 1)
  if (text[at] === '"') return ending(text, '"', at + 1)
  if (text[at] === '$' && !/\w/.test(text[at - 1] ?? '')) {
    const [tag] = /^\$(?:[a-z_]\w*)?\$/i.exec(text.slice(at, at + 64)) ?? []
    if (tag !== undefined) return ending(text, tag, at + tag.length)
  }
  return at + 1
}

function ending(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from)
  return at === -1 ? text.length : at + end.length
}

/** PostgreSQL allows nested block comments. */
function endOfBlockComment(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text.startsWith('/*', at)) depth += 1
    else if (text.startsWith('*/', at)) depth -= 1
    else continue
    at += 1
    if (depth === 0) return at + 1
  }
  return text.length
}

/** `E'...'`, in which a backslash escapes the next character. */
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

function lengthOfLeadingComments(part: string): number {
  let at = 0
  while (at < part.length) {
    if (/\s/.test(part[at] ?? '')) at += 1
    else if (part.startsWith('--', at) || part.startsWith('/*', at)) at = endOfToken(part, at)
    else break
  }
  return at
}

function linesIn(text: string): number {
  return text.split('\n').length - 1
}
