import { syntaxError } from '../errors/errors.ts'

/** Scans one query parameter from left to right; every error names the parameter, the text and the position. */
export class Scanner {
  readonly what: string
  readonly text: string
  position = 0

  constructor(what: string, text: string) {
    this.what = what
    this.text = text
  }

  get atEnd(): boolean {
    return this.position >= this.text.length
  }

  get next(): string {
    return this.text.charAt(this.position)
  }

  startsWith(token: string): boolean {
    return this.text.startsWith(token, this.position)
  }

  /** Skips the token if it comes next. */
  eat(token: string): boolean {
    if (!this.startsWith(token)) return false
    this.position += token.length
    return true
  }

  expect(token: string): void {
    if (!this.eat(token)) this.fail(`"${token}"`)
  }

  expectEnd(): void {
    if (!this.atEnd) this.fail('end of input')
  }

  rest(): string {
    const rest = this.text.slice(this.position)
    this.position = this.text.length
    return rest
  }

  /** `pattern` must be sticky, so that it only matches at the current position. */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position
    const found = pattern.exec(this.text)?.[0]
    if (found !== undefined) this.position += found.length
    return found
  }

  fail(expected: string): never {
    const found = this.atEnd ? 'unexpected end of input' : `unexpected "${this.next}"`
    throw syntaxError(this.what, this.text, this.position, `${found} expecting ${expected}`)
  }

  /** A name: letters, digits, `_`, `$`, spaces and single dashes, or anything in double quotes. */
  name(expected = 'field name'): string {
    if (this.next === '"') return this.quoted()
    const name = this.match(/(?:[\p{L}\p{N}_$ ]|-(?!>))+/uy)?.trim()
    if (!name) return this.fail(expected)
    return name
  }

  /** Text in double quotes, in which a backslash escapes the next character. */
  quoted(): string {
    const start = this.position
    const literal = this.match(/"(?:[^"\\]|\\.)*"/suy)
    if (literal === undefined) {
      this.position = start
      return this.fail('closing double quote')
    }
    return literal.slice(1, -1).replace(/\\(.)/gsu, '$1')
  }
}
